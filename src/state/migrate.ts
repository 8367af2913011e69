// Brings a database to the schema of this release, with Kysely's Migrator: all pending steps, or none.
import { type Kysely, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { DialectName, Migrations } from './database.ts'

export interface MigrateOptions {
  readonly dialect: DialectName
  readonly migrations: Migrations
  /** PostgreSQL only. */
  readonly schema?: string
}

/** Reads first: a database that is up to date needs no right to change it. */
export async function migrate(database: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  await refuseNewer(database, options)
  if (!(await hasPending(database, options))) return
  try {
    await database.transaction().execute(transaction => migrateAlone(transaction, options))
  } catch (error) {
    // Another process, perhaps of a newer release, was quicker.
    if (await hasPending(database, options)) throw error
  }
}

/** Any number that nobody else in the database uses: "wares" in ASCII. */
const MIGRATION_LOCK_ID = 0x7761726573

async function migrateAlone(transaction: Kysely<unknown>, options: MigrateOptions): Promise<void> {
  if (options.dialect === 'postgres') {
    await sql`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`.execute(transaction)
    // Who waited for the lock may find the work done.
    if (!(await hasPending(transaction, options))) return
  }
  const done = await stepsOf010(transaction, options)
  const { error } = await migratorOf(transaction, options, done).migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * A file of its own has one version of Wares at a time, and an older one would miss what the newer keeps in it. PostgreSQL
 * is shared by replicas of both versions while they are replaced.
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

/** By hand, because Kysely would list every column of every table first. */
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

/** `done`: how many steps, from the first, the database has although nobody noted them. */
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

/** Release 0.1.0 counted its steps in a place of its own. Zero for a new database. */
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
