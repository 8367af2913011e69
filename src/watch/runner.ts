// Runs the checks that are due: claims watches, keeps to a few at a time for each site, records what came of each.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Check, CheckStore, RecordedChange } from './check-store.ts'
import type { Checker } from './checker.ts'
import type { HistoryStore } from './history-store.ts'
import type { Watch } from './watch.ts'
import type { WatchStore } from './watch-store.ts'

export interface RunnerParts {
  readonly watches: WatchStore
  readonly checks: CheckStore
  readonly history: HistoryStore
  readonly check: Checker
  readonly clock: Clock
  /** How many checks of a site may be under way. */
  readonly siteLimit: (site: string) => number
  /** How long one check may take. */
  readonly deadlineMs: number
  readonly keepDays: number
  readonly onError: (error: unknown) => void
}

export interface Runner {
  start(): void
  /** Begins what is due; resolves with the number of checks begun. */
  tick(): Promise<number>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  /** Checks under way are finished or given back. */
  close(): Promise<void>
}

const TICK_MS = 1_000
const AT_ONCE_MAX = 64
/** Beyond the deadline of a check: what recording it may take while the database is away. */
const LEASE_BEYOND_DEADLINE_MS = 60_000
/** An answer that someone has just asked for is as good as one of our own. */
const SHARED_ANSWER_MS = 30_000
const RECORD_RETRY_MS = 1_000
const PRUNE_EVERY_MS = 6 * 3_600_000

export function createRunner(parts: RunnerParts): Runner {
  const { watches, clock } = parts
  const leaseMs = parts.deadlineMs + LEASE_BEYOND_DEADLINE_MS
  const running = new Set<Promise<void>>()
  /** By site: the checks under way. */
  const sites = new Map<string, Set<Promise<void>>>()
  const ended = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let prunedAtMs = clock.monotonicMs()

  async function tick(): Promise<number> {
    const free = AT_ONCE_MAX - running.size
    if (free <= 0) return 0
    const full = [...sites].flatMap(([site, { size }]) => (size >= parts.siteLimit(site) ? [site] : []))
    const claimed = await watches.claim({ nowMs: clock.wallMs(), leaseMs, limit: free, exceptSites: full })
    for (const watch of claimed) begin(watch)
    return claimed.length
  }

  /** Those of a site that has enough under way wait here for one of them to end. */
  function begin(watch: Watch): void {
    const leaseEndsMs = clock.monotonicMs() + leaseMs
    const own = sites.get(watch.site) ?? new Set()
    sites.set(watch.site, own)
    const work = (async () => {
      while (own.size >= parts.siteLimit(watch.site)) await Promise.race(own)
      if (clock.monotonicMs() > leaseEndsMs) return
      const checking = checkAndRecord(parts, watch, leaseEndsMs, ended.signal).catch(parts.onError)
      own.add(checking)
      await checking
      own.delete(checking)
    })().finally(() => running.delete(work))
    running.add(work)
  }

  async function loop(): Promise<void> {
    let begun = 0
    try {
      begun = await tick()
      if (clock.monotonicMs() - prunedAtMs > PRUNE_EVERY_MS) {
        prunedAtMs = clock.monotonicMs()
        await parts.history.prune(clock.wallMs(), parts.keepDays)
      }
    } catch (error) {
      parts.onError(error)
    }
    if (ended.signal.aborted) return
    // More may be due: on as soon as one of those begun has ended.
    if (begun > 0) await Promise.race([...running, sleep(TICK_MS)])
    timer = setTimeout(() => void loop(), begun > 0 ? 0 : TICK_MS)
  }

  return {
    start: () => void loop(),
    tick,
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      ended.abort()
      clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

async function checkAndRecord(
  { check, checks, watches, clock }: RunnerParts,
  watch: Watch,
  leaseEndsMs: number,
  signal: AbortSignal,
): Promise<void> {
  const made = await check(watch, { signal, maxAgeMs: Math.min(SHARED_ANSWER_MS, watch.everyS * 100) })
  if ('postponedMs' in made) {
    await watches.release(watch.id, signal.aborted ? watch.dueAtMs : clock.wallMs() + made.postponedMs)
    return
  }
  await recordPersistently(checks, watch, made, () => clock.monotonicMs() < leaseEndsMs, signal)
}

/** The database may be away for a while. After the lease someone else makes the check anew. */
async function recordPersistently(
  checks: CheckStore,
  watch: Watch,
  check: Check,
  isLeased: () => boolean,
  signal: AbortSignal,
): Promise<readonly RecordedChange[] | undefined> {
  for (;;) {
    try {
      return await checks.record(watch, check)
    } catch (error) {
      if (!isLeased() || signal.aborted) throw error
      await sleep(RECORD_RETRY_MS)
    }
  }
}
