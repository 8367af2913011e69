// The feed of changes: appends within the transaction of a check, and publishes with ids in commit order, without gaps.
//
// SQLite has one writer at a time, so a change gets its id when it is appended. In PostgreSQL it waits in a queue, and no writer
// waits for another; whoever publishes next numbers all that is committed (docs/decisions/039-millions-of-watches.md).
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../state/database.ts'
import { addDeliveries } from '../alerts/add-deliveries.ts'
import type { Change } from '../decide/changes.ts'
import { createPublisher } from './feed-publisher.ts'
import type { WatchTables } from '../store/tables.ts'
import { OPERATOR } from '../watch.ts'

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

interface ChangeOrigin extends Omit<ChangeSource, 'owner'> {
  /** The operator by default. */
  readonly owner?: string
  /** Undefined without a watch. */
  readonly checkSeq?: number
}

export interface NewChange {
  readonly origin: ChangeOrigin
  readonly change: Change
}

export interface Feed {
  /** In the transaction of what made the changes. They are in the feed after `publish`. */
  append(transaction: Transaction<WatchTables>, changes: readonly NewChange[]): Promise<void>
  /** Resolves once all that was committed before this call is in the feed. */
  publish(): Promise<void>
  /** The changes with their ids, in the order of ids. For published changes of watches. */
  withIds(changes: readonly NewChange[]): Promise<RecordedChange[]>
}

export function createFeed(database: Database<unknown>): Feed {
  const query = database.query.withTables<WatchTables>()
  const isPostgres = database.dialect === 'postgres'
  const publisher = isPostgres ? createPublisher(query) : undefined
  return {
    async append(transaction, changes) {
      if (changes.length === 0) return
      await (isPostgres ? enqueue(transaction, changes) : number(transaction, changes))
    },
    publish: () => publisher?.publish() ?? Promise.resolve(),
    withIds: changes => readIds(query, changes),
  }
}

/** A row of the queue; those of the feed also have an id. */
export function changeRow({ origin, change }: NewChange) {
  return {
    watch_id: origin.watchId,
    check_seq: origin.checkSeq ?? null,
    at: origin.atMs,
    type: change.type,
    before: JSON.stringify(change.before),
    after: JSON.stringify(change.after),
    alert: change.alert ? 1 : 0,
    request_id: origin.requestId,
    owner: origin.owner ?? OPERATOR,
    explanation: change.explanation ? JSON.stringify(change.explanation) : null,
  }
}

async function enqueue(transaction: Transaction<WatchTables>, changes: readonly NewChange[]): Promise<void> {
  await transaction.insertInto('feed_queue').values(changes.map(changeRow)).execute()
}

async function number(transaction: Transaction<WatchTables>, changes: readonly NewChange[]): Promise<void> {
  const { last_id: lastId } = await transaction
    .updateTable('feed')
    .set(row => ({ last_id: row('last_id', '+', changes.length) }))
    .returning('last_id')
    .executeTakeFirstOrThrow()
  const rows = changes.map((one, index) => {
    const id = lastId - changes.length + 1 + index
    const row = changeRow(one)
    return { ...row, id, check_seq: row.check_seq ?? id }
  })
  await transaction.insertInto('changes').values(rows).execute()
  await addDeliveries(transaction, rows)
}

async function readIds(query: Kysely<WatchTables>, changes: readonly NewChange[]): Promise<RecordedChange[]> {
  if (changes.length === 0) return []
  const checks = new Map(changes.map(({ origin }) => [keyOf(origin.watchId, origin.checkSeq), origin]))
  const rows = await query
    .selectFrom('changes')
    .select(['id', 'watch_id', 'check_seq', 'type'])
    .where(row =>
      row.or(
        [...checks.values()].map(one => row.and({ watch_id: one.watchId, check_seq: one.checkSeq ?? 0 })),
      ),
    )
    .execute()
  const ids = new Map(rows.map(row => [`${keyOf(row.watch_id, row.check_seq)} ${row.type}`, row.id]))
  return changes
    .flatMap(({ origin, change }) => {
      const { watchId, requestId, atMs, owner = OPERATOR } = origin
      const id = ids.get(`${keyOf(watchId, origin.checkSeq)} ${change.type}`)
      return id === undefined ? [] : [{ ...change, id, watchId, requestId, atMs, owner }]
    })
    .toSorted((a, b) => a.id - b.id)
}

function keyOf(watchId: string, checkSeq: number | undefined): string {
  return `${watchId} ${checkSeq ?? ''}`
}
