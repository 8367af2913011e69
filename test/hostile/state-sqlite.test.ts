// Failures of the embedded database: a lock held by another process, a full disk, a read-only folder, corruption, a second
// server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { holdFileLock } from '../../src/store/sqlite/file-lock.ts'
import { createKey } from '../../src/store/keys/make-key.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite-database.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { COMMAND } from '../e2e/process.ts'
import { startTestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder('hostile')
const newFolder = () => mkdtempSync(join(root, 'data-'))

const KEY = { name: 'a', scopes: [], ratePerS: null, burst: null, monthlyQuota: null, expiresAt: null }
const ROW = {
  day: '2026-05-14',
  keyId: 'k',
  operation: 'o',
  outcome: 'ok',
  cache: 'hit',
  calls: 1,
  counted: 1,
}

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Another process that holds the write lock until it is released. */
async function lockWrites(file: string): Promise<() => Promise<void>> {
  const code = `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
    database.exec('BEGIN IMMEDIATE'); console.log('locked'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', code, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

describe('write lock of another process', () => {
  it('blocks neither the event loop nor reads, and the write is done when the lock is released', async () => {
    const folder = newFolder()
    const store = await openEmbeddedStore(folder)
    const { record } = await createKey(store.keys, KEY, Date.now())
    const release = await lockWrites(join(folder, 'wares.db'))
    const lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    let isWritten = false
    const writing = store.usage.add([ROW]).then(() => {
      isWritten = true
    })
    const untilMs = performance.now() + 1_500
    let reads = 0
    let slowestMs = 0
    while (performance.now() < untilMs) {
      const startMs = performance.now()
      expect((await store.keys.findByHash(record.hash))?.id).toBe(record.id)
      slowestMs = Math.max(slowestMs, performance.now() - startMs)
      reads++
      await sleep(10)
    }
    lag.disable()
    expect(isWritten).toBe(false)
    // A read that waited for the lock would take as long as the whole loop.
    expect(reads).toBeGreaterThan(5)
    expect(slowestMs).toBeLessThan(1_000)
    expect(lag.max / 1e6).toBeLessThan(1_000)
    await release()
    await writing
    expect(await store.usage.read({})).toEqual([ROW])
    await store.close()
  })

  it('is reported while it lasts, and cleared automatically', async () => {
    const folder = newFolder()
    const file = join(folder, 'a.db')
    const migrations = { '001-a': { sqlite: ['CREATE TABLE a (b integer)'], postgres: [] } }
    const database = await openSqlite<{ a: { b: number } }>({ file, migrations, lockTimeoutMs: 200 })
    const release = await lockWrites(file)
    const insert = () => database.query.insertInto('a').values({ b: 1 }).execute()
    await expect(insert()).rejects.toThrow('another process keeps it locked')
    expect(database.unavailableReason()).toMatch(/^SQLite: another process keeps it locked/)
    expect(await database.query.selectFrom('a').selectAll().execute()).toEqual([])
    await release()
    await expect.poll(() => database.unavailableReason(), { timeout: 20_000 }).toBeUndefined()
    await insert()
    await database.close()
  })

  it('does not prevent opening and reading an up-to-date database', async () => {
    const folder = newFolder()
    await (await openEmbeddedStore(folder)).close()
    const release = await lockWrites(join(folder, 'wares.db'))
    const startMs = performance.now()
    const store = await openEmbeddedStore(folder)
    expect(await store.keys.list()).toEqual([])
    expect(performance.now() - startMs).toBeLessThan(4_500)
    await store.close()
    await release()
  })
})

describe('running server whose file is locked', () => {
  it('answers, reports the lock in /readyz, and eventually counts every call', async () => {
    const wares = await startTestWares()
    try {
      const { id, key } = await wares.newKey()
      const path = '/api/v1/scraper/sneakerhub/trends'
      await wares.call(path, { key })
      const release = await lockWrites(join(wares.dataDir, 'wares.db'))
      const untilMs = performance.now() + 15_000
      const readiness = async () => (await wares.call('/readyz')).json<{ reasons: string[] }>()
      let calls = 0
      let slowestMs = 0
      for (;;) {
        const startMs = performance.now()
        await wares.call(path, { key })
        calls++
        slowestMs = Math.max(slowestMs, performance.now() - startMs)
        const { reasons } = await readiness()
        if (reasons.length > 0) {
          expect(reasons.join()).toMatch(/SQLite: another process keeps it locked/)
          break
        }
        if (performance.now() > untilMs) throw new Error('never degraded')
        await sleep(100)
      }
      expect(slowestMs).toBeLessThan(4_500)
      await release()
      await expect.poll(async () => (await readiness()).reasons, { timeout: 20_000 }).toEqual([])
      await expect
        .poll(
          async () => (await wares.store.usage.read({ keyId: id })).reduce((sum, row) => sum + row.calls, 0),
          {
            timeout: 20_000,
          },
        )
        .toBeGreaterThanOrEqual(calls)
    } finally {
      await wares.stop()
    }
  })
})

describe('full disk', () => {
  it('keeps the first error, does not affect reads, and ends when there is space again', async () => {
    const store = await openEmbeddedStore(newFolder())
    await store.usage.add([ROW])
    const { query } = store.database
    await sql`PRAGMA max_page_count = 1`.execute(query)
    const many = Array.from({ length: 2_000 }, (_, place) => ({ ...ROW, operation: `o${place}`.repeat(20) }))
    await expect(store.usage.add(many)).rejects.toThrow('the disk is full')
    await expect(store.usage.add(many)).rejects.toThrow('the disk is full')
    expect(store.unavailableReason()).toMatch(/^SQLite: the disk is full/)
    // All or nothing.
    expect(await store.usage.read({})).toEqual([ROW])
    await sql`PRAGMA max_page_count = 1000000`.execute(query)
    await expect.poll(() => store.unavailableReason(), { timeout: 20_000 }).toBeUndefined()
    await store.usage.add(many)
    expect(await store.usage.read({})).toHaveLength(2_001)
    await store.close()
  })
})

describe('file that is not a database', () => {
  it('is refused at start in one sentence and left unchanged', async () => {
    const folder = newFolder()
    const file = join(folder, 'wares.db')
    writeFileSync(file, 'This is no database. '.repeat(1_000))
    const { size } = statSync(file)
    await expect(openEmbeddedStore(folder)).rejects.toMatchObject({
      name: 'OperatorError',
      message: `The database ${file} cannot be used: the file is not a SQLite database.`,
    })
    expect(statSync(file).size).toBe(size)
  })

  it('is reported when corruption is found at run time, until the process ends', async () => {
    const folder = newFolder()
    await (await openEmbeddedStore(folder)).close()
    const emptySize = statSync(join(folder, 'wares.db')).size
    const before = await openEmbeddedStore(folder)
    await before.usage.add(
      Array.from({ length: 3_000 }, (_, place) => ({ ...ROW, operation: `o${place}`.repeat(10) })),
    )
    await before.close()
    const handle = openSync(join(folder, 'wares.db'), 'r+')
    const { size } = statSync(join(folder, 'wares.db'))
    for (let at = emptySize; at < size; at += 4096) writeSync(handle, Buffer.alloc(200, 0xee), 0, 200, at)
    const store = await openEmbeddedStore(folder)
    await expect(store.usage.read({})).rejects.toThrow('the file is damaged')
    expect(store.unavailableReason()).toMatch(/^SQLite: the file is damaged/)
    await sleep(1_500)
    expect(store.unavailableReason()).toMatch(/^SQLite: the file is damaged/)
    // Intact data can still be read.
    expect(await store.keys.list()).toEqual([])
    await store.close()
  })
})

describe('read-only folder', () => {
  const isRoot = process.getuid?.() === 0

  function wares(args: readonly string[], dataDir: string) {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      // Root may write anywhere.
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
      env: {
        PATH: process.env.PATH,
        HOME: '/',
        WARES_DATA: dataDir,
        WARES_PORT: '0',
        WARES_SANDBOX_PORT: '0',
      },
    })
    children.push(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
    return once(child, 'close').then(([code]) => ({ ...output, code: code as number }))
  }

  it('can be read; writes and servers are refused in one sentence', { timeout: 120_000 }, async () => {
    const folder = newFolder()
    const store = await openEmbeddedStore(folder)
    await createKey(store.keys, { ...KEY, name: 'readable' }, Date.now())
    await store.close()
    chmodSync(join(folder, 'wares.db'), 0o444)
    chmodSync(folder, 0o555)
    chmodSync(root, 0o755)
    const list = await wares(['keys', 'list', '--json'], folder)
    expect(list).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(list.stdout)).toMatchObject([{ name: 'readable' }])
    const create = await wares(['keys', 'create', '--name', 'b'], folder)
    expect(create.code).not.toBe(0)
    expect(create.stderr.trim()).toMatch(/^[^\n]*read-only[^\n]*$/)
    const start = await wares(['start'], folder)
    expect(start.code).not.toBe(0)
    expect(start.stderr.trim()).toMatch(
      /^[^\n]*The database [^\n]*wares\.db cannot be used: access is denied\.$/,
    )
    chmodSync(folder, 0o755)
  })
})

describe('second server', () => {
  it('is refused in one sentence, and may start when the first has ended', async () => {
    const folder = newFolder()
    const first = await openEmbeddedStore(folder, { exclusive: true })
    await expect(openEmbeddedStore(folder, { exclusive: true })).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringMatching(
        /^Another Wares server uses the data folder .*: set WARES_DATA [^\n]*\.$/,
      ),
    })
    // Commands work at the same time.
    const command = await openEmbeddedStore(folder)
    await createKey(command.keys, KEY, Date.now())
    await command.close()
    await first.close()
    await (await openEmbeddedStore(folder, { exclusive: true })).close()
  })
})

describe('data folder of a newer version', () => {
  it('is refused in one sentence by servers and commands, and left unchanged', async () => {
    const folder = newFolder()
    const store = await openEmbeddedStore(folder)
    await createKey(store.keys, KEY, Date.now())
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-later', '2030-01-01T00:00:00.000Z')`.execute(
      store.database.query,
    )
    await store.close()
    const before = readFileSync(join(folder, 'wares.db'))
    for (const exclusive of [true, false]) {
      await expect(openEmbeddedStore(folder, { exclusive })).rejects.toMatchObject({
        name: 'OperatorError',
        message: expect.stringMatching(
          /^The database [^\n]*wares\.db cannot be used: it was written by a newer version of Wares[^\n]*\.$/,
        ),
      })
    }
    expect(readFileSync(join(folder, 'wares.db'))).toEqual(before)
    // The refused server has released its lock.
    const release = holdFileLock(join(folder, 'locks', 'server'))
    expect(release).toBeDefined()
    release?.()
  })

  it('is not migrated while a server of an older version runs on it', async () => {
    const folder = newFolder()
    const first = await openEmbeddedStore(folder, { exclusive: true })
    // As if the running server were one migration older.
    await sql`DELETE FROM kysely_migration WHERE name = (SELECT max(name) FROM kysely_migration)`.execute(
      first.database.query,
    )
    const steps = () => sql`SELECT name FROM kysely_migration`.execute(first.database.query)
    const before = (await steps()).rows
    await expect(openEmbeddedStore(folder, { exclusive: true })).rejects.toThrow(/^Another Wares server uses/)
    expect((await steps()).rows).toEqual(before)
    await first.close()
  })
})
