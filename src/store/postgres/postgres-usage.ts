// Usage counts in PostgreSQL: many replicas add to them.
import { type Kysely, sql } from 'kysely'
import type { PostgresTables } from '../migrations/migrations.ts'
import { throwIfUnreachable, type PostgresMonitor } from './postgres-monitor.ts'
import type { UsageFilter, UsageRow, UsageStore } from '../usage-store.ts'

/** A statement may have 65,535 parameters. */
export const BATCH_ROWS = 1_000

const USAGE_KEY = ['key_id', 'day', 'operation', 'outcome', 'cache', 'source'] as const

function usageRowOf(row: UsageRow) {
  const { day, operation, outcome, cache, calls, counted } = row
  return { day, key_id: row.keyId, operation, outcome, cache, source: '', calls, counted }
}

/** `reports` has a longer timeout, for counts of many keys and days. */
export function postgresUsage(
  database: Kysely<PostgresTables>,
  reports: Kysely<PostgresTables>,
  watch: PostgresMonitor,
): UsageStore {
  return {
    async add(rows) {
      throwIfUnreachable(watch)
      await database.transaction().execute(async transaction => {
        // All replicas write in the same order, so that they cannot deadlock.
        const sorted = [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
        for (let from = 0; from < sorted.length; from += BATCH_ROWS) {
          await transaction
            .insertInto('usage')
            .values(sorted.slice(from, from + BATCH_ROWS).map(usageRowOf))
            .onConflict(on =>
              on.columns(USAGE_KEY).doUpdateSet({
                calls: sql`usage.calls + excluded.calls`,
                counted: sql`usage.counted + excluded.counted`,
              }),
            )
            .execute()
        }
      })
    },
    async countedIn(keyId, month) {
      throwIfUnreachable(watch)
      const row = await database
        .selectFrom('usage')
        .select(({ fn }) => fn.sum('counted').as('total'))
        .where('key_id', '=', keyId)
        .where('day', '>=', `${month}-01`)
        .where('day', '<', sql<string>`(${`${month}-01`}::date + interval '1 month')::date`)
        .executeTakeFirstOrThrow()
      return Number(row.total ?? '0')
    },
    async read(filter) {
      throwIfUnreachable(watch)
      return readUsage(reports, filter)
    },
  }
}

function keyOf({ keyId, day, operation, outcome, cache }: UsageRow): string {
  return `${keyId} ${day} ${operation} ${outcome} ${cache}`
}

async function readUsage(
  database: Kysely<PostgresTables>,
  { keyId, from, to }: UsageFilter,
): Promise<UsageRow[]> {
  let query = database
    .selectFrom('usage')
    .select(['day', 'key_id', 'operation', 'outcome', 'cache'])
    .select(({ fn }) => [fn.sum('calls').as('calls'), fn.sum('counted').as('counted')])
    .groupBy(['day', 'key_id', 'operation', 'outcome', 'cache'])
    .orderBy('day')
  for (const column of ['key_id', 'operation', 'outcome', 'cache'] as const) {
    query = query.orderBy(sql`${sql.ref(column)} collate "C"`)
  }
  if (keyId !== undefined) query = query.where('key_id', '=', keyId)
  if (from !== undefined) query = query.where('day', '>=', from)
  if (to !== undefined) query = query.where('day', '<=', to)
  const rows = await query.execute()
  return rows.map(({ day, key_id, operation, outcome, cache, calls, counted }) => ({
    day,
    keyId: key_id,
    operation,
    outcome,
    cache,
    calls: Number(calls),
    counted: Number(counted),
  }))
}
