// The key store in the embedded database.
import { type Kysely, sql, type UpdateResult } from 'kysely'
import type { Clock } from '../../runtime/clock.ts'
import type { KeyRecord, KeyStore } from '../keys/key-record.ts'
import type { SqliteTables } from '../migrations/migrations.ts'

/** How long the change counter is cached: immediate for people, negligible under load. */
const SYNC_INTERVAL_MS = 50

export async function sqliteKeys(query: Kysely<SqliteTables>, clock: Clock): Promise<KeyStore> {
  const countQuery = query.selectFrom('key_changes').select('count').compile()
  // Counts our own changes, which take effect before the counter is read again.
  let own = 0
  let count = 0
  let syncedAtMs = 0
  let syncing: Promise<void> | undefined

  async function readCount(): Promise<void> {
    const askedAtMs = clock.monotonicMs()
    const { rows } = await query.executeQuery(countQuery)
    count = rows[0]?.count ?? 0
    syncedAtMs = askedAtMs
  }

  function sync(): Promise<void> {
    syncing ??= readCount().finally(() => {
      syncing = undefined
    })
    return syncing
  }

  const changed = ({ numUpdatedRows }: UpdateResult): boolean => {
    own++
    return numUpdatedRows > 0n
  }

  await sync()
  return {
    async add(record) {
      await query.insertInto('keys').values(rowOf(record)).execute()
      own++
    },
    async list() {
      const rows = await query.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(recordOf)
    },
    findByHash: hash => findByHash(query, hash),
    findByOwner: ownerId => findByOwner(query, ownerId),
    revoke: async (id, at) =>
      changed(
        await query
          .updateTable('keys')
          .set({ revoked_at: sql`coalesce(revoked_at, ${at})` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    expire: async (id, at) =>
      changed(
        await query
          .updateTable('keys')
          .set({ expires_at: sql`min(coalesce(expires_at, ${at}), ${at})` })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
    version() {
      // Returns the cached count immediately, and refreshes it in the background.
      if (clock.monotonicMs() - syncedAtMs >= SYNC_INTERVAL_MS) sync().catch(() => {})
      return count + own
    },
    sync,
    syncedAtMs: () => syncedAtMs,
  }
}

async function findByHash(query: Kysely<SqliteTables>, hash: string): Promise<KeyRecord | undefined> {
  const row = await query.selectFrom('keys').selectAll().where('hash', '=', hash).executeTakeFirst()
  return row && recordOf(row)
}

async function findByOwner(query: Kysely<SqliteTables>, ownerId: string): Promise<KeyRecord[]> {
  const rows = await query
    .selectFrom('keys')
    .selectAll()
    .where(row => row.or([row('id', '=', ownerId), row('owner_id', '=', ownerId)]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(recordOf)
}

function rowOf(record: KeyRecord): SqliteTables['keys'] {
  return {
    id: record.id,
    name: record.name,
    hash: record.hash,
    scopes: record.scopes.join(' '),
    rate_per_s: record.ratePerS,
    burst: record.burst,
    monthly_quota: record.monthlyQuota,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
    owner_id: record.ownerId ?? null,
  }
}

function recordOf(row: SqliteTables['keys']): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    scopes: row.scopes.split(' ').filter(Boolean),
    ratePerS: row.rate_per_s,
    burst: row.burst,
    monthlyQuota: row.monthly_quota,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    ...(row.owner_id === null ? {} : { ownerId: row.owner_id }),
  }
}
