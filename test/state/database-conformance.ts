// Conformance suite of the database layer, run by the test of each database.
import { type Generated, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Migrations } from '../../src/store/database.ts'

export interface TestTables {
  item: {
    id: number
    name: string
    weight: number | null
    big: number | null
    bytes: Uint8Array | null
    note: Generated<string>
  }
}

const CREATE_ITEM = (table: string, real: string, big: string, bytes: string) =>
  `CREATE TABLE ${table} (id integer PRIMARY KEY, name text NOT NULL UNIQUE, weight ${real}, big ${big}, bytes ${bytes})`

export const FIRST: Migrations = {
  '001-item': {
    sqlite: [CREATE_ITEM('item', 'real', 'integer', 'blob')],
    // The PostgreSQL monitor queries the changes of keys.
    postgres: [
      CREATE_ITEM('wares.item', 'double precision', 'bigint', 'bytea'),
      'CREATE TABLE wares.key_changes (count bigint NOT NULL)',
    ],
  },
}
export const SECOND: Migrations = {
  ...FIRST,
  '002-note': {
    sqlite: [`ALTER TABLE item ADD COLUMN note text NOT NULL DEFAULT 'none'`],
    postgres: [`ALTER TABLE wares.item ADD COLUMN note text NOT NULL DEFAULT 'none'`],
  },
}
const BROKEN: Migrations = {
  ...SECOND,
  '003-broken': {
    sqlite: ['CREATE TABLE half (id integer)', 'CREATE NONSENSE'],
    postgres: ['CREATE TABLE wares.half (id integer)', 'CREATE NONSENSE'],
  },
}

type Open = (migrations: Migrations) => Promise<Database<TestTables>>

export function databaseConformance(open: Open): void {
  let database: Database<TestTables>
  let other: Database<TestTables>
  beforeAll(async () => {
    const old = await open(FIRST)
    await sql`INSERT INTO ${sql.table(old.dialect === 'sqlite' ? 'item' : 'wares.item')} (id, name) VALUES (1, 'old')`.execute(
      old.query,
    )
    await old.close()
    // Eight at once, as when replicas start.
    const all = await Promise.all(Array.from({ length: 8 }, () => open(SECOND)))
    ;[database, other] = all as [Database<TestTables>, Database<TestTables>]
    await Promise.all(all.slice(2).map(one => one.close()))
  })
  afterAll(async () => {
    await database.close()
    await other.close()
  })
  const names = async (from: Database<TestTables> = other) =>
    (await from.query.selectFrom('item').select('name').orderBy('id').execute()).map(row => row.name)
  const item = (id: number, name = `item ${id}`) => ({ id, name, weight: null, big: null, bytes: null })

  describe('migrations', () => {
    it('keep existing data', async () => {
      const row = await database.query.selectFrom('item').selectAll().where('id', '=', 1).executeTakeFirst()
      expect(row).toEqual({ id: 1, name: 'old', weight: null, big: null, bytes: null, note: 'none' })
    })

    it('leave nothing behind when a step fails', async () => {
      await expect(open(BROKEN)).rejects.toMatchObject({ name: 'OperatorError' })
      const tables = await database.query.introspection.getTables()
      expect(tables.map(table => table.name)).not.toContain('half')
      await (await open(SECOND)).close()
    })

    it('do not touch a database that is newer than this release', async () => {
      if (database.dialect === 'sqlite') {
        await expect(open(FIRST)).rejects.toMatchObject({
          name: 'OperatorError',
          message: expect.stringMatching(
            /^The database \S+ cannot be used: .*newer version of Wares[^\n]*\.$/,
          ),
        })
      } else {
        // Replicas of two releases share it during an upgrade.
        const old = await open(FIRST)
        expect(await names(old)).toContain('old')
        await old.close()
      }
      expect(await names()).toContain('old')
      await (await open(SECOND)).close()
    })
  })

  it('returns values unchanged', async () => {
    const row = {
      id: 10,
      name: 'Zoë ’ \u{1F6D2} \n"\'',
      weight: 0.1,
      big: 2 ** 53 - 1,
      bytes: Buffer.from([0, 255, 10]),
      note: '',
    }
    await database.query.insertInto('item').values(row).execute()
    const read = await other.query
      .selectFrom('item')
      .selectAll()
      .where('id', '=', 10)
      .executeTakeFirstOrThrow()
    expect({ ...read, bytes: Buffer.from(read.bytes ?? []) }).toEqual(row)
    await database.query.deleteFrom('item').where('id', '=', 10).execute()
  })

  it('reports how many rows a statement changed, and returns them on request', async () => {
    await database.query
      .insertInto('item')
      .values([item(20), item(21)])
      .execute()
    const [changed] = await database.query
      .updateTable('item')
      .set({ weight: 2 })
      .where('id', '>=', 20)
      .execute()
    expect(changed?.numUpdatedRows).toBe(2n)
    const gone = await database.query
      .deleteFrom('item')
      .where('id', '>=', 20)
      .returning(['id', 'weight'])
      .execute()
    expect(gone.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 20, weight: 2 },
      { id: 21, weight: 2 },
    ])
  })

  it('runs a compiled query repeatedly', async () => {
    const compiled = database.query.selectFrom('item').select('name').where('id', '=', 1).compile()
    for (let turn = 0; turn < 3; turn++) {
      expect((await database.query.executeQuery(compiled)).rows).toEqual([{ name: 'old' }])
    }
  })

  it('rejects a constraint violation, and keeps working', async () => {
    await expect(database.query.insertInto('item').values(item(2, 'old')).execute()).rejects.toThrow(
      /unique/i,
    )
    expect(database.unavailableReason()).toBeUndefined()
    expect(await names()).toEqual(['old'])
  })

  describe('transaction', () => {
    it('is visible to others after its commit, and not before', async () => {
      await database.query.transaction().execute(async transaction => {
        await transaction.insertInto('item').values(item(30)).execute()
        expect(await transaction.selectFrom('item').select('id').where('id', '=', 30).execute()).toHaveLength(
          1,
        )
        expect(await names()).toEqual(['old'])
        expect(await names(database)).toEqual(['old'])
      })
      expect(await names()).toEqual(['old', 'item 30'])
      await database.query.deleteFrom('item').where('id', '=', 30).execute()
    })

    it('leaves nothing behind when it fails, and throws the first error', async () => {
      const failing = database.query.transaction().execute(async transaction => {
        await transaction.insertInto('item').values(item(40)).execute()
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await names()).toEqual(['old'])
    })

    it('never interleaves with others of the same or another process', async () => {
      const add = (from: Database<TestTables>) =>
        from.query.transaction().execute(async transaction => {
          // The row lock of PostgreSQL; SQLite took its lock at the beginning.
          const { weight } = await transaction
            .updateTable('item')
            .set({ note: 'busy' })
            .where('id', '=', 1)
            .returning('weight')
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('item')
            .set({ weight: (weight ?? 0) + 1 })
            .where('id', '=', 1)
            .execute()
        })
      // Two at a time per process: with more of them, the last ones of a slow machine wait longer than a query may take.
      const addFive = async (from: Database<TestTables>) => {
        for (let turn = 0; turn < 5; turn++) await add(from)
      }
      await Promise.all([database, other, database, other].map(addFive))
      const row = await database.query
        .selectFrom('item')
        .select('weight')
        .where('id', '=', 1)
        .executeTakeFirst()
      expect(row?.weight).toBe(20)
    })
  })
}
