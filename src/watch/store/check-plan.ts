// What a check changes in the database: the watch, its spans and its changes. Pure.
import { nextActiveMs } from '../../settings/watch-rules/active-times.ts'
import {
  nextAutoIntervalS,
  stretchFor,
  withinBounds,
  backOffIntervalMs,
  nextDueMs,
} from '../decide/schedule.ts'
import type { Change } from '../decide/changes.ts'
import type { Decision } from '../decide/decide.ts'
import type { NewChange } from '../feed/change-log.ts'
import { NOT_CHECKED, OUTCOME_SERIES, REPLACED } from '../history/history.ts'
import type { Check } from '../model/knowledge.ts'
import { fetchKey, type Watch } from '../model/watch.ts'

export interface CheckPlan {
  /** The watch as it was when the check began. */
  readonly watch: Watch
  readonly decision: Decision
  readonly requestId: string
  readonly atMs: number
  readonly next: NextCheck
  readonly spans: SpanChanges
  readonly changes: readonly NewChange[]
}

/** `nowMs`: by the clock as it is now; `atMs` may be a corrected time. `pressure`: of the site, for a watch that learns its interval. */
export function planCheck(
  watch: Watch,
  decision: Decision,
  { requestId, atMs }: Pick<Check, 'requestId' | 'atMs'>,
  { nowMs, pressure }: { readonly nowMs: number; readonly pressure: number },
): CheckPlan {
  const { id: watchId, owner } = watch
  const origin = { watchId, owner, checkSeq: watch.checkSeq + 1, requestId, atMs }
  return {
    watch,
    decision,
    requestId,
    atMs,
    next: scheduleNext(watch, decision, nowMs, pressure),
    spans: spanChanges(watch, decision, atMs),
    changes: decision.changes.map(change => ({ origin, change: withLastOk(change, watch) })),
  }
}

/** Since when a failing watch sees nothing. */
function withLastOk(change: Change, { okAtMs }: Watch): Change {
  if (change.type !== 'watch.failing' || okAtMs === null) return change
  return { ...change, after: { ...change.after, last_ok_at: new Date(okAtMs).toISOString() } }
}

/** How soon a change that waits for its confirmation is looked at again. */
const CONFIRM_AFTER_MS = 60_000

interface NextCheck {
  readonly everyS: number
  readonly dueAtMs: number
}

/** A change is confirmed soon; a watch with active times waits for them. */
function scheduleNext(watch: Watch, decision: Decision, nowMs: number, pressure: number): NextCheck {
  const everyS = watch.isAuto ? learnedIntervalS(watch, decision, pressure) : watch.everyS
  const intervalMs = everyS * 1000 * stretchFor(pressure)
  const turnMs = nextDueMs(fetchKey(watch), intervalMs, nowMs, decision.knowledge.failures)
  const dueMs = decision.isUnconfirmed ? Math.min(turnMs, nowMs + CONFIRM_AFTER_MS) : turnMs
  return { everyS, dueAtMs: watch.active === null ? dueMs : nextActiveMs(watch.active, dueMs) }
}

/** The first answer has nothing to be compared with, and a failure says nothing. */
function learnedIntervalS(watch: Watch, { outcome, knowledge }: Decision, pressure: number): number {
  const before = watch.knowledge.facts
  if (outcome !== 'ok' || before === null) return withinBounds(watch.everyS)
  const hasChanged = JSON.stringify(before) !== JSON.stringify(knowledge.facts)
  return Math.round(nextAutoIntervalS(watch.everyS, hasChanged, pressure))
}

interface SpanChanges {
  readonly closed: readonly { readonly series: readonly string[]; readonly lastSeenMs: number }[]
  readonly opened: readonly { readonly series: string; readonly value: string }[]
  /** A time between two spans of outcomes in which nothing is known. Equal outcomes show one without checks by a new span. */
  readonly between?: { readonly fromMs: number; readonly outcome: string }
}

function spanChanges(watch: Watch, { knowledge, outcome, isReplaced }: Decision, atMs: number): SpanChanges {
  const opened: { series: string; value: string }[] = []
  const closed: { series: string[]; lastSeenMs: number }[] = []
  const isLate = isAfterGap(watch, atMs)
  const isNewOutcome = outcome !== watch.outcome
  if (isNewOutcome || isLate || isReplaced) {
    if (watch.checkedAtMs !== null) closed.push({ series: [OUTCOME_SERIES], lastSeenMs: watch.checkedAtMs })
    opened.push({ series: OUTCOME_SERIES, value: outcome })
  }
  const before = watch.knowledge.facts ?? {}
  const after = knowledge.facts ?? {}
  const ended = Object.keys(before).filter(series => before[series] !== after[series])
  if (ended.length > 0 && watch.okAtMs !== null) closed.push({ series: ended, lastSeenMs: watch.okAtMs })
  for (const [series, value] of Object.entries(after)) {
    if (before[series] !== value) opened.push({ series, value })
  }
  if (watch.checkedAtMs === null || !(isReplaced || (isLate && isNewOutcome))) return { closed, opened }
  // One millisecond after the last check: two spans of a series never start at the same time.
  const between = { fromMs: watch.checkedAtMs + 1, outcome: isReplaced ? REPLACED : NOT_CHECKED }
  return between.fromMs < atMs ? { closed, opened, between } : { closed, opened }
}

/** After this many intervals without a check, the time in between is a gap. */
const INTERVALS_BEFORE_GAP = 3

function isAfterGap({ checkedAtMs, dueAtMs, everyS, isAuto, knowledge }: Watch, atMs: number): boolean {
  if (checkedAtMs === null) return false
  const everyMs = backOffIntervalMs(everyS * 1000, knowledge.failures)
  // A learned interval may have been stretched.
  const intervalMs = isAuto ? Math.max(everyMs, dueAtMs - checkedAtMs) : everyMs
  return atMs - checkedAtMs > INTERVALS_BEFORE_GAP * intervalMs
}
