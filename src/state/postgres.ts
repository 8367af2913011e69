// The store for many replicas: keys and usage in PostgreSQL.
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import type { KeyRecord, KeyStore } from './keys.ts'
import { migrate, type Tables } from './postgres-schema.ts'
import { copyUsage, postgresUsage, ROWS_AT_ONCE } from './postgres-usage.ts'
import { refuseWhileGone, type Watch, watchPostgres } from './postgres-watch.ts'
import type { UsageRow, UsageStore } from './usage.ts'

export interface PostgresStore {
  readonly keys: KeyStore
  readonly usage: UsageStore
  readonly shared: true
  trouble(): string | undefined
  /** What `wares db copy` needs beside: keys and counts of another database put here, however often. */
  copyKeys(records: readonly KeyRecord[]): Promise<void>
  copyUsage(source: string, rows: readonly UsageRow[]): Promise<void>
  close(): Promise<void>
}

const ANSWER_WITHIN_MS = 2_000
/** Counts of a year are read by people who wait for them. */
const REPORT_WITHIN_MS = 30_000
const SET_UP_WITHIN_MS = 10 * 60_000

export async function openPostgresStore(connectionString: string): Promise<PostgresStore> {
  await setUp(connectionString)
  const database = connect(connectionString, ANSWER_WITHIN_MS, 10)
  const reports = connect(connectionString, REPORT_WITHIN_MS, 2)
  const watch = watchPostgres(connectionString)
  return {
    keys: postgresKeys(database, watch),
    usage: postgresUsage(database, reports, watch),
    shared: true,
    trouble: () => watch.trouble(),
    copyKeys: records => copyKeys(database, records),
    copyUsage: (source, rows) => copyUsage(database, source, rows),
    async close() {
      await watch.close()
      await Promise.all([database.destroy(), reports.destroy()])
    },
  }
}

function connect(connectionString: string, answerWithinMs: number, connections: number): Kysely<Tables> {
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: 'wares',
    // A day is a day, wherever the server stands: no Date in between.
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.DATE ? String : types.getTypeParser(oid, format),
    },
  })
  // An idle connection that breaks is replaced; the watch tells of the trouble.
  pool.on('error', () => {})
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Other replicas may be at it, and a step may take its time. */
async function setUp(connectionString: string): Promise<void> {
  const database = connect(connectionString, SET_UP_WITHIN_MS, 1)
  try {
    await migrate(database)
  } catch (error) {
    throw cannotOpen(connectionString, error)
  } finally {
    await database.destroy()
  }
}

function cannotOpen(connectionString: string, error: unknown): Error {
  const host = URL.parse(connectionString)?.host ?? 'the given address'
  const { message, errors } = error as Error & { errors?: Error[] }
  const why = message || errors?.map(one => one.message).join('; ')
  return Object.assign(new Error(`PostgreSQL at ${host} cannot be used: ${why}`), { name: 'PlainError' })
}

function postgresKeys(database: Kysely<Tables>, watch: Watch): KeyStore {
  // Our own changes are known here before the notification comes back.
  let own = 0
  const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => {
    own++
    return numUpdatedRows > 0n
  }
  return {
    async add(record) {
      await database.insertInto('wares.keys').values(rowOf(record)).execute()
      own++
    },
    async list() {
      const rows = await database
        .selectFrom('wares.keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(recordOf)
    },
    async findByHash(hash) {
      refuseWhileGone(watch)
      const row = await database
        .selectFrom('wares.keys')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && recordOf(row)
    },
    revoke: async (id, at) =>
      changed(
        await database
          .updateTable('wares.keys')
          .set({ revoked_at: sql`coalesce(revoked_at, ${at}::timestamptz)` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    expire: async (id, at) =>
      changed(
        await database
          .updateTable('wares.keys')
          // LEAST passes over NULL.
          .set({ expires_at: sql`least(expires_at, ${at}::timestamptz)` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    version: () => watch.version() + own,
    seenAtMs: () => watch.seenAtMs(),
    close: async () => {},
  }
}

function rowOf(record: KeyRecord) {
  return {
    id: record.id,
    name: record.name,
    hash: record.hash,
    scopes: [...record.scopes],
    rate_per_s: record.ratePerS,
    burst: record.burst,
    monthly_quota: record.monthlyQuota,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
  }
}

function recordOf(row: Tables['wares.keys']): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    scopes: row.scopes,
    ratePerS: row.rate_per_s,
    burst: row.burst,
    monthlyQuota: row.monthly_quota === null ? null : Number(row.monthly_quota),
    createdAt: isoOf(row.created_at),
    expiresAt: row.expires_at === null ? null : isoOf(row.expires_at),
    revokedAt: row.revoked_at === null ? null : isoOf(row.revoked_at),
  }
}

function isoOf(date: Date | string): string {
  return new Date(date).toISOString()
}

/** Keys that are there already keep the earlier end of both. */
async function copyKeys(database: Kysely<Tables>, records: readonly KeyRecord[]): Promise<void> {
  for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
    await database
      .insertInto('wares.keys')
      .values(records.slice(from, from + ROWS_AT_ONCE).map(rowOf))
      .onConflict(on =>
        on.column('id').doUpdateSet({
          expires_at: sql`least(keys.expires_at, excluded.expires_at)`,
          revoked_at: sql`least(keys.revoked_at, excluded.revoked_at)`,
        }),
      )
      .execute()
  }
}
