// Writes what checks change: the watches, their spans and their changes, in one transaction.
//
// PostgreSQL commits many checks at once: what ends while a group is being written is the next group. SQLite gets one check in one
// message to its thread.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, DialectName } from '../../store/database.ts'
import { isDatabaseTrouble } from '../../store/database-trouble.ts'
import {
  createRowStatements,
  insertingInto,
  type RowStatement,
  type RowsStatement,
} from '../../store/row-statements.ts'
import type { CheckPlan } from './check-plan.ts'
import type { Feed } from '../feed/change-log.ts'
import { OUTCOME_SERIES } from '../history/history.ts'
import type { WatchTable, WatchTables } from '../model/watch-tables.ts'

/** Checks per transaction. A statement of a hundred ends far below PostgreSQL's time limit. */
const GROUP_MAX: Readonly<Record<DialectName, number>> = { sqlite: 1, postgres: 100 }

export interface CheckWriter {
  /** False if the watch was edited, checked or removed since it was read. */
  write(plan: CheckPlan): Promise<boolean>
  /** Like `write`, together with what else the transaction writes. */
  writeIn(transaction: Transaction<WatchTables>, plan: CheckPlan): Promise<boolean>
}

export function createCheckWriter(database: Database<unknown>, feed: Pick<Feed, 'entries'>): CheckWriter {
  const query = database.query.withTables<WatchTables>()
  const prepare = createRowStatements(database)
  const groupMax = GROUP_MAX[database.dialect]

  /** The ids of the watches whose check was written. */
  async function writeIn(transaction: Kysely<WatchTables>, plans: readonly CheckPlan[]) {
    const written = new Set<string>()
    for (const statement of prepare(update, plans.map(watchRow)))
      for (const { id } of (await transaction.executeQuery<{ id: string }>(statement)).rows) written.add(id)
    const isWritten = ({ watch }: CheckPlan) => written.has(watch.id)
    for (const statement of newsOf(plans.filter(isWritten))) await transaction.executeQuery(statement)
    return written
  }
  /** What is new beside the rows of the watches. */
  const newsOf = (plans: readonly CheckPlan[]) => [
    ...prepare(close, plans.flatMap(closedRows)),
    ...prepare(open, plans.flatMap(openedRows)),
    ...feed.entries(plans.flatMap(plan => plan.changes)),
  ]
  async function writeOne(plan: CheckPlan): Promise<boolean> {
    const [first] = prepare(update, [watchRow(plan)])
    const together = { ...first, rest: newsOf([plan]) } as RowsStatement
    return (await query.executeQuery(together)).rows.length > 0
  }
  return {
    write:
      groupMax === 1
        ? writeOne
        : inGroups(groupMax, plans =>
            plans.some(hasNews)
              ? query.transaction().execute(transaction => writeIn(transaction, plans))
              : writeIn(query, plans),
          ),
    writeIn: async (transaction, plan) => (await writeIn(transaction, [plan])).size > 0,
  }
}

/** Otherwise only the row of the watch is updated. */
function hasNews({ spans, changes }: CheckPlan): boolean {
  return spans.opened.length + spans.closed.length + changes.length > 0
}

/** The columns that a check sets, and what identifies the watch as it was. Null leaves facts and the last success as they are. */
function watchRow({ watch, decision, requestId, atMs, next }: CheckPlan) {
  const { knowledge, outcome, detail } = decision
  const areSame = JSON.stringify(knowledge.facts) === JSON.stringify(watch.knowledge.facts)
  return {
    id: watch.id,
    revision: watch.revision,
    check_seq: watch.checkSeq + 1,
    checked_at: atMs,
    ok_at: outcome === 'ok' ? atMs : null,
    outcome,
    detail: detail?.slice(0, 500) ?? null,
    request_id: requestId,
    facts: areSame ? null : JSON.stringify(knowledge.facts),
    is_gone: knowledge.isGone ? 1 : 0,
    is_failing: knowledge.isFailing ? 1 : 0,
    failures: knowledge.failures,
    // The last two are for replicas of 0.3.0: during an upgrade they would take values for newly kept.
    memory: JSON.stringify({ ...knowledge.memory, checks: 1, bound: 1 }),
    every_s: next.everyS,
    due_at: next.dueAtMs,
    leased_until: 0,
  } satisfies Partial<WatchTable>
}

