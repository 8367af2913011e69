// Upgrades a database of release 0.1.0 to the current schema with all its data; old and new replicas can run together.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/state/keys/make-key.ts'
import { openPostgresStore } from '../../src/state/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../src/state/sqlite/sqlite-store.ts'
import type { Store } from '../../src/state/store.ts'
import { createTestDatabase, postgresServer, queryPostgres } from '../services.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const schemaOf = (name: string) => readFileSync(new URL(`schema-0.1.0/${name}.sql`, import.meta.url), 'utf8')

const KEY = {
  id: 'key_old',
  name: 'from before',
  hash: 'a'.repeat(64),
  scopes: ['watchmarket', 'sneakerhub.prices'],
  ratePerS: 2.5,
  burst: 7,
  monthlyQuota: 10_000_000_000,
  createdAt: '2026-05-14T10:00:00.123Z',
  expiresAt: '2099-01-01T00:00:00.000Z',
  revokedAt: null,
}
const USAGE = {
  day: '2026-05-14',
  keyId: 'key_old',
  operation: 'watchmarket.search',
  outcome: 'ok',
  cache: 'hit',
  calls: 12,
  counted: 11,
}

async function expectEverything(store: Store): Promise<void> {
  expect(await store.keys.list()).toEqual([KEY])
  expect(await store.usage.read({})).toEqual([USAGE])
  await store.usage.add([{ ...USAGE, calls: 1, counted: 1 }])
  expect(await store.usage.read({ from: '2026-05-14' })).toEqual([{ ...USAGE, calls: 13, counted: 12 }])
  const before = store.keys.version()
  await createKey(store.keys, { ...KEY, name: 'new' }, Date.now())
  expect(store.keys.version()).not.toBe(before)
  expect(await store.keys.list()).toHaveLength(2)
}

describe('SQLite of 0.1.0', () => {
  const folder = temporaryFolder('upgrade')

  it('keeps its keys and counts, and opens again without a change', async () => {
    const old = new DatabaseSync(join(folder, 'wares.db'))
    old.exec('PRAGMA journal_mode = WAL')
    old.exec(schemaOf('sqlite'))
    old.exec(`INSERT INTO keys VALUES ('${KEY.id}', '${KEY.name}', '${KEY.hash}', '${KEY.scopes.join(' ')}', 2.5, 7,
        10000000000, '${KEY.createdAt}', '${KEY.expiresAt}', NULL);
      INSERT INTO usage VALUES ('2026-05-14', 'key_old', 'watchmarket.search', 'ok', 'hit', 12, 11);
      INSERT INTO usage_writers VALUES ('writer-old', 41)`)
    const { id } = old.prepare('SELECT id FROM about').get() as { id: string }
    // A process of the old release runs while the file is upgraded.
    const store = await openEmbeddedStore(folder)
    expect(store.id).toBe(id)
    await expectEverything(store)
    const version = store.keys.version()
    old.exec(`UPDATE keys SET revoked_at = '2026-06-01T00:00:00.000Z' WHERE id = 'key_old'`)
    await store.keys.sync()
    expect(store.keys.version()).not.toBe(version)
    old.close()
    await store.close()
    // The old release is refused from now on: it would create its tables again.
    const refused = new DatabaseSync(join(folder, 'wares.db'))
    expect(refused.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
    expect(() => refused.exec(schemaOf('sqlite'))).toThrow(/already exists/)
    refused.close()
    const again = await openEmbeddedStore(folder)
    expect(await again.keys.list()).toHaveLength(2)
    await again.close()
  })
})

describe.skipIf(postgresServer === undefined)('PostgreSQL of 0.1.0', () => {
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    server = await createTestDatabase()
  })
  afterAll(() => server.drop())

  it('keeps its keys and counts, and its old count of steps', async () => {
    await queryPostgres(server.url, schemaOf('postgres'))
    await queryPostgres(
      server.url,
      `INSERT INTO wares.keys VALUES ('${KEY.id}', '${KEY.name}', '${KEY.hash}', '{${KEY.scopes.join(',')}}', 2.5, 7,
         10000000000, '${KEY.createdAt}', '${KEY.expiresAt}', NULL);
       INSERT INTO wares.usage VALUES ('2026-05-14', 'key_old', 'watchmarket.search', 'ok', 'hit', '', 12, 11);
       INSERT INTO wares.usage_writers VALUES ('writer-old', 41)`,
    )
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(server.url)))
    await expectEverything(stores[0] as Store)
    await Promise.all(stores.map(store => store.close()))
    // A replica of 0.1.0 that starts now finds the table it expects.
    expect(await queryPostgres(server.url, 'SELECT steps FROM wares.schema_version')).toEqual([{ steps: 2 }])
  })

  it('can be opened by a user without schema permissions once it is up to date', async () => {
    const user = `reader_${process.pid}_${Math.random().toString(36).slice(2)}`
    await queryPostgres(
      server.url,
      `CREATE USER ${user}; GRANT USAGE ON SCHEMA wares TO ${user};
       GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA wares TO ${user}`,
    )
    const url = new URL(server.url)
    url.username = user
    const store = await openPostgresStore(url.href)
    expect(await store.keys.list()).toHaveLength(2)
    await store.close()
    await queryPostgres(server.url, `DROP OWNED BY ${user}; DROP USER ${user}`)
  })
})
