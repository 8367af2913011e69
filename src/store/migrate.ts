// Migrates a database to the schema of this release: all pending steps, or none.
import { type Kysely, sql } from 'kysely'
import type { DialectName, Migrations } from './database.ts'

export interface MigrateOptions {
  readonly dialect: DialectName
  readonly migrations: Migrations
  /** PostgreSQL only. */
  readonly schema?: string
}

/** The names of the steps that were applied, as Kysely's Migrator of 0.3.0 recorded them. */
const MIGRATION_TABLE = 'kysely_migration'

/** An arbitrary lock id that nothing else in the database uses: "wares" in ASCII. */
const MIGRATION_LOCK_ID = 0x7761726573

/** Reads first, so that an up-to-date database needs no permission to change the schema. */
export async function migrate(database: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  if ((await pendingSteps(database, options)).length === 0) return
  try {
    await database.transaction().execute(transaction => migrateAlone(transaction, options))
  } catch (error) {
    // Another process, perhaps of a newer release, was faster.
    if ((await pendingSteps(database, options)).length > 0) throw error
  }
}

async function migrateAlone(transaction: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  const { dialect, migrations, schema } = options
  if (schema !== undefined) {
    await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`.execute(transaction)
    // Whoever owns the schema may have no right to make one, not even one that exists.
    const { rows } = await sql`SELECT FROM pg_namespace WHERE nspname = ${schema}`.execute(transaction)
    if (rows.length === 0) await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(transaction)
  }
  const table = sql.table(tableName(MIGRATION_TABLE, schema))
  await sql`CREATE TABLE IF NOT EXISTS ${table}
    (name varchar(255) NOT NULL PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(transaction)
  // While this process waited for the lock, another one may have migrated.
  for (const name of await pendingSteps(transaction, options)) {
    for (const statement of migrations[name]?.[dialect] ?? []) await sql.raw(statement).execute(transaction)
    await sql`INSERT INTO ${table} VALUES (${name}, ${new Date().toISOString()})`.execute(transaction)
  }
}

/** Throws if the database is older than the first step, or a SQLite file newer than the last one. */
async function pendingSteps(database: Kysely<unknown>, options: MigrateOptions): Promise<string[]> {
  const { dialect, migrations } = options
  const steps = Object.keys(migrations).toSorted()
  const applied = await appliedSteps(database, options)
  if (applied.length === 0 ? await isOf010(database, options) : !applied.includes(steps[0] ?? ''))
    throw new Error('it is older than 0.3.0; start Wares 0.3.0 with it once, which upgrades it')
  // PostgreSQL is shared by replicas of both versions during an upgrade. An older one would not understand newer data in a file.
  if (dialect === 'sqlite' && applied.some(name => name > (steps.at(-1) ?? '')))
    throw new Error(
      'it was written by a newer version of Wares; run that version, or set WARES_DATA to another folder',
    )
  return steps.filter(name => !applied.includes(name))
}

async function appliedSteps(
  database: Kysely<unknown>,
  { dialect, schema }: MigrateOptions,
): Promise<string[]> {
  const table = tableName(MIGRATION_TABLE, schema)
  if (!(await hasTable(database, dialect, table))) return []
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(database)
  return rows.map(row => row.name)
}

/** Release 0.1.0 counted its steps elsewhere. */
async function isOf010(database: Kysely<unknown>, { dialect, schema }: MigrateOptions): Promise<boolean> {
  if (dialect === 'postgres') return hasTable(database, dialect, tableName('schema_version', schema))
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database)
  return rows[0]?.user_version !== 0
}

async function hasTable(database: Kysely<unknown>, dialect: DialectName, table: string): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`SELECT name FROM sqlite_master WHERE name = ${table}`.execute(database)
      : await sql`SELECT FROM pg_class WHERE oid = to_regclass(${table})`.execute(database)
  return rows.length > 0
}

function tableName(name: string, schema: string | undefined): string {
  return schema === undefined ? name : `${schema}.${name}`
}
