// The store of webhooks in the database: adds, lists, removes, pauses, and rotates secrets.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/database.ts'
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts'
import type { WatchTables, WebhookTable } from '../model/watch-tables.ts'
import type { TargetKind } from './target-requests.ts'
import { OPERATOR } from '../model/watch.ts'
import { newSecret } from './webhook-signature.ts'

export interface NewWebhook {
  /** A webhook takes signed messages, a target readable ones. */
  readonly kind?: 'webhook' | TargetKind
  readonly url: string
  /** Types of changes; empty for all. */
  readonly events: readonly string[]
  readonly allowPrivate: boolean
  /** Id of the key that added it; the operator by default. */
  readonly owner?: string
}

export interface WebhookEdit {
  readonly events?: readonly string[]
  readonly isPaused?: boolean
}

export interface Webhook extends NewWebhook {
  readonly id: string
  readonly kind: 'webhook' | TargetKind
  readonly owner: string
  /** The current secret, then the previous one until the overlap ends. */
  readonly secrets: readonly string[]
  readonly isPaused: boolean
  readonly reason: string | null
  readonly createdAtMs: number
  readonly failingSinceMs: number | null
  readonly deliveredAtMs: number | null
  /** Failed attempts since the last delivery. */
  readonly attempts: number
  /** Deliveries that were dropped because too many waited. */
  readonly dropped: number
}

export interface WebhookStore extends DeliveryQueue {
  add(newWebhook: NewWebhook, nowMs: number): Promise<Webhook>
  /** The oldest first; of these owners, or of all. */
  list(nowMs: number, owners?: readonly string[]): Promise<Webhook[]>
  find(id: string, nowMs: number): Promise<Webhook | undefined>
  remove(id: string): Promise<boolean>
  /** Creates a new secret; the old one also signs until the overlap ends. */
  rotate(id: string, overlapMs: number, nowMs: number): Promise<Webhook | undefined>
  edit(id: string, edit: WebhookEdit): Promise<void>
  pause(id: string, reason: string): Promise<void>
  resume(id: string): Promise<boolean>
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
    async list(nowMs, owners) {
      const all = query.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id')
      const rows = await (owners ? all.where('owner', 'in', owners) : all).execute()
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
    async edit(id, { events, isPaused }) {
      if (events) {
        const webhook = query.updateTable('webhooks').where('id', '=', id)
        await webhook.set({ events: events.join(',') }).execute()
      }
      if (isPaused === true) await pauseWebhook(query, id, 'paused on request')
      if (isPaused === false) await resumeWebhook(query, id)
    },
    pause: (id, reason) => pauseWebhook(query, id, reason),
    resume: id => resumeWebhook(query, id),
  }
}

async function findWebhook(query: WatchQuery, id: string, nowMs: number): Promise<Webhook | undefined> {
  const row = await query.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  return row && webhookOf(row, nowMs)
}

async function removeWebhook(query: WatchQuery, id: string): Promise<boolean> {
  await query.deleteFrom('deliveries').where('webhook_id', '=', id).execute()
  await forgetReceiver(query, id)
  const { numDeletedRows } = await query.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A watch that names nobody else has all receivers again: it would be silent for ever. */
async function forgetReceiver(query: WatchQuery, id: string): Promise<void> {
  const naming = query.selectFrom('watches').select(['id', 'notify']).where('notify', 'like', `%${id}%`)
  for (const watch of await naming.execute()) {
    const others = watch.notify.split(' ').filter(one => one !== id)
    await query
      .updateTable('watches')
      .set({ notify: others.join(' ') })
      .where('id', '=', watch.id)
      .execute()
  }
}

async function pauseWebhook(query: WatchQuery, id: string, reason: string): Promise<void> {
  await query.updateTable('webhooks').set({ paused: 1, reason }).where('id', '=', id).execute()
}

/** Waiting deliveries get a full day of attempts again. */
async function resumeWebhook(query: WatchQuery, id: string): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('webhooks')
    .set({ paused: 0, reason: null, failing_since: null, attempts: 0, due_at: 0 })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function newRow(
  { kind = 'webhook', url, events, allowPrivate, owner = OPERATOR }: NewWebhook,
  nowMs: number,
): WebhookTable {
  return {
    id: `${kind === 'webhook' ? 'wh' : 'nt'}_${randomBytes(8).toString('hex')}`,
    kind,
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
    due_at: 0,
    leased_until: 0,
    attempts: 0,
    dropped: 0,
    owner,
  }
}

function webhookOf(row: WebhookTable, nowMs: number): Webhook {
  const isOverlapping = row.old_secret !== null && (row.old_secret_until ?? 0) > nowMs
  return {
    id: row.id,
    kind: row.kind as Webhook['kind'],
    owner: row.owner,
    url: row.url,
    events: row.events === '' ? [] : row.events.split(','),
    secrets: isOverlapping && row.old_secret !== null ? [row.secret, row.old_secret] : [row.secret],
    allowPrivate: row.allow_private === 1,
    isPaused: row.paused === 1,
    reason: row.reason,
    createdAtMs: row.created_at,
    failingSinceMs: row.failing_since,
    deliveredAtMs: row.delivered_at,
    attempts: row.attempts,
    dropped: row.dropped,
  }
}
