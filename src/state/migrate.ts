// Migrates a database to the schema of this release with Kysely's Migrator: all pending steps, or none.
import { type Kysely, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { DialectName, Migrations } from './database.ts'

export interface MigrateOptions {
  readonly dialect: DialectName
  readonly migrations: Migrations
  /** PostgreSQL only. */
  readonly schema?: string
}

/** Reads first, so that an up-to-date database needs no permission to change the schema. */
export async function migrate(database: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  await refuseNewer(database, options)
  if (!(await hasPending(database, options))) return
  try {
    await database.transaction().execute(transaction => migrateAlone(transaction, options))
  } catch (error) {
    // Another process, perhaps of a newer release, was faster.
    if (await hasPending(database, options)) throw error
  }
}

/** An arbitrary lock id that nothing else in the database uses: "wares" in ASCII. */
const MIGRATION_LOCK_ID = 0x7761726573

async function migrateAlone(transaction: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  if (options.dialect === 'postgres') {
    await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`.execute(transaction)
    // While we waited for the lock, another process may have migrated.
    if (!(await hasPending(transaction, options))) return
  }
  const done = await stepsOf010(transaction, options)
  const { error } = await migratorOf(transaction, options, done).migrateToLatest()
  if (error !== undefined) throw error
  // Release 0.1.0 counts its steps here. Without a count it tries to create its tables again, and refuses to start.
  if (options.dialect === 'sqlite') await sql`PRAGMA user_version = 0`.execute(transaction)
}

/**
 * A SQLite file is used by one version of Wares at a time, and an older one would not understand newer data. PostgreSQL
 * is shared by replicas of both versions during an upgrade.
 */
async function refuseNewer(
  database: Kysely<unknown>,
  { dialect, migrations }: MigrateOptions,
): Promise<void> {
  if (dialect !== 'sqlite' || !(await hasTable(database, dialect, MIGRATION_TABLE))) return
  const applied = await appliedSteps(database, MIGRATION_TABLE)
  if (applied.some(name => !(name in migrations)))
    throw new Error(
      'it was written by a newer version of Wares; run that version, or set WARES_DATA to another folder',
    )
}

async function appliedSteps(database: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(table)}`.execute(database)
  return rows.map(row => row.name)
}

/** Queried directly, because Kysely would first list every column of every table. */
async function hasPending(database: Kysely<unknown>, options: MigrateOptions): Promise<boolean> {
  const table = options.schema === undefined ? MIGRATION_TABLE : `${options.schema}.${MIGRATION_TABLE}`
  if (!(await hasTable(database, options.dialect, table))) return true
  const applied = new Set(await appliedSteps(database, table))
  return Object.keys(options.migrations).some(name => !applied.has(name))
}

async function hasTable(database: Kysely<unknown>, dialect: DialectName, table: string): Promise<boolean> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`SELECT name FROM sqlite_master WHERE name = ${table}`.execute(database)
      : await sql`SELECT FROM pg_class WHERE oid = to_regclass(${table})`.execute(database)
  return rows.length > 0
}

const MIGRATION_TABLE = 'kysely_migration'

/** `done`: how many of the first steps are already applied, although the migration table does not list them. */
function migratorOf(database: Kysely<unknown>, options: MigrateOptions, done: number): Migrator {
  const { dialect, migrations, schema } = options
  const steps = Object.keys(migrations)
    .toSorted()
    .map((name, place): [string, Migration] => [
      name,
      { up: db => (place < done ? Promise.resolve() : runAll(db, migrations[name]?.[dialect] ?? [])) },
    ])
  return new Migrator({
    db: database,
    migrationTableName: MIGRATION_TABLE,
    provider: { getMigrations: async () => Object.fromEntries(steps) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
}

async function runAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

/** Steps applied by release 0.1.0, which recorded them elsewhere. Zero for a new database. */
async function stepsOf010(database: Kysely<unknown>, { dialect, schema }: MigrateOptions): Promise<number> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database)
    return rows[0]?.user_version ?? 0
  }
  const table = `${schema}.schema_version`
  if (!(await hasTable(database, dialect, table))) return 0
  const { rows } = await sql<{ steps: number }>`SELECT steps FROM ${sql.table(table)}`.execute(database)
  return rows[0]?.steps ?? 0
}
