// The store of webhooks in the database: adds, lists, removes, pauses, and rotates secrets.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../state/database.ts'
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts'
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
  /** The current secret, then the previous one until the overlap ends. */
  readonly secrets: readonly string[]
  readonly isPaused: boolean
  readonly reason: string | null
  readonly createdAtMs: number
  readonly failingSinceMs: number | null
  readonly deliveredAtMs: number | null
}

export interface WebhookStore extends DeliveryQueue {
  add(newWebhook: NewWebhook, nowMs: number): Promise<Webhook>
  list(nowMs: number): Promise<Webhook[]>
  find(id: string, nowMs: number): Promise<Webhook | undefined>
  remove(id: string): Promise<boolean>
  /** Creates a new secret; the old one also signs until the overlap ends. */
  rotate(id: string, overlapMs: number, nowMs: number): Promise<Webhook | undefined>
  pause(id: string, reason: string): Promise<void>
  resume(id: string, nowMs: number): Promise<boolean>
}

type WatchQuery = Kysely<WatchTables>

export function createWebhookStore(database: Database<unknown>): WebhookStore {
  const query = database.query.withTables<WatchTables>()
  return {
    ...createDeliveryQueue(query),
    find: (id, nowMs) => findWebhook(query, id, nowMs),
    async add(newWebhook, nowMs) {
      const row = newRow(newWebhook, nowMs)
      await query.insertInto('webhooks').values(row).execute()
      return webhookOf(row, nowMs)
    },
    async list(nowMs) {
      const rows = await query.selectFrom('webhooks').selectAll().orderBy('created_at').execute()
      return rows.map(row => webhookOf(row, nowMs))
    },
    remove: id => query.transaction().execute(transaction => removeWebhook(transaction, id)),
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
      return findWebhook(query, id, nowMs)
    },
    async pause(id, reason) {
      await query.updateTable('webhooks').set({ paused: 1, reason }).where('id', '=', id).execute()
    },
    resume: (id, nowMs) => query.transaction().execute(transaction => resumeWebhook(transaction, id, nowMs)),
  }
}

async function findWebhook(query: WatchQuery, id: string, nowMs: number): Promise<Webhook | undefined> {
  const row = await query.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && webhookOf(row, nowMs)
}

async function removeWebhook(query: WatchQuery, id: string): Promise<boolean> {
  await query.deleteFrom('deliveries').where('webhook_id', '=', id).execute()
  const { numDeletedRows } = await query.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

async function resumeWebhook(query: WatchQuery, id: string, nowMs: number): Promise<boolean> {
  // Waiting deliveries get a full day of attempts again.
  await query
    .updateTable('deliveries')
    .set({ created_at: nowMs, next_at: nowMs, attempts: 0 })
    .where('webhook_id', '=', id)
    .execute()
  const { numUpdatedRows } = await query
    .updateTable('webhooks')
    .set({ paused: 0, reason: null, failing_since: null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function newRow({ url, events, allowPrivate }: NewWebhook, nowMs: number): WebhookTable {
  return {
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
