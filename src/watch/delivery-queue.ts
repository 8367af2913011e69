// The queue of webhook deliveries in the database: claims due deliveries and records the outcome of each attempt.
import type { Kysely } from 'kysely'
import type { WatchTables } from './tables.ts'

export interface Delivery {
  readonly webhookId: string
  readonly changeId: number
  readonly attempts: number
  readonly createdAtMs: number
}

export interface DeliveryQueue {
  /** Leases due deliveries to this caller. */
  claim(options: {
    readonly nowMs: number
    readonly leaseMs: number
    readonly limit: number
  }): Promise<Delivery[]>
  delivered(delivery: Delivery, nowMs: number): Promise<void>
  retry(delivery: Delivery, nextMs: number, nowMs: number): Promise<void>
}

type DeliveryRow = WatchTables['deliveries']

export function createDeliveryQueue(query: Kysely<WatchTables>): DeliveryQueue {
  return {
    async claim({ nowMs, leaseMs, limit }) {
      const claimed: Delivery[] = []
      for (const row of await dueRows(query, nowMs, limit)) {
        if (!(await lease(query, row, nowMs + leaseMs))) continue
        claimed.push({
          webhookId: row.webhook_id,
          changeId: row.change_id,
          attempts: row.attempts + 1,
          createdAtMs: row.created_at,
        })
      }
      return claimed
    },
    async delivered({ webhookId, changeId }, nowMs) {
      await query
        .deleteFrom('deliveries')
        .where('webhook_id', '=', webhookId)
        .where('change_id', '=', changeId)
        .execute()
      await query
        .updateTable('webhooks')
        .set({ delivered_at: nowMs, failing_since: null })
        .where('id', '=', webhookId)
        .execute()
    },
    async retry({ webhookId, changeId }, nextMs, nowMs) {
      await query
        .updateTable('deliveries')
        .set({ next_at: nextMs })
        .where('webhook_id', '=', webhookId)
        .where('change_id', '=', changeId)
        .execute()
      await query
        .updateTable('webhooks')
        .set({ failing_since: nowMs })
        .where('id', '=', webhookId)
        .where('failing_since', 'is', null)
        .execute()
    },
  }
}

function dueRows(query: Kysely<WatchTables>, nowMs: number, limit: number): Promise<DeliveryRow[]> {
  return query
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .selectAll('deliveries')
    .where('webhooks.paused', '=', 0)
    .where('next_at', '<=', nowMs)
    .orderBy('next_at')
    .orderBy('change_id')
    .limit(limit)
    .execute()
}

/** False if another replica claimed it first. */
async function lease(query: Kysely<WatchTables>, row: DeliveryRow, untilMs: number): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('deliveries')
    .set({ next_at: untilMs, attempts: row.attempts + 1 })
    .where('webhook_id', '=', row.webhook_id)
    .where('change_id', '=', row.change_id)
    .where('attempts', '=', row.attempts)
    .where('next_at', '=', row.next_at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
