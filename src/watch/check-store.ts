// Records a check: the watch, its spans, its changes and their deliveries in one transaction.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../state/database.ts'
import { nextActiveMs } from './active-times.ts'
import { nextAutoIntervalS, stretchFor } from './adaptive-interval.ts'
import { type CatalogCheck, finishRun } from './catalog/finish-run.ts'
import { type Decision, decide, decideCatalog } from './decide.ts'
import { appendChanges, type RecordedChange } from './feed.ts'
import { NOT_CHECKED, OUTCOME_SERIES, REPLACED } from './history.ts'
import { createHistoryStore, type HistoryStore } from './history-store.ts'
import type { Check } from './knowledge.ts'
import { readPriceHistory } from './price-history.ts'
import { rulesOf } from './rules.ts'
import { backOffIntervalMs, nextDueMs } from './schedule.ts'
import type { PressureOf } from './site-pressure.ts'
import type { WatchTables } from './tables.ts'
import { pageOf, type Watch, watchOf } from './watch.ts'

export interface CheckStore {
  /**
   * Records a check of the watch as it was when the check began, and returns the changes with their ids in the feed.
   * Writes nothing and returns undefined if another check was recorded since, or if the watch was removed.
   */
  record(watch: Watch, check: Check | CatalogCheck): Promise<readonly RecordedChange[] | undefined>
}

/** After this many intervals without a check, the time in between is a gap. */
const INTERVALS_BEFORE_GAP = 3

/** `pressureOf`: for watches that learn their interval. */
export function createCheckStore(
  database: Database<unknown>,
  pressureOf: PressureOf = () => Promise.resolve(0),
): CheckStore {
  const query = database.query.withTables<WatchTables>()
  const history = createHistoryStore(database)
  return {
    async record(watch, given) {
      for (let current = watch; ; ) {
        const recorded =
          'catalog' in given
            ? await recordCatalog(query, current, given, pressureOf)
            : await recordOnce(query, history, current, given, pressureOf)
        if (recorded) return recorded
        // An edit during the check counts for this check too.
        const now = await readWatch(query, watch.id)
        if (now?.checkSeq !== watch.checkSeq || now.revision === current.revision) return undefined
        current = now
      }
    },
  }
}

/** Undefined if the watch was edited, checked or removed since it was read. */
async function recordOnce(
  query: Kysely<WatchTables>,
  history: HistoryStore,
  watch: Watch,
  given: Check,
  pressureOf: PressureOf,
): Promise<readonly RecordedChange[] | undefined> {
  // Checks of a watch have strictly increasing times, even if the clock was set back.
  const check = { ...given, atMs: Math.max(given.atMs, (watch.checkedAtMs ?? 0) + 1) }
  const rules = rulesOf(watch)
  const prices = await readPriceHistory(history, watch, rules.conditions, check.atMs)
  const decision = decide(watch.knowledge, check, prices, rules)
  const spans = spanChanges(watch, decision, check)
  // By the clock as it is now, not by the corrected time of the check.
  const next = await scheduleNext(watch, decision, given.atMs, pressureOf)
  const update = (inside: Kysely<WatchTables>) => updateWatch(inside, watch, decision, check, next)
  if (spans.opened.length === 0 && spans.closed.length === 0 && decision.changes.length === 0) {
    // Nothing new: only the watch's row is updated.
    return (await update(query)) ? [] : undefined
  }
  return query.transaction().execute(async transaction => {
    if (!(await update(transaction))) return undefined
    await writeSpans(transaction, watch, spans, check.atMs)
    const { requestId, atMs } = check
    const { id: watchId, owner } = watch
    const about = { watchId, owner, checkSeq: watch.checkSeq + 1, requestId, atMs }
    return appendChanges(transaction, about, decision.changes)
  })
}

/** The watch was edited while its catalogue was recorded. */
class Superseded extends Error {}

/** Like `recordOnce`, for a catalogue that was read to its end. */
async function recordCatalog(
  query: Kysely<WatchTables>,
  watch: Watch,
  given: CatalogCheck,
  pressureOf: PressureOf,
): Promise<readonly RecordedChange[] | undefined> {
  // Read before the transaction, which holds the only connection of SQLite.
  const pressure = watch.isAuto ? await pressureOf(watch.site) : 0
  const check = { ...given, atMs: Math.max(given.atMs, (watch.checkedAtMs ?? 0) + 1) }
  try {
    return await query.transaction().execute(async transaction => {
      const finished = await finishRun(transaction, watch.id, check, watch.knowledge.facts)
      if (!finished) return undefined
      const decision = decideCatalog(watch.knowledge, finished)
      const next = await scheduleNext(watch, decision, given.atMs, async () => pressure)
      if (!(await updateWatch(transaction, watch, decision, check, next))) throw new Superseded()
      await writeSpans(transaction, watch, spanChanges(watch, decision, check), check.atMs)
      const { requestId, atMs } = check
      const about = { watchId: watch.id, owner: watch.owner, checkSeq: watch.checkSeq + 1, requestId, atMs }
      return appendChanges(transaction, about, decision.changes)
    })
  } catch (error) {
    if (error instanceof Superseded) return undefined
    throw error
  }
}

