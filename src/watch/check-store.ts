// Records a check: the watch, its spans, its changes and their deliveries in one transaction.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../state/database.ts'
import { type CheckResult, judge, outcomeOf, type Verdict } from './changes.ts'
import { parseCondition } from './condition.ts'
import type { Facts } from './facts.ts'
import { appendChanges, type RecordedChange } from './feed.ts'
import { NOT_CHECKED, OUTCOME_SERIES } from './history.ts'
import { backOffIntervalMs, nextDueMs } from './schedule.ts'
import type { WatchTables } from './tables.ts'
import type { Watch } from './watch.ts'

export interface Check {
  readonly result: CheckResult
  readonly requestId: string
  readonly atMs: number
}

export interface CheckStore {
  /**
   * Records a check of the watch as it was when the check began, and returns the changes with their ids in the feed.
   * Writes nothing and returns undefined if another check was recorded since, or if the watch was removed.
   */
  record(watch: Watch, check: Check): Promise<readonly RecordedChange[] | undefined>
}

/** After this many intervals without a check, the time in between is a gap. */
const INTERVALS_BEFORE_GAP = 3

export function createCheckStore(database: Database<unknown>): CheckStore {
  const query = database.query.withTables<WatchTables>()
  return {
    async record(watch, given) {
      // Checks of a watch have strictly increasing times, even if the clock was set back.
      const check = { ...given, atMs: Math.max(given.atMs, (watch.checkedAtMs ?? 0) + 1) }
      const verdict = judge(watch.knowledge, check.result, conditionOf(watch))
      const spans = spanChanges(watch, verdict, check)
      if (spans.opened.length === 0 && spans.closed.length === 0 && verdict.changes.length === 0) {
        // Nothing new: only the watch's row is updated.
        return (await updateWatch(query, watch, verdict, check)) ? [] : undefined
      }
      return query.transaction().execute(async transaction => {
        if (!(await updateWatch(transaction, watch, verdict, check))) return undefined
        await writeSpans(transaction, watch, spans, check.atMs)
        const { requestId, atMs } = check
        const about = { watchId: watch.id, checkSeq: watch.checkSeq + 1, requestId, atMs }
        return appendChanges(transaction, about, verdict.changes)
      })
    },
  }
}

function conditionOf({ when }: Watch) {
  const parsed = parseCondition(when ?? 'any change')
  // The condition was valid when stored. A release that does not know it must still report changes.
  return 'condition' in parsed ? parsed.condition : ({ kind: 'any' } as const)
}

/** False if another check was recorded first. */
async function updateWatch(
  query: Kysely<WatchTables>,
  watch: Watch,
  { knowledge }: Verdict,
  { result, requestId, atMs }: Check,
): Promise<boolean> {
  const isOk = 'facts' in result
  const areSame = JSON.stringify(knowledge.facts) === JSON.stringify(watch.knowledge.facts)
  const { numUpdatedRows } = await query
    .updateTable('watches')
    .set({
      check_seq: watch.checkSeq + 1,
      checked_at: atMs,
      ...(isOk ? { ok_at: atMs } : {}),
      outcome: outcomeOf(result),
      detail: isOk ? null : result.detail.slice(0, 500),
      request_id: requestId,
      ...(areSame ? {} : { facts: JSON.stringify(knowledge.facts) }),
      is_gone: knowledge.isGone ? 1 : 0,
      is_failing: knowledge.isFailing ? 1 : 0,
      failures: knowledge.failures,
      due_at: nextDueMs(watch.id, watch.everyS * 1000, atMs, knowledge.failures),
      leased_until: 0,
    })
    .where('id', '=', watch.id)
    .where('check_seq', '=', watch.checkSeq)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface SpanChanges {
  readonly closed: readonly { readonly series: readonly string[]; readonly lastSeenMs: number }[]
  readonly opened: readonly { readonly series: string; readonly value: string }[]
  /** Start of a time without checks between two different outcomes. Equal outcomes show it by a new span. */
  readonly uncheckedFromMs?: number
}

function spanChanges(watch: Watch, { knowledge }: Verdict, { result, atMs }: Check): SpanChanges {
  const opened: { series: string; value: string }[] = []
  const closed: { series: string[]; lastSeenMs: number }[] = []
  const outcome = outcomeOf(result)
  const isLate = isAfterGap(watch, atMs)
  if (outcome !== watch.outcome || isLate) {
    if (watch.checkedAtMs !== null) closed.push({ series: [OUTCOME_SERIES], lastSeenMs: watch.checkedAtMs })
    opened.push({ series: OUTCOME_SERIES, value: outcome })
  }
  if ('facts' in result) {
    const before: Facts = watch.knowledge.facts ?? {}
    const after: Facts = knowledge.facts ?? {}
    const ended = Object.keys(before).filter(series => before[series] !== after[series])
    if (ended.length > 0 && watch.okAtMs !== null) closed.push({ series: ended, lastSeenMs: watch.okAtMs })
    for (const [series, value] of Object.entries(after)) {
      if (before[series] !== value) opened.push({ series, value })
    }
  }
  // One millisecond after the last check: two spans of a series never start at the same time.
  return isLate && outcome !== watch.outcome && watch.checkedAtMs !== null
    ? { closed, opened, uncheckedFromMs: watch.checkedAtMs + 1 }
    : { closed, opened }
}

function isAfterGap({ checkedAtMs, everyS, knowledge }: Watch, atMs: number): boolean {
  const intervalMs = backOffIntervalMs(everyS * 1000, knowledge.failures)
  return checkedAtMs !== null && atMs - checkedAtMs > INTERVALS_BEFORE_GAP * intervalMs
}

/** Far below the maximum number of parameters of a statement. */
const BATCH_ROWS = 200

async function writeSpans(
  transaction: Transaction<WatchTables>,
  { id }: Watch,
  { closed, opened, uncheckedFromMs }: SpanChanges,
  atMs: number,
): Promise<void> {
  for (const { series, lastSeenMs } of closed) {
    for (let from = 0; from < series.length; from += BATCH_ROWS) {
      await transaction
        .updateTable('watch_spans')
        .set({ last_seen: lastSeenMs, ended: atMs })
        .where('watch_id', '=', id)
        .where('series', 'in', series.slice(from, from + BATCH_ROWS))
        .where('ended', 'is', null)
        .execute()
    }
  }
  if (uncheckedFromMs !== undefined) {
    const times = { first_seen: uncheckedFromMs, last_seen: atMs, ended: atMs }
    await transaction
      .insertInto('watch_spans')
      .values({ watch_id: id, series: OUTCOME_SERIES, value: NOT_CHECKED, ...times })
      .execute()
  }
  for (let from = 0; from < opened.length; from += BATCH_ROWS) {
    const rows = opened.slice(from, from + BATCH_ROWS).map(({ series, value }) => ({
      watch_id: id,
      series,
      value,
      first_seen: atMs,
      last_seen: null,
      ended: null,
    }))
    await transaction.insertInto('watch_spans').values(rows).execute()
  }
}
