// The feed of changes: appends within the transaction of a check, and publishes with ids in commit order, without gaps.
//
// SQLite has one writer at a time, so a change gets its id when it is appended. In PostgreSQL it waits in a queue, and no writer
// waits for another; whoever publishes next numbers all that is committed (docs/decisions/012-leased-work.md).
import { type CompiledQuery, type RawBuilder, sql, type Transaction } from 'kysely'
import { createRowStatements, insertingInto, type RowStatement } from '../../store/row-statements.ts'
import type { Database } from '../../store/database.ts'
import { addDeliveries } from './add-deliveries.ts'
import type { Change } from '../decide/changes.ts'
import { createPublisher } from './feed-publisher.ts'
import type { WatchTables } from '../model/watch-tables.ts'
import { OPERATOR } from '../model/watch.ts'

interface ChangeOrigin {
  /** Empty for a change without a watch, such as drift of a site. */
  readonly watchId: string
  /** The request that revealed the change; empty if there were many. */
  readonly requestId: string
  readonly atMs: number
  /** The owner of the watch; the operator by default. */
  readonly owner?: string
  /** Undefined without a watch. */
  readonly checkSeq?: number
}

export interface NewChange {
  readonly origin: ChangeOrigin
  readonly change: Change
}

export interface Feed {
  /** What is to be executed in the transaction of what made the changes. They are in the feed after `publish`. */
  entries(changes: readonly NewChange[]): CompiledQuery[]
  append(transaction: Transaction<WatchTables>, changes: readonly NewChange[]): Promise<void>
  /** Resolves once all that was committed before this call is in the feed. */
  publish(): Promise<void>
}

export function createFeed(database: Database<unknown>): Feed {
  const isPostgres = database.dialect === 'postgres'
  const publisher = isPostgres ? createPublisher(database.query.withTables<WatchTables>()) : undefined
  const prepare = createRowStatements(database)
  const entries = (changes: readonly NewChange[]): CompiledQuery[] => {
    const rows = changes.map((one, index) => ({ ...changeRow(one), ...(!isPostgres && { id: index + 1 }) }))
    return (isPostgres ? [enqueue] : [number, addDeliveries, count]).flatMap(one => prepare(one, rows))
  }
  return {
    entries,
    async append(transaction, changes) {
      for (const entry of entries(changes)) await transaction.executeQuery(entry)
    },
    publish: () => publisher?.publish() ?? Promise.resolve(),
  }
}

/** A row of the queue; those of the feed also have an id. */
function changeRow({ origin, change }: NewChange) {
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

const enqueue = insertingInto('feed_queue')

/** `id`: the place among the new ones. A change without a watch has its id in place of the number of a check. */
const number: RowStatement = {
  table: 'changes',
  build(query, newRows, columns) {
    const id = sql`feed.last_id + new.id`
    const values: Readonly<Record<string, RawBuilder<unknown>>> = {
      id,
      check_seq: sql`coalesce(new.check_seq, ${id})`,
    }
    const cells = columns.map(name => (values[name] ?? sql.ref(`new.${name}`)).as(name))
    const rows = query.selectFrom([newRows, 'feed']).select(cells)
    return query.insertInto('changes').columns(columns).expression(rows)
  },
}

const count: RowStatement = {
  table: 'feed',
  build(query) {
    const newest = query.selectFrom('changes').select(({ fn }) => fn.max('id').as('id'))
    return query.updateTable('feed').set({ last_id: newest })
  },
}
