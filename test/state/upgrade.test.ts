// A database of 0.3.0 opens with all its data, and a new one has the same tables. What is older is refused and left as it is.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/store/keys/make-key.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createTestDatabase, postgresServer, queryPostgres } from '../services.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const schemaOf = (name: string) => readFileSync(new URL(`schema-0.3.0/${name}.sql`, import.meta.url), 'utf8')

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

/** Nothing reads or writes them any more. */
const UNUSED = new Set([
  'catalog_products',
  'drift_values',
  'usage_writers',
  'kysely_migration',
  'kysely_migration_lock',
])
const isUsed = ({ table }: { table: string }) => !UNUSED.has(table)

describe('SQLite', () => {
  const folder = temporaryFolder('upgrade')
  const fileIn = (name: string) => join(folder, name, 'wares.db')
  const make = (name: string, statements: string) => {
    mkdirSync(join(folder, name))
    const old = new DatabaseSync(fileIn(name))
    old.exec('PRAGMA journal_mode = WAL')
    old.exec(statements)
    old.close()
  }
  const schemaIn = (name: string) => {
    const file = new DatabaseSync(fileIn(name))
    const ask = (text: string) => file.prepare(text).all() as { table: string }[]
    const columns =
      ask(`SELECT t.name AS "table", c.* FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
      WHERE t.schema = 'main' AND t.type = 'table' ORDER BY 1, cid`)
    const tables = ask(
      `SELECT name AS "table", wr, strict FROM pragma_table_list WHERE schema = 'main' ORDER BY 1`,
    )
    const others = ask(
      `SELECT tbl_name AS "table", name, sql FROM sqlite_master WHERE type != 'table' ORDER BY 1, 2`,
    )
    file.close()
    return [...columns, ...tables, ...others].filter(isUsed)
  }

  it('of 0.3.0 keeps its keys and counts, and has the tables of a new one', async () => {
    make('old', schemaOf('sqlite'))
    const old = new DatabaseSync(fileIn('old'))
    old.exec(`INSERT INTO keys VALUES ('${KEY.id}', '${KEY.name}', '${KEY.hash}', '${KEY.scopes.join(' ')}', 2.5, 7,
        10000000000, '${KEY.createdAt}', '${KEY.expiresAt}', NULL, NULL);
      INSERT INTO usage VALUES ('2026-05-14', 'key_old', 'watchmarket.search', 'ok', 'hit', 12, 11)`)
    old.close()
    const store = await openEmbeddedStore(join(folder, 'old'))
    expect(store.id).toBe('a1b2c3d4e5f60718')
    await expectEverything(store)
    await store.close()
    await (await openEmbeddedStore(join(folder, 'new'))).close()
    expect(schemaIn('old')).toEqual(schemaIn('new'))
  })

  it.each([
    ['0.1', 'CREATE TABLE keys (id TEXT); PRAGMA user_version = 2'],
    [
      '0.2',
      `CREATE TABLE kysely_migration (name TEXT, timestamp TEXT);
      INSERT INTO kysely_migration VALUES ('001-keys', ''), ('014-watched-catalogues', '')`,
    ],
  ])('of %s is refused in one sentence, and left as it is', async (name, statements) => {
    make(name, statements)
    const before = readFileSync(fileIn(name))
    await expect(openEmbeddedStore(join(folder, name), { exclusive: true })).rejects.toMatchObject({
      name: 'OperatorError',
      message: `The database ${fileIn(name)} cannot be used: it is older than 0.3.0; start Wares 0.3.0 with it once, which upgrades it.`,
    })
    expect(readFileSync(fileIn(name))).toEqual(before)
  })
})

describe.skipIf(postgresServer === undefined)('PostgreSQL', () => {
  type Server = Awaited<ReturnType<typeof createTestDatabase>>
  let server: Server
  let fresh: Server
  let older: Server
  beforeAll(async () => {
    ;[server, fresh, older] = (await Promise.all([1, 2, 3].map(() => createTestDatabase()))) as [
      Server,
      Server,
      Server,
    ]
  })
  afterAll(() => Promise.all([server, fresh, older].map(one => one.drop())))
  const schemaIn = async ({ url }: Server) => {
    const ask = (text: string) => queryPostgres<{ table: string }>(url, text)
    const found = [
      await ask(`SELECT relname AS table, relkind, relpartbound IS NULL AS whole FROM pg_class
        WHERE relnamespace = 'wares'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`),
      await ask(`SELECT c.relname AS table, attnum, attname, format_type(atttypid, atttypmod) AS type, attnotnull, attidentity,
          attstorage, pg_get_expr(adbin, adrelid) AS preset FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
          LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'wares'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped ORDER BY 1, 2`),
      await ask(`SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE connamespace = 'wares'::regnamespace AND contype != 'n' ORDER BY 1, 2`),
      await ask(
        `SELECT tablename AS table, indexdef FROM pg_indexes WHERE schemaname = 'wares' ORDER BY 1, 2`,
      ),
      await ask(`SELECT proname AS table, pg_get_functiondef(oid) AS definition FROM pg_proc
        WHERE pronamespace = 'wares'::regnamespace ORDER BY 1`),
      await ask(`SELECT relname AS table, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
        WHERE relnamespace = 'wares'::regnamespace ORDER BY 1`),
    ]
    const all = found.flat().filter(one => !UNUSED.has(one.table.replace('wares.', '')))
    // The first month of spans is the one after that in which the database was made; columns that were added have greater numbers.
    return all.map(one => JSON.stringify(one).replace(/"attnum":\d+,|\d{13}/g, ''))
  }

  it('of 0.3.0 keeps its keys and counts, and has the tables of a new one', async () => {
    await queryPostgres(server.url, schemaOf('postgres'))
    await queryPostgres(
      server.url,
      `INSERT INTO wares.keys VALUES ('${KEY.id}', '${KEY.name}', '${KEY.hash}', '{${KEY.scopes.join(',')}}', 2.5, 7,
         10000000000, '${KEY.createdAt}', '${KEY.expiresAt}', NULL);
       INSERT INTO wares.usage VALUES ('2026-05-14', 'key_old', 'watchmarket.search', 'ok', 'hit', '', 12, 11)`,
    )
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore(server.url)))
    await expectEverything(stores[0] as Store)
    await Promise.all(stores.map(store => store.close()))
    await (await openPostgresStore(fresh.url)).close()
    expect(await schemaIn(server)).toEqual(await schemaIn(fresh))
  })

  it.each(['wares.schema_version (steps integer)', "wares.kysely_migration (name) AS VALUES ('001-keys')"])(
    'that is older is refused: %s',
    async table => {
      await queryPostgres(
        older.url,
        `DROP SCHEMA IF EXISTS wares CASCADE; CREATE SCHEMA wares; CREATE TABLE ${table}`,
      )
      await expect(openPostgresStore(older.url)).rejects.toThrow(
        /cannot be used: it is older than 0\.3\.0; start Wares 0\.3\.0 with it once, which upgrades it$/,
      )
    },
  )

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
