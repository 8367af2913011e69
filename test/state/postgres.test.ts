// PostgreSQL passes the store suite, can be opened by many replicas at once, and takes over an embedded database.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyTables } from '../../src/store/copy-tables.ts'
import { createKey } from '../../src/store/keys/make-key.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { postgresServer, createTestDatabase, queryPostgres } from '../services.ts'
import { storeConformance } from './store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  describe('opened first by eight replicas at once', () => {
    it('is set up once', async () => {
      const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore(database.url)))
      expect(await Promise.all(stores.map(store => store.keys.list()))).toEqual(stores.map(() => []))
      expect(stores.map(store => store.unavailableReason())).toEqual(stores.map(() => undefined))
      await Promise.all(stores.map(store => store.close()))
      const connections = () =>
        queryPostgres(
          database.url,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'wares%'`,
        )
      await expect.poll(connections, { timeout: 5_000 }).toEqual([])
    })

    it('reports in one sentence that it cannot be opened', async () => {
      await expect(openPostgresStore('postgres://nobody@127.0.0.1:1/none')).rejects.toMatchObject({
        name: 'OperatorError',
        message: expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/),
      })
    })
  })

  it('survives a connection that breaks between two queries of a transaction', async () => {
    const store = await openPostgresStore(database.url)
    const broken = store.database.query.transaction().execute(async transaction => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction)
      await queryPostgres(database.url, `SELECT pg_terminate_backend(${rows[0]?.pid})`)
      await sleep(200)
      await sql`SELECT 1`.execute(transaction)
    })
    await expect(broken).rejects.toThrow()
    expect(await store.keys.list()).toEqual([])
    await store.close()
  })

  describe('as a store', () => storeConformance(() => openPostgresStore(database.url)))

  it('takes every table of a data folder, and only once', async () => {
    const folder = temporaryFolder('copy')
    const from = await openEmbeddedStore(folder)
    const wanted = {
      name: 'a',
      scopes: ['watchmarket', 'general'],
      ratePerS: 1,
      burst: 2,
      monthlyQuota: 3,
      expiresAt: null,
    }
    const { record } = await createKey(from.keys, wanted, 1)
    const row = {
      day: '2026-05-01',
      keyId: record.id,
      operation: 'o',
      outcome: 'ok',
      cache: 'hit',
      calls: 4,
      counted: 3,
    }
    await from.usage.add([row])
    await from.close()
    const other = await createTestDatabase()
    const to = await openPostgresStore(other.url)
    const file = join(folder, 'wares.db')
    expect(await copyTables(file, to)).toMatchObject({ keys: 1, usage: 1, watches: 0, watch_spans: 0 })
    expect(await to.keys.findByHash(record.hash)).toEqual(record)
    expect(await to.usage.read({ keyId: record.id })).toEqual([row])
    await expect(copyTables(file, to)).rejects.toThrow('restore into an empty one')
    await to.close()
    await other.drop()
  })
})