const KEPT: ReadonlySet<string> = new Set(['facts', 'ok_at'])
const KEY: ReadonlySet<string> = new Set(['id', 'revision'])

/** Not if another check was recorded first, or the watch was edited. */
const update: RowStatement = {
  table: 'watches',
  build: (query, newRows, columns) =>
    query
      .updateTable('watches')
      .from(newRows)
      .set(row =>
        Object.fromEntries(
          columns
            .filter(name => !KEY.has(name))
            .map(name => [
              name,
              KEPT.has(name)
                ? row.fn.coalesce(row.ref(`new.${name}`), row.ref(`watches.${name}`))
                : row.ref(`new.${name}`),
            ]),
        ),
      )
      .whereRef('watches.id', '=', 'new.id')
      .whereRef('watches.revision', '=', 'new.revision')
      .where('watches.check_seq', '=', sql`new.check_seq - 1`)
      .returning('watches.id'),
}

function closedRows({ watch, atMs, spans }: CheckPlan) {
  return spans.closed.flatMap(({ series, lastSeenMs }) =>
    series.map(name => ({ watch_id: watch.id, series: name, last_seen: lastSeenMs, ended: atMs })),
  )
}

const close: RowStatement = {
  table: 'watch_spans',
  build: (query, newRows) =>
    query
      .updateTable('watch_spans')
      .from(newRows)
      .set(row => ({ last_seen: row.ref('new.last_seen'), ended: row.ref('new.ended') }))
      .whereRef('watch_spans.watch_id', '=', 'new.watch_id')
      .whereRef('watch_spans.series', '=', 'new.series')
      .where('watch_spans.ended', 'is', null),
}

function openedRows({ watch, atMs, spans: { opened, between } }: CheckPlan) {
  const span = { watch_id: watch.id, series: OUTCOME_SERIES, last_seen: null, ended: null }
  return [
    ...(between
      ? [{ ...span, first_seen: between.fromMs, last_seen: atMs, ended: atMs, value: between.outcome }]
      : []),
    ...opened.map(({ series, value }) => ({ ...span, series, first_seen: atMs, value })),
  ]
}

const open = insertingInto('watch_spans')

interface Waiting {
  readonly plan: CheckPlan
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/** `writeAll` returns the ids of the watches whose check was written. */
function inGroups(
  most: number,
  writeAll: (plans: readonly CheckPlan[]) => Promise<ReadonlySet<string>>,
): CheckWriter['write'] {
  let waiting: Waiting[] = []
  let isWriting = false

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const written = await writeAll(group.map(one => one.plan))
      for (const { plan, resolve } of group) resolve(written.has(plan.watch.id))
    } catch (error) {
      // What PostgreSQL refuses may be one check of the group; the others are written without it.
      if (group.length === 1 || isDatabaseTrouble(error)) for (const { reject } of group) reject(error)
      else for (const entry of group) await writeGroup([entry])
    }
  }
  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const group = takeGroup(waiting, most)
      waiting = waiting.filter(one => !group.has(one))
      await writeGroup([...group])
    }
    isWriting = false
  }
  return plan =>
    new Promise<boolean>((resolve, reject) => {
      waiting.push({ plan, resolve, reject })
      // The write starts in the next turn of the event loop: results that are there already join the same group.
      if (!isWriting) {
        isWriting = true
        setImmediate(() => void writeWaiting())
      }
    })
}

/** A statement updates a row once, so two checks of a watch are in different groups. */
function takeGroup(waiting: readonly Waiting[], most: number): ReadonlySet<Waiting> {
  const byWatch = new Map<string, Waiting>()
  for (const entry of waiting) {
    if (byWatch.size === most) break
    if (!byWatch.has(entry.plan.watch.id)) byWatch.set(entry.plan.watch.id, entry)
  }
  return new Set(byWatch.values())
}
