// Copies every row of an embedded database into an empty PostgreSQL schema: how a data folder moves there.
import type { Kysely } from 'kysely'
import { operatorError } from '../runtime/operator-error.ts'
import type { PostgresStore } from './postgres/postgres-store.ts'
import { DatabaseSync } from './sqlite/node-sqlite.ts'

/** Small enough for the 65,535 parameters of a statement. */
const BATCH_ROWS = 1_000

type AnyTables = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What PostgreSQL keeps by itself, or has for each database. */
const OWN_TABLES = new Set(['about', 'key_changes', 'kysely_migration', 'feed', 'jobs'])

/** Returns the number of rows by table. Throws if the schema has data. */
export async function copyTables(file: string, { database }: PostgresStore): Promise<Record<string, number>> {
  const source = new DatabaseSync(file)
  try {
    const tables = source
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map(({ name }) => String(name))
      .filter(name => !OWN_TABLES.has(name))
    const target = database.query.withTables<AnyTables>()
    await throwIfFull(target, tables)
    const counts: Record<string, number> = {}
    await target.transaction().execute(async transaction => {
      for (const table of tables) counts[table] = await copyTable(source, table, transaction)
      const feed = source.prepare('SELECT last_id FROM feed').get()
      await transaction
        .updateTable('feed')
        .set({ last_id: feed?.last_id ?? 0 })
        .execute()
    })
    return counts
  } finally {
    source.close()
  }
}

async function throwIfFull(target: Kysely<AnyTables>, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const row = await target.selectFrom(table).selectAll().limit(1).executeTakeFirst()
    if (row) throw operatorError(`The PostgreSQL database has data in "${table}": restore into an empty one.`)
  }
}

async function copyTable(
  source: InstanceType<typeof DatabaseSync>,
  table: string,
  target: Kysely<AnyTables>,
): Promise<number> {
  let count = 0
  let rows: Record<string, unknown>[] = []
  const flush = async () => {
    if (rows.length > 0) await target.insertInto(table).values(rows).execute()
    count += rows.length
    rows = []
  }
  for (const row of source.prepare(`SELECT * FROM "${table}"`).iterate()) {
    rows.push(postgresRow(table, row))
    if (rows.length === BATCH_ROWS) await flush()
  }
  await flush()
  return count
}

/** SQLite stores a list as words, and bytes as an array. */
function postgresRow(table: string, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, value]) => {
    if (table === 'keys' && name === 'scopes') return [name, String(value).split(' ').filter(Boolean)]
    return [name, value instanceof Uint8Array ? Buffer.from(value) : value]
  })
  return Object.fromEntries(cells) as Record<string, unknown>
}