async function readWatch(query: Kysely<WatchTables>, id: string): Promise<Watch | undefined> {
  const row = await query.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst()
  return row && watchOf(row)
}

/** How soon a change that waits for its confirmation is looked at again. */
const CONFIRM_AFTER_MS = 60_000

interface NextCheck {
  readonly everyS: number
  readonly dueAtMs: number
}

/** A change is confirmed soon; a watch with active times waits for them. */
async function scheduleNext(
  watch: Watch,
  decision: Decision,
  nowMs: number,
  pressureOf: PressureOf,
): Promise<NextCheck> {
  const pressure = watch.isAuto ? await pressureOf(watch.site) : 0
  const everyS = watch.isAuto ? learnedIntervalS(watch, decision, pressure) : watch.everyS
  const intervalMs = everyS * 1000 * stretchFor(pressure)
  const turnMs = nextDueMs(pageOf(watch), intervalMs, nowMs, decision.knowledge.failures)
  const dueMs = decision.isUnconfirmed ? Math.min(turnMs, nowMs + CONFIRM_AFTER_MS) : turnMs
  return { everyS, dueAtMs: watch.active === null ? dueMs : nextActiveMs(watch.active, dueMs) }
}

/** The first answer has nothing to be compared with, and a failure says nothing. */
function learnedIntervalS(watch: Watch, { outcome, knowledge }: Decision, pressure: number): number {
  const before = watch.knowledge.facts
  if (outcome !== 'ok' || before === null) return watch.everyS
  const hasChanged = JSON.stringify(before) !== JSON.stringify(knowledge.facts)
  return Math.round(nextAutoIntervalS(watch.everyS, hasChanged, pressure))
}

/** False if another check was recorded first, or the watch was edited. */
async function updateWatch(
  query: Kysely<WatchTables>,
  watch: Watch,
  { knowledge, outcome, detail }: Decision,
  { requestId, atMs }: Pick<Check, 'requestId' | 'atMs'>,
  { everyS, dueAtMs }: NextCheck,
): Promise<boolean> {
  const areSame = JSON.stringify(knowledge.facts) === JSON.stringify(watch.knowledge.facts)
  const { numUpdatedRows } = await query
    .updateTable('watches')
    .set({
      check_seq: watch.checkSeq + 1,
      checked_at: atMs,
      ...(outcome === 'ok' ? { ok_at: atMs } : {}),
      outcome,
      detail: detail?.slice(0, 500) ?? null,
      request_id: requestId,
      ...(areSame ? {} : { facts: JSON.stringify(knowledge.facts) }),
      is_gone: knowledge.isGone ? 1 : 0,
      is_failing: knowledge.isFailing ? 1 : 0,
      failures: knowledge.failures,
      memory: JSON.stringify(knowledge.memory),
      every_s: everyS,
      due_at: dueAtMs,
      leased_until: 0,
    })
    .where('id', '=', watch.id)
    .where('check_seq', '=', watch.checkSeq)
    .where('revision', '=', watch.revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface SpanChanges {
  readonly closed: readonly { readonly series: readonly string[]; readonly lastSeenMs: number }[]
  readonly opened: readonly { readonly series: string; readonly value: string }[]
  /** A time between two spans of outcomes in which nothing is known. Equal outcomes show one without checks by a new span. */
  readonly between?: { readonly fromMs: number; readonly outcome: string }
}

function spanChanges(
  watch: Watch,
  { knowledge, outcome, isReplaced }: Decision,
  { atMs }: Pick<Check, 'atMs'>,
): SpanChanges {
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

function isAfterGap({ checkedAtMs, dueAtMs, everyS, isAuto, knowledge }: Watch, atMs: number): boolean {
  if (checkedAtMs === null) return false
  const everyMs = backOffIntervalMs(everyS * 1000, knowledge.failures)
  // A learned interval may have been stretched.
  const intervalMs = isAuto ? Math.max(everyMs, dueAtMs - checkedAtMs) : everyMs
  return atMs - checkedAtMs > INTERVALS_BEFORE_GAP * intervalMs
}

/** Far below the maximum number of parameters of a statement. */
const BATCH_ROWS = 200

async function writeSpans(
  transaction: Transaction<WatchTables>,
  { id }: Watch,
  { closed, opened, between }: SpanChanges,
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
  if (between) {
    const times = { first_seen: between.fromMs, last_seen: atMs, ended: atMs }
    await transaction
      .insertInto('watch_spans')
      .values({ watch_id: id, series: OUTCOME_SERIES, value: between.outcome, ...times })
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
