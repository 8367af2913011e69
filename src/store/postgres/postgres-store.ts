// The store for many replicas: keys and usage in PostgreSQL.
import { type Kysely, sql } from 'kysely'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import type { Database } from '../database.ts'
import type { KeyRecord, KeyStore } from '../keys/key-record.ts'
import { openPostgres } from './postgres-database.ts'
import { throwIfUnreachable, type PostgresMonitor } from './postgres-monitor.ts'
import { postgresUsage } from './postgres-usage.ts'
import { MIGRATIONS, type PostgresTables } from '../migrations/migrations.ts'
import type { Store } from '../store.ts'

export interface PostgresStore extends Store {
  readonly shared: true
}

export async function openPostgresStore(url: string, clock: Clock = systemClock): Promise<PostgresStore> {
  const database = await openPostgres<PostgresTables>({ url, migrations: MIGRATIONS, clock })
  const { query, reports, monitor } = database
  return {
    keys: postgresKeys(query, monitor),
    usage: postgresUsage(query, reports, monitor),
    database: database as Database<unknown>,
    shared: true,
    unavailableReason: () => database.unavailableReason(),
    close: () => database.close(),
  }
}

function postgresKeys(database: Kysely<PostgresTables>, watch: PostgresMonitor): KeyStore {
  // Counts our own changes, which take effect before the notification arrives.
  let own = 0
  const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => {
    own++
    return numUpdatedRows > 0n
  }
  return {
    async add(record) {
      await database.insertInto('keys').values(rowOf(record)).execute()
      own++
    },
    async list() {
      const rows = await database.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(recordOf)
    },
    async findByHash(hash) {
      throwIfUnreachable(watch)
      const row = await database.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst()
      return row && recordOf(row)
    },
    async findByOwner(ownerId) {
      throwIfUnreachable(watch)
      const rows = await database
        .selectFrom('keys')
        .selectAll()
        .where(row => row.or([row('id', '=', ownerId), row('owner_id', '=', ownerId)]))
        .orderBy('created_at', 'desc')
        .execute()
      return rows.map(recordOf)
    },
    revoke: async (id, at) =>
      changed(
        await database
          .updateTable('keys')
          .set({ revoked_at: sql`coalesce(revoked_at, ${at}::timestamptz)` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    expire: async (id, at) =>
      changed(
        await database
          .updateTable('keys')
          // LEAST ignores NULL.
          .set({ expires_at: sql`least(expires_at, ${at}::timestamptz)` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    version: () => watch.version() + own,
    syncedAtMs: () => watch.syncedAtMs(),
    // The monitor receives changes on its own.
    sync: async () => {},
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
    owner_id: record.ownerId ?? null,
  }
}

function recordOf(row: PostgresTables['keys']): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    scopes: row.scopes,
    ratePerS: row.rate_per_s,
    burst: row.burst,
    monthlyQuota: row.monthly_quota,
    createdAt: isoOf(row.created_at),
    expiresAt: row.expires_at === null ? null : isoOf(row.expires_at),
    revokedAt: row.revoked_at === null ? null : isoOf(row.revoked_at),
    ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
  }
}

function isoOf(date: Date | string): string {
  return new Date(date).toISOString()
}
