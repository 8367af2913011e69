// Runs due checks as leased work, partitioned by site, and records the results.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../runtime/clock.ts'
import { isDatabaseTrouble } from '../../store/database-trouble.ts'
import type { WorkContext, WorkOutcome } from '../../store/queue/running-work.ts'
import type { WorkQueue } from '../../store/queue/work-queue.ts'
import { createWorkRunner, type WorkRunner } from '../../store/queue/work-runner.ts'
import { nextActiveMs } from '../../settings/watch-rules/active-times.ts'
import type { CheckStore } from '../store/check-store.ts'
import type { CheckRecord } from '../lists/check-result.ts'
import type { Checker } from './checker.ts'
import { backOffIntervalMs } from '../decide/schedule.ts'
import type { Watch } from '../model/watch.ts'

export interface WatchRunnerParts {
  readonly queue: WorkQueue<Watch>
  readonly checks: CheckStore
  readonly check: Checker
  readonly clock: Clock
  /** Maximum number of concurrent checks of a site. */
  readonly siteLimit: (site: string) => number
  /** The first time from now on at which a site may be checked; now by default. */
  readonly nextOpenMs?: (site: string, nowMs: number) => number
  /** Whether the clock was set back while nothing ran; see WorkRunnerParts. */
  readonly wasSetBack?: () => Promise<boolean>
  readonly onError: (error: unknown) => void
}

const MAX_CONCURRENT = 64
/** Maximum age of a cached answer that a check may use. */
const SHARED_ANSWER_MS = 30_000
const RECORD_RETRY_MS = 1_000
/** If leases are still renewed after this time, the database works; what it cannot store is this result. */
const RECORD_GIVE_UP_MS = 60_000

export function createWatchRunner(parts: WatchRunnerParts): WorkRunner {
  return createWorkRunner<Watch>({
    ...parts,
    run: (watch, context) => checkDue(parts, watch, context),
    partitionLimit: parts.siteLimit,
    limit: MAX_CONCURRENT,
  })
}

/** A due watch, from top to bottom: waits for its active times, asks, and records what that came to. */
async function checkDue(
  { check, checks, clock, nextOpenMs, onError }: WatchRunnerParts,
  watch: Watch,
  { signal, leaseLeftMs }: WorkContext,
): Promise<WorkOutcome> {
  const nowMs = clock.wallMs()
  const openMs = nextTimeMs(watch, nowMs, nextOpenMs)
  if (openMs > nowMs) return { dueAtMs: openMs }
  const outcome = await check(watch, { signal, maxAgeMs: Math.min(SHARED_ANSWER_MS, watch.everyS * 100) })
  if (outcome.kind === 'paused') return { dueAtMs: watch.dueAtMs }
  if (outcome.kind === 'postponed')
    return { dueAtMs: signal.aborted ? watch.dueAtMs : clock.wallMs() + outcome.byMs }
  const giveUpAtMs = clock.monotonicMs() + RECORD_GIVE_UP_MS
  const isHeld = () => leaseLeftMs() > 0 && !signal.aborted
  try {
    await recordPersistently(checks, watch, outcome, () => isHeld() && clock.monotonicMs() < giveUpAtMs)
    // Also ends the lease.
    return undefined
  } catch (error) {
    if (isDatabaseTrouble(error) && !isHeld()) throw error
    onError(error)
    return recordUnrecorded(checks, watch, outcome, clock)
  }
}

/** Now, or when both the watch and its site are active; a watch may be due because of a clock that was set, or of an older release. */
function nextTimeMs(
  { active, site }: Watch,
  nowMs: number,
  nextOpenMs: WatchRunnerParts['nextOpenMs'] = (_site, ms) => ms,
): number {
  let atMs = nowMs
  // Each may move the time out of the other's; twice a day for a week is more than enough.
  for (let turn = 0; turn < 14; turn++) {
    const laterMs = nextOpenMs(site, active === null ? atMs : nextActiveMs(active, atMs))
    if (laterMs === atMs) break
    atMs = laterMs
  }
  return atMs
}

/** A result that the database refuses is a fault of this check. Without a record, its page would be fetched again and again. */
async function recordUnrecorded(
  checks: CheckStore,
  watch: Watch,
  { requestId, atMs }: CheckRecord,
  clock: Clock,
): Promise<WorkOutcome> {
  const detail = 'the result of this check could not be stored'
  try {
    await checks.record(watch, { kind: 'fault', fault: 'internal', detail, requestId, atMs })
    return undefined
  } catch {
    return { dueAtMs: clock.wallMs() + backOffIntervalMs(watch.everyS * 1000, watch.knowledge.failures + 1) }
  }
}

/** Retries while the lease lasts, because the database may be unreachable. After that, another replica repeats the check. */
async function recordPersistently(
  checks: CheckStore,
  watch: Watch,
  check: CheckRecord,
  mayRetry: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      await checks.record(watch, check)
      return
    } catch (error) {
      if (!isDatabaseTrouble(error) || !mayRetry()) throw error
      await sleep(RECORD_RETRY_MS)
    }
  }
}
