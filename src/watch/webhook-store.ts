// Receivers of changes and what is still to be sent to each, in the database.
import { randomBytes } from 'node:crypto'
import type { Database } from '../state/database.ts'
import type { WatchTables, WebhookTable } from './tables.ts'
import { newSecret } from './webhook-signature.ts'

interface NewWebhook {
  readonly url: string
  /** Types of changes; empty for all. */
  readonly events: readonly string[]
  readonly allowPrivate: boolean
}

export interface Webhook extends NewWebhook {
  readonly id: string
  /** The newest first; the one before it until the overlap ends. */
  readonly secrets: readonly string[]
  readonly isPaused: boolean
  readonly reason: string | null
  readonly createdAtMs: number
  readonly failingSinceMs: number | null
  readonly deliveredAtMs: number | null
}

export interface Delivery {
  readonly webhookId: string
  readonly changeId: number
  readonly attempts: number
  readonly createdAtMs: number
}

export interface WebhookStore {
  add(given: NewWebhook, nowMs: number): Promise<Webhook>
  list(nowMs: number): Promise<Webhook[]>
  find(id: string, nowMs: number): Promise<Webhook | undefined>
  remove(id: string): Promise<boolean>
  /** A new secret; the old one signs too until the overlap ends. */
  rotate(id: string, overlapMs: number, nowMs: number): Promise<Webhook | undefined>
  pause(id: string, reason: string): Promise<void>
  resume(id: string, nowMs: number): Promise<boolean>
  /** Due deliveries, for this caller alone until the lease ends. */
  claim(options: {
    readonly nowMs: number
    readonly leaseMs: number
    readonly limit: number
  }): Promise<Delivery[]>
  delivered(delivery: Delivery, nowMs: number): Promise<void>
  retry(delivery: Delivery, nextMs: number, nowMs: number): Promise<void>
}

export function createWebhookStore(database: Database<unknown>): WebhookStore {
  const query = database.query.withTables<WatchTables>()
  async function find(id: string, nowMs: number): Promise<Webhook | undefined> {
    const row = await query.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
    return row && webhookOf(row, nowMs)
  }
  return {
    find,
    async add({ url, events, allowPrivate }, nowMs) {
      const row: WebhookTable = {
        id: `wh_${randomBytes(8).toString('hex')}`,
        url,
        events: events.join(','),
        secret: newSecret(),
        old_secret: null,
        old_secret_until: null,
        allow_private: allowPrivate ? 1 : 0,
        paused: 0,
        reason: null,
        created_at: nowMs,
        failing_since: null,
        delivered_at: null,
      }
      await query.insertInto('webhooks').values(row).execute()
      return webhookOf(row, nowMs)
    },
    async list(nowMs) {
      const rows = await query.selectFrom('webhooks').selectAll().orderBy('created_at').execute()
      return rows.map(row => webhookOf(row, nowMs))
    },
    remove: id =>
      query.transaction().execute(async transaction => {
        await transaction.deleteFrom('deliveries').where('webhook_id', '=', id).execute()
        const { numDeletedRows } = await transaction
          .deleteFrom('webhooks')
          .where('id', '=', id)
          .executeTakeFirst()
        return numDeletedRows > 0n
      }),
    async rotate(id, overlapMs, nowMs) {
      await query
        .updateTable('webhooks')
        .set(row => ({
          old_secret: row.ref('secret'),
          old_secret_until: nowMs + overlapMs,
          secret: newSecret(),
        }))
        .where('id', '=', id)
        .execute()
      return find(id, nowMs)
    },
    async pause(id, reason) {
      await query.updateTable('webhooks').set({ paused: 1, reason }).where('id', '=', id).execute()
    },
    resume: (id, nowMs) =>
      query.transaction().execute(async transaction => {
        // What waited has its day anew.
        await transaction
          .updateTable('deliveries')
          .set({ created_at: nowMs, next_at: nowMs, attempts: 0 })
          .where('webhook_id', '=', id)
          .execute()
        const { numUpdatedRows } = await transaction
          .updateTable('webhooks')
          .set({ paused: 0, reason: null, failing_since: null })
          .where('id', '=', id)
          .executeTakeFirst()
        return numUpdatedRows > 0n
      }),
    async claim({ nowMs, leaseMs, limit }) {
      const due = await query
        .selectFrom('deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
        .selectAll('deliveries')
        .where('webhooks.paused', '=', 0)
        .where('next_at', '<=', nowMs)
        .orderBy('next_at')
        .orderBy('change_id')
        .limit(limit)
        .execute()
      const claimed: Delivery[] = []
      for (const row of due) {
        // Whoever moves it on first has it.
        const { numUpdatedRows } = await query
          .updateTable('deliveries')
          .set({ next_at: nowMs + leaseMs, attempts: row.attempts + 1 })
          .where('webhook_id', '=', row.webhook_id)
          .where('change_id', '=', row.change_id)
          .where('attempts', '=', row.attempts)
          .where('next_at', '=', row.next_at)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) continue
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

function webhookOf(row: WebhookTable, nowMs: number): Webhook {
  const isOverlapping = row.old_secret !== null && (row.old_secret_until ?? 0) > nowMs
  return {
    id: row.id,
    url: row.url,
    events: row.events === '' ? [] : row.events.split(','),
    secrets: isOverlapping && row.old_secret !== null ? [row.secret, row.old_secret] : [row.secret],
    allowPrivate: row.allow_private === 1,
    isPaused: row.paused === 1,
    reason: row.reason,
    createdAtMs: row.created_at,
    failingSinceMs: row.failing_since,
    deliveredAtMs: row.delivered_at,
  }
}
