// Appends to the feed of changes: ids in commit order, and a delivery for every endpoint that subscribes to the change.
import type { Transaction } from 'kysely'
import type { ChangeType } from './change-types.ts'
import type { Change } from './changes.ts'
import type { WatchTables } from './tables.ts'
import { OPERATOR } from './watch.ts'

export interface RecordedChange extends Change, ChangeSource {
  readonly id: number
}

interface ChangeSource {
  /** Empty for a change without a watch, such as drift of a site. */
  readonly watchId: string
  /** The request that revealed the change; empty if there were many. */
  readonly requestId: string
  readonly atMs: number
  /** The owner of the watch. */
  readonly owner: string
}

export interface ChangeOrigin extends Omit<ChangeSource, 'owner'> {
  /** The operator by default. */
  readonly owner?: string
  /** Undefined without a watch. */
  readonly checkSeq?: number
}

/** The counter's row is locked until the commit, so ids are in commit order without gaps. */
export async function appendChanges(
  transaction: Transaction<WatchTables>,
  { watchId, checkSeq, requestId, atMs, owner = OPERATOR }: ChangeOrigin,
  changes: readonly Change[],
): Promise<RecordedChange[]> {
  if (changes.length === 0) return []
  const { last_id: lastId } = await transaction
    .updateTable('feed')
    .set(row => ({ last_id: row('last_id', '+', changes.length) }))
    .returning('last_id')
    .executeTakeFirstOrThrow()
  const recorded = changes.map((change, index) => ({
    ...change,
    id: lastId - changes.length + 1 + index,
    watchId,
    requestId,
    atMs,
    owner,
  }))
  await transaction
    .insertInto('changes')
    .values(
      recorded.map(change => ({
        id: change.id,
        watch_id: watchId,
        check_seq: checkSeq ?? change.id,
        at: atMs,
        type: change.type,
        before: JSON.stringify(change.before),
        after: JSON.stringify(change.after),
        alert: change.alert ? 1 : 0,
        request_id: requestId,
        owner,
        explanation: change.explanation ? JSON.stringify(change.explanation) : null,
      })),
    )
    .execute()
  await addDeliveries(transaction, recorded, owner, atMs)
  return recorded
}

/** Not alerts, but worth knowing to who asks for them by name. Webhooks for all events also hear of failing watches. */
const NOTICES: ReadonlySet<ChangeType> = new Set([
  'watch.failing',
  'watch.recovered',
  'product.gone',
  'product.back',
  'product.replaced',
])
const HEALTH: ReadonlySet<ChangeType> = new Set(['watch.failing', 'watch.recovered'])

function isWanted({ alert, type }: Change, kind: string, events: string): boolean {
  if (events === '') return alert || (kind === 'webhook' && HEALTH.has(type))
  return events.split(',').includes(type)
}

/** In the same transaction as the change, so that no endpoint misses one. */
async function addDeliveries(
  transaction: Transaction<WatchTables>,
  changes: readonly RecordedChange[],
  owner: string,
  atMs: number,
): Promise<void> {
  const news = changes.filter(change => change.alert || NOTICES.has(change.type))
  if (news.length === 0) return
  // The operator's endpoints receive everything, those of a key the changes of its own watches.
  const webhooks = await transaction
    .selectFrom('webhooks')
    .select(['id', 'kind', 'events'])
    .where('owner', 'in', [OPERATOR, owner])
    .execute()
  const rows = webhooks.flatMap(({ id, kind, events }) =>
    news
      .filter(change => isWanted(change, kind, events))
      .map(change => ({
        webhook_id: id,
        change_id: change.id,
        created_at: atMs,
      })),
  )
  if (rows.length > 0) await transaction.insertInto('deliveries').values(rows).execute()
}
