// The deliveries that wait for each webhook endpoint, and the endpoints as leased work: one replica sends to an endpoint at a time.
import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { createLeaseTable } from '../../store/queue/lease-table.ts'
import type { WorkQueue } from '../../store/queue/work-queue.ts'
import type { WatchTables } from '../model/watch-tables.ts'

export interface DeliveryQueue {
  /** The id of the oldest change that waits for an endpoint. */
  nextChangeId(webhookId: string): Promise<number | undefined>
  delivered(webhookId: string, changeId: number, nowMs: number): Promise<void>
  /** Counts a failed attempt. */
  failed(webhookId: string, nowMs: number): Promise<void>
  /** Drops the oldest deliveries of endpoints with more than may wait. Returns the number of dropped deliveries. */
  dropExcess(): Promise<number>
}

/** Per endpoint. A paused one also collects deliveries; the feed has what is dropped here. */
export const WAITING_MAX = 10_000
/** Rows per statement: none runs for long. */
const DROP_ROWS = 1_000
/** The longest time between two attempts. */
export const LONGEST_RETRY_MS = 8 * 3_600_000

type WatchQuery = Kysely<WatchTables>

/** Endpoints that are not paused and have deliveries waiting. */
export function createEndpointQueue(database: Database<unknown>): WorkQueue<string> {
  const row = expressionBuilder<WatchTables, 'webhooks'>()
  const waiting = row
    .selectFrom('deliveries')
    .select('change_id')
    .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
  return createLeaseTable<{ id: string }, string>({
    database,
    table: 'webhooks',
    partition: 'id',
    isActive: row.and([row('paused', '=', sql.lit(0)), row.exists(waiting)]),
    longestWaitMs: sql.lit(LONGEST_RETRY_MS),
    itemOf: ({ id }) => id,
  })
}

export function createDeliveryQueue(query: WatchQuery): DeliveryQueue {
  return {
    async nextChangeId(webhookId) {
      const next = await query
        .selectFrom('deliveries')
        .select('change_id')
        .where('webhook_id', '=', webhookId)
        .orderBy('change_id')
        .limit(1)
        .executeTakeFirst()
      return next?.change_id
    },
    async delivered(webhookId, changeId, nowMs) {
      await query
        .deleteFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('change_id', '=', changeId)
        .execute()
      await query
        .updateTable('webhooks')
        .set({ delivered_at: nowMs, failing_since: null, attempts: 0 })
        .where('id', '=', webhookId)
        .execute()
    },
    async failed(webhookId, nowMs) {
      await query
        .updateTable('webhooks')
        .set(row => ({
          attempts: row('attempts', '+', 1),
          failing_since: row.fn.coalesce('failing_since', sql<number>`cast(${nowMs} as bigint)`),
        }))
        .where('id', '=', webhookId)
        .execute()
    },
    dropExcess: () => dropExcess(query),
  }
}

async function dropExcess(query: WatchQuery): Promise<number> {
  let dropped = 0
  for (const { id } of await query.selectFrom('webhooks').select('id').execute()) {
    const newest = query.selectFrom('deliveries').select('change_id').where('webhook_id', '=', id)
    const last = await newest.orderBy('change_id', 'desc').offset(WAITING_MAX).limit(1).executeTakeFirst()
    if (last) dropped += await dropUpTo(query, id, last.change_id)
  }
  return dropped
}

async function dropUpTo(query: WatchQuery, webhookId: string, changeId: number): Promise<number> {
  let dropped = 0
  for (;;) {
    const oldest = query
      .selectFrom('deliveries')
      .select('change_id')
      .where('webhook_id', '=', webhookId)
      .where('change_id', '<=', changeId)
      .orderBy('change_id')
      .limit(DROP_ROWS)
    const count = await query.transaction().execute(async transaction => {
      const { numDeletedRows } = await transaction
        .deleteFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('change_id', 'in', oldest)
        .executeTakeFirst()
      await transaction
        .updateTable('webhooks')
        .set(row => ({ dropped: row('dropped', '+', Number(numDeletedRows)) }))
        .where('id', '=', webhookId)
        .execute()
      return Number(numDeletedRows)
    })
    dropped += count
    if (count < DROP_ROWS) return dropped
  }
}
