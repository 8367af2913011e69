// `wares db copy`: from the data folder to an empty PostgreSQL database, once and again, in a pipe and on a terminal.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { queryPostgres, postgresServer, createTestDatabase } from '../services.ts'
import { COMMAND, startServer, wares } from './process.ts'
import { runOnTerminal } from './terminal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROWS = 2_500

describe.skipIf(postgresServer === undefined)('wares db copy', () => {
  const folder = temporaryFolder('db-copy')
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let env: Record<string, string>
  let key: string

  beforeAll(async () => {
    database = await createTestDatabase()
    env = { WARES_DATA: folder }
    key = (JSON.parse((await wares(['keys', 'create', '--name', 'me'], env)).stdout) as { id: string }).id
    const store = await openEmbeddedStore(folder)
    const row = { keyId: key, outcome: 'ok', cache: 'hit', calls: 2, counted: 1, day: '2026-05-01' }
    await store.usage.add(Array.from({ length: ROWS }, (_, number) => ({ ...row, operation: `o.${number}` })))
    await store.close()
  })
  afterAll(async () => {
    await database.drop()
  })

  const calls = async () =>
    Number((await queryPostgres<{ sum: string }>(database.url, 'SELECT sum(calls) FROM wares.usage'))[0]?.sum)

  it('reports what it copied, source and target, and how to use it; without a bar in a pipe', async () => {
    const { code, stdout, stderr } = await wares(['db', 'copy', '--to', database.url], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Copied 1 key (1 new there) and 2,500 rows of usage')
    expect(stdout).toContain(`from ${join(folder, 'wares.db')} to ${new URL(database.url).host}`)
    expect(stdout).toContain('WARES_DATABASE_URL')
    expect(await calls()).toBe(ROWS * 2)
  })

  it('counts nothing twice when repeated, and shows its progress on a terminal', async () => {
    const line = `${process.execPath} ${COMMAND} db copy`
    const { code, stdout } = await runOnTerminal(line, { ...env, WARES_DATABASE_URL: database.url })
    expect(code).toBe(0)
    expect(stdout).toMatch(/\[#{24}\] 2,500\/2,500 {2}100%/)
    expect(stdout).toContain('Copied 1 key (0 new there)')
    expect(await calls()).toBe(ROWS * 2)
  })

  it('lets the other database serve the same keys and usage', async () => {
    const there = { ...env, WARES_DATABASE_URL: database.url }
    const keys = JSON.parse((await wares(['keys', 'list'], there)).stdout) as { id: string }[]
    expect(keys.map(one => one.id)).toEqual([key])
    await startServer(there)
    const usage = JSON.parse((await wares(['usage'], there)).stdout) as { totals: unknown }
    expect(usage.totals).toEqual({ calls: ROWS * 2, counted: ROWS })
  })

  it.each<[string, string[], RegExp]>([
    ['no address', [], /^Set WARES_DATABASE_URL/],
    [
      'a PostgreSQL that is down',
      ['--to', 'postgres://me:secret@127.0.0.1:1/x'],
      /^PostgreSQL at 127.0.0.1:1 cannot be used/,
    ],
  ])('prints one sentence for %s', async (_, args, said) => {
    const { code, stderr } = await wares(['db', 'copy', ...args], env)
    expect(code).toBe(1)
    expect(stderr).toMatch(said)
    expect(stderr).not.toMatch(/secret|\n    at /)
  })
})
