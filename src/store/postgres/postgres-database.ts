// Opens PostgreSQL and migrates its schema; a failure is one sentence for the operator.
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { markingPostgresTrouble } from '../database-trouble.ts'
import type { Database, Migrations } from '../database.ts'
import { migrate } from '../migrate.ts'
import { monitorPostgres, type PostgresMonitor } from './postgres-monitor.ts'

export interface PostgresDatabase<Tables> extends Database<Tables> {
  /** For long-running reports, such as a year of counts: a longer timeout and separate connections. */
  readonly reports: Kysely<Tables>
  readonly monitor: PostgresMonitor
}

export interface PostgresOptions {
  readonly url: string
  readonly migrations: Migrations
  readonly clock?: Clock
}

const SCHEMA = 'wares'
const QUERY_TIMEOUT_MS = 2_000
const REPORT_TIMEOUT_MS = 30_000
const MIGRATION_TIMEOUT_MS = 10 * 60_000

export async function openPostgres<Tables>({
  url,
  migrations,
  clock = systemClock,
}: PostgresOptions): Promise<PostgresDatabase<Tables>> {
  await runMigrations(url, migrations)
  const query = connect<Tables>(url, QUERY_TIMEOUT_MS, 10)
  const reports = connect<Tables>(url, REPORT_TIMEOUT_MS, 2)
  const monitor = monitorPostgres(url, clock)
  return {
    query: query.withSchema(SCHEMA),
    reports: reports.withSchema(SCHEMA),
    dialect: 'postgres',
    monitor,
    unavailableReason: () => monitor.unavailableReason(),
    async close() {
      await monitor.close()
      await Promise.all([query.destroy(), reports.destroy()])
    },
  }
}

function connect<Tables>(connectionString: string, timeoutMs: number, connections: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: 'wares',
    types: { getTypeParser: (oid, format) => PARSERS[oid] ?? types.getTypeParser(oid, format) },
  })
  // The pool replaces an idle connection that breaks; the monitor reports the problem.
  pool.on('error', () => {})
  // The pool listens only to idle connections. One that breaks between two queries of a transaction would crash the process;
  // the next query on it fails anyway.
  pool.on('connect', client => client.on('error', () => {}))
  const dialect = new PostgresDialect({ pool })
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => markingPostgresTrouble(dialect.createDriver()),
      createIntrospector: database => dialect.createIntrospector(database),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
}

/** Dates stay text, independent of the server's time zone. Counts stay far below 2^53. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.DATE]: String,
  [types.builtins.INT8]: Number,
}

/** Has its own long timeout: other replicas may be migrating, and a step may take long. */
async function runMigrations(url: string, migrations: Migrations): Promise<void> {
  const database = connect<unknown>(url, MIGRATION_TIMEOUT_MS, 1)
  try {
    await migrate(database, { dialect: 'postgres', migrations, schema: SCHEMA })
  } catch (error) {
    throw openError(url, error)
  } finally {
    await database.destroy()
  }
}

function openError(url: string, error: unknown): Error {
  const host = URL.parse(url)?.host ?? 'the configured URL'
  const { message, errors } = error as Error & { errors?: Error[] }
  const why = message || errors?.map(one => one.message).join('; ')
  return operatorError(`PostgreSQL at ${host} cannot be used: ${why}`)
}
