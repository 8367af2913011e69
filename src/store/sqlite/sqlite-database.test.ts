// A SQLite file: who may read it, opening it without the right to write, and the sentence for the operator.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openError, openSqlite } from './sqlite-database.ts'

const root = mkdtempSync(join(tmpdir(), 'wares-file-'))
afterAll(() => {
  rmSync(root, { recursive: true })
})
const migrations = { '001-a': { sqlite: ['CREATE TABLE a (b integer)'], postgres: [] } }
const open = (file: string) => openSqlite<{ a: { b: number } }>({ file, migrations })

it('a new file and its folder are private, and an old file becomes so', async () => {
  const folder = join(root, 'new', 'below')
  const file = join(folder, 'a.db')
  await (await open(file)).close()
  const modes = () => [folder, file].map(place => statSync(place).mode & 0o777)
  expect(modes()).toEqual([0o700, 0o600])
  chmodSync(file, 0o644)
  await (await open(file)).close()
  expect(modes()).toEqual([0o700, 0o600])
})

it('a commit survives a power failure, and readers do not wait for writers', async () => {
  const database = await open(join(root, 'settings.db'))
  const ask = async (pragma: string) =>
    Object.values((await sql.raw(pragma).execute(database.query)).rows[0] ?? {})
  expect(await ask('PRAGMA journal_mode')).toEqual(['wal'])
  expect(await ask('PRAGMA synchronous')).toEqual([2])
  await database.close()
})

describe('without the right to write', () => {
  /** Opens each file in a process that may not write, and reads and writes a row. */
  async function tryFiles(files: readonly string[]) {
    const code = `
      const { openSqlite } = await import(${JSON.stringify(new URL('./sqlite-database.ts', import.meta.url).href)})
      const migrations = ${JSON.stringify(migrations)}
      const outcome = work => work.then(value => value, error => error.message)
      const tried = []
      for (const file of ${JSON.stringify(files)}) {
        const database = await openSqlite({ file, migrations })
        const rows = await outcome(database.query.selectFrom('a').selectAll().execute())
        const write = await outcome(database.query.insertInto('a').values({ b: 2 }).execute())
        const reason = database.unavailableReason()
        await database.close()
        const mustWrite = await outcome(openSqlite({ file, migrations, mustWrite: true }))
        tried.push({ rows, write, reason, mustWrite })
      }
      console.log(JSON.stringify(tried))`
    // Root may write anywhere.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const options = { ...user, env: { ...process.env, HOME: '/' } }
    const run = await promisify(execFile)(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', code],
      options,
    )
    return JSON.parse(run.stdout) as unknown
  }

  it('a file can be read, with the rows of its log; writing is refused in one sentence', async () => {
    const [closed, inUse] = ['closed', 'in-use'].map(name => join(root, name)) as [string, string]
    const database = await open(join(closed, 'a.db'))
    await database.query.insertInto('a').values({ b: 1 }).execute()
    // As after a crash: the row is in the log only.
    mkdirSync(inUse)
    for (const end of ['', '-wal', '-shm']) cpSync(join(closed, `a.db${end}`), join(inUse, `a.db${end}`))
    await database.close()
    expect(existsSync(join(closed, 'a.db-wal'))).toBe(false)
    for (const folder of [closed, inUse]) {
      for (const end of ['', '-wal', '-shm'])
        if (existsSync(join(folder, `a.db${end}`))) chmodSync(join(folder, `a.db${end}`), 0o444)
      chmodSync(folder, 0o555)
    }
    chmodSync(root, 0o755)
    const files = [closed, inUse].map(folder => join(folder, 'a.db'))
    const refused = 'SQLite: it is read-only (attempt to write a readonly database)'
    expect(await tryFiles(files)).toEqual(
      files.map(file => ({
        rows: [{ b: 1 }],
        write: refused,
        reason: refused,
        mustWrite: `The database ${file} cannot be used: access is denied.`,
      })),
    )
    for (const folder of [closed, inUse]) chmodSync(folder, 0o755)
  })
})

describe('a file that cannot be opened', () => {
  it.each([
    [{ reason: 'it is read-only', code: 'EACCES', message: 'm' }, 'it is read-only'],
    [{ code: 'EACCES', message: 'm' }, 'access is denied'],
    [{ code: 'EROFS', message: 'm' }, 'the folder is read-only'],
    [{ code: 'EOTHER', message: 'm' }, 'm'],
    [{ message: 'm' }, 'm'],
  ])('is reported: %j', (error, why) => {
    expect(openError('/a.db', error)).toMatchObject({
      name: 'OperatorError',
      message: `The database /a.db cannot be used: ${why}.`,
      cause: error,
    })
  })

  it('is reported when its folder is a file', async () => {
    writeFileSync(join(root, 'file'), '')
    await expect(open(join(root, 'file', 'below', 'a.db'))).rejects.toThrow(/its folder is a file\.$/)
  })
})
