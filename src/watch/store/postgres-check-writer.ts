// Writes checks to PostgreSQL in groups: what ends while a group is being written is the next group, with one commit for all.
import { type Kysely, sql, type Transaction } from 'kysely'
import { isDatabaseTrouble } from '../../state/database-trouble.ts'
import { type CheckPlan, hasNothingNew, type WriteCheck } from '../check/check-plan.ts'
import { changeRow } from '../feed/feed.ts'
import { OUTCOME_SERIES } from '../history/history.ts'
import type { WatchTables } from './tables.ts'
import { checkedColumns } from './write-check.ts'

interface Waiting {
  readonly plan: CheckPlan
  readonly resolve: (isWritten: boolean) => void
  readonly reject: (error: unknown) => void
}

/** A statement of this many checks ends far below its time limit. */
const GROUP_MAX = 100

export function createPostgresCheckWriter(query: Kysely<WatchTables>): WriteCheck {
  let waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = takeGroup(waiting)
      waiting = waiting.filter(one => !group.includes(one))
      await writeGroup(query, group)
    }
    isWriting = false
  }

  return plan =>
    new Promise<boolean>((resolve, reject) => {
      waiting.push({ plan, resolve, reject })
      // In the next turn of the event loop: results that are there already go into the same group.
      if (!isWriting) {
        isWriting = true
        setImmediate(() => void writeAll())
      }
    })
}

/** A statement updates a row once, so two checks of a watch are in different groups. */
function takeGroup(waiting: readonly Waiting[]): readonly Waiting[] {
  const byWatch = new Map<string, Waiting>()
  for (const one of waiting) {
    if (byWatch.size === GROUP_MAX) break
    if (!byWatch.has(one.plan.watch.id)) byWatch.set(one.plan.watch.id, one)
  }
  return [...byWatch.values()]
}

async function writeGroup(query: Kysely<WatchTables>, group: readonly Waiting[]): Promise<void> {
  try {
    const written = await writePlans(
      query,
      group.map(one => one.plan),
    )
    for (const { plan, resolve } of group) resolve(written.has(plan.watch.id))
  } catch (error) {
    // What PostgreSQL refuses may be one check of the group; the others are written without it.
    if (group.length === 1 || isDatabaseTrouble(error)) for (const { reject } of group) reject(error)
    else for (const one of group) await writeGroup(query, [one])
  }
}

/** The ids of the watches whose check was written. */
async function writePlans(
  query: Kysely<WatchTables>,
  plans: readonly CheckPlan[],
): Promise<ReadonlySet<string>> {
  if (plans.every(hasNothingNew)) return updateWatches(query, plans)
  return query.transaction().execute(async transaction => {
    const written = await updateWatches(transaction, plans)
    const news = plans.filter(plan => written.has(plan.watch.id) && !hasNothingNew(plan))
    await closeSpans(transaction, news)
    await openSpans(transaction, news)
    await enqueueChanges(transaction, news)
    return written
  })
}

/** One parameter for any number of rows. PostgreSQL refuses halves of surrogate pairs in JSON, so they are replaced as in text. */
function json(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}

async function updateWatches(
  query: Kysely<WatchTables>,
  plans: readonly CheckPlan[],
): Promise<ReadonlySet<string>> {
  const rows = plans.map(plan => {
    const { id, revision } = plan.watch
    return { id, revision, ...checkedColumns(plan) }
  })
  const { rows: written } = await sql<{ id: string }>`
    UPDATE wares.watches AS watch SET check_seq = new.check_seq, checked_at = new.checked_at,
      ok_at = coalesce(new.ok_at, watch.ok_at), outcome = new.outcome, detail = new.detail, request_id = new.request_id,
      facts = coalesce(new.facts, watch.facts), is_gone = new.is_gone, is_failing = new.is_failing,
      failures = new.failures, memory = new.memory, every_s = new.every_s, due_at = new.due_at, leased_until = 0
    FROM json_to_recordset(${json(rows)}::json) AS new (id text, revision bigint, check_seq bigint, checked_at bigint,
      ok_at bigint, outcome text, detail text, request_id text, facts text, is_gone bigint, is_failing bigint,
      failures bigint, memory text, every_s bigint, due_at bigint)
    WHERE watch.id = new.id AND watch.check_seq = new.check_seq - 1 AND watch.revision = new.revision
    RETURNING watch.id`.execute(query)
  return new Set(written.map(row => row.id))
}

async function closeSpans(transaction: Transaction<WatchTables>, plans: readonly CheckPlan[]): Promise<void> {
  const rows = plans.flatMap(({ watch, atMs, spans }) =>
    spans.closed.flatMap(({ series, lastSeenMs }) =>
      series.map(name => ({ watch_id: watch.id, series: name, last_seen: lastSeenMs, ended: atMs })),
    ),
  )
  if (rows.length === 0) return
  await sql`UPDATE wares.watch_spans AS span SET last_seen = new.last_seen, ended = new.ended
    FROM json_to_recordset(${json(rows)}::json) AS new (watch_id text, series text, last_seen bigint, ended bigint)
    WHERE span.watch_id = new.watch_id AND span.series = new.series AND span.ended IS NULL`.execute(
    transaction,
  )
}

async function openSpans(transaction: Transaction<WatchTables>, plans: readonly CheckPlan[]): Promise<void> {
  const rows = plans.flatMap(({ watch, atMs, spans: { opened, between } }) => [
    ...(between === undefined
      ? []
      : [
          {
            watch_id: watch.id,
            series: OUTCOME_SERIES,
            first_seen: between.fromMs,
            last_seen: atMs,
            ended: atMs,
            value: between.outcome,
          },
        ]),
    ...opened.map(({ series, value }) => ({ watch_id: watch.id, series, first_seen: atMs, value })),
  ])
  if (rows.length === 0) return
  await sql`INSERT INTO wares.watch_spans (watch_id, series, first_seen, last_seen, ended, value)
    SELECT watch_id, series, first_seen, last_seen, ended, value
    FROM json_to_recordset(${json(rows)}::json) AS new (watch_id text, series text, first_seen bigint,
      last_seen bigint, ended bigint, value text)`.execute(transaction)
}

async function enqueueChanges(
  transaction: Transaction<WatchTables>,
  plans: readonly CheckPlan[],
): Promise<void> {
  const rows = plans.flatMap(plan => plan.changes.map(changeRow))
  if (rows.length === 0) return
  await sql`INSERT INTO wares.feed_queue
      (watch_id, check_seq, at, type, before, after, alert, request_id, owner, explanation)
    SELECT watch_id, check_seq, at, type, before, after, alert, request_id, owner, explanation
    FROM json_to_recordset(${json(rows)}::json) AS new (watch_id text, check_seq bigint, at bigint, type text,
      before text, after text, alert bigint, request_id text, owner text, explanation text)`.execute(
    transaction,
  )
}
