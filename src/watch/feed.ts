// Appends to the feed of changes: ids in commit order, and a delivery for every endpoint that subscribes to the change.
import type { Transaction } from 'kysely'
import type { Change } from './changes.ts'
import type { WatchTables } from './tables.ts'

export interface RecordedChange extends Change, ChangeSource {
  readonly id: number
}

interface ChangeSource {
  /** Empty for a change without a watch, such as drift of a site. */
  readonly watchId: string
  /** The request that revealed the change; empty if there were many. */
  readonly requestId: string
  readonly atMs: number
}

export interface ChangeOrigin extends ChangeSource {
  /** Undefined without a watch. */
  readonly checkSeq?: number
}

/** The counter's row is locked until the commit, so ids are in commit order without gaps. */
export async function appendChanges(
  transaction: Transaction<WatchTables>,
  { watchId, checkSeq, requestId, atMs }: ChangeOrigin,
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
      })),
    )
    .execute()
  await addDeliveries(transaction, recorded, atMs)
  return recorded
}

/** In the same transaction as the change, so that no endpoint misses one. */
async function addDeliveries(
  transaction: Transaction<WatchTables>,
  changes: readonly RecordedChange[],
  atMs: number,
): Promise<void> {
  const alerts = changes.filter(change => change.alert)
  if (alerts.length === 0) return
  const webhooks = await transaction.selectFrom('webhooks').select(['id', 'events']).execute()
  const rows = webhooks.flatMap(({ id, events }) =>
    alerts
      .filter(({ type }) => events === '' || events.split(',').includes(type))
      .map(change => ({
        webhook_id: id,
        change_id: change.id,
        created_at: atMs,
        attempts: 0,
        next_at: atMs,
      })),
  )
  if (rows.length > 0) await transaction.insertInto('deliveries').values(rows).execute()
}
