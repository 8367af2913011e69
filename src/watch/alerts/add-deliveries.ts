// Adds a delivery for every endpoint that subscribes to a change, in SQLite. PostgreSQL does the same in `publish_changes`.
import type { Transaction } from 'kysely'
import type { ChangeType } from '../feed/change-types.ts'
import type { ChangeTable, WatchTables } from '../store/tables.ts'
import { OPERATOR } from '../watch.ts'

type NumberedChange = Pick<ChangeTable, 'id' | 'at' | 'type' | 'alert' | 'owner' | 'watch_id'>

/** Not alerts, but worth knowing to who asks for them by name. */
export const NOTICES: ReadonlySet<ChangeType> = new Set([
  'watch.failing',
  'watch.recovered',
  'product.gone',
  'product.back',
  'product.replaced',
])
/** Everybody who names no types hears of these: a watch that sees nothing alerts nobody. */
export const HEALTH: ReadonlySet<ChangeType> = new Set(['watch.failing', 'watch.recovered'])

/** In the same transaction as the change, so that no endpoint misses one. */
export async function addDeliveries(
  transaction: Transaction<WatchTables>,
  changes: readonly NumberedChange[],
): Promise<void> {
  const news = changes.filter(({ alert, type }) => alert === 1 || NOTICES.has(type as ChangeType))
  if (news.length === 0) return
  // The operator's endpoints receive everything, those of a key the changes of its own watches.
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'events', 'owner'])
    .where('owner', 'in', [...new Set([OPERATOR, ...news.map(({ owner }) => owner)])])
    .execute()
  const named = await namedReceivers(transaction, news)
  const rows = webhooks.flatMap(webhook =>
    news
      .filter(change => named.get(change.watch_id)?.includes(webhook.id) !== false)
      .filter(change => webhook.owner === OPERATOR || webhook.owner === change.owner)
      .filter(change => isWanted(change, webhook.events))
      .map(({ id, at }) => ({ webhook_id: webhook.id, change_id: id, created_at: at })),
  )
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    await transaction
      .insertInto('deliveries')
      .values(rows.slice(from, from + BATCH_ROWS))
      .execute()
  }
}

/** By watch, if it names its receivers. */
async function namedReceivers(
  transaction: Transaction<WatchTables>,
  news: readonly NumberedChange[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await transaction
    .selectFrom('watches')
    .select(['id', 'notify'])
    .where('id', 'in', [...new Set(news.map(change => change.watch_id))])
    .where('notify', '<>', '')
    .execute()
  return new Map(rows.map(({ id, notify }) => [id, notify.split(' ')]))
}

/** Far below the maximum number of parameters of a statement. */
const BATCH_ROWS = 5_000

function isWanted({ alert, type }: NumberedChange, events: string): boolean {
  if (events === '') return alert === 1 || HEALTH.has(type as ChangeType)
  return events.split(',').includes(type)
}
