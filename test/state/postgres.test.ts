// PostgreSQL passes the store suite, can be opened by many replicas at once, and accepts a copy of an embedded database.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyStore } from '../../src/store/copy-store.ts'
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

  describe('wares db copy', () => {
    it('copies keys, revocations and usage, repeatedly, and adds what has grown', async () => {
      const folder = temporaryFolder('copy')
      const from = await openEmbeddedStore(folder)
      const to = await openPostgresStore(database.url)
      const wanted = {
        name: 'a',
        scopes: ['watchmarket'],
        ratePerS: 1,
        burst: 2,
        monthlyQuota: 3,
        expiresAt: null,
      }
      const [kept, ended] = [await createKey(from.keys, wanted, 1), await createKey(from.keys, wanted, 2)]
      const row = {
        day: '2026-05-01',
        keyId: kept.record.id,
        operation: 'o',
        outcome: 'ok',
        cache: 'hit',
        calls: 4,
        counted: 3,
      }
      await from.usage.add([row])
      await copyStore(from, to)
      await copyStore(from, to)
      expect(await to.keys.findByHash(kept.record.hash)).toEqual(kept.record)
      expect(await to.usage.read({ keyId: kept.record.id })).toEqual([row])
      await from.keys.revoke(ended.record.id, '2026-05-02T00:00:00.000Z')
      await from.usage.add([row])
      await to.usage.add([row])
      await copyStore(from, to)
      expect((await to.keys.findByHash(ended.record.hash))?.revokedAt).toBe('2026-05-02T00:00:00.000Z')
      expect(await to.usage.read({ keyId: kept.record.id })).toEqual([{ ...row, calls: 12, counted: 9 }])
      await from.close()
      await to.close()
    })
  })
})
