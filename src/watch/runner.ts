// Runs due checks: claims watches, limits concurrent checks per site, and records the results.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Check, CheckStore } from './check-store.ts'
import type { Checker } from './checker.ts'
import type { SiteShare } from './due-watches.ts'
import type { RecordedChange } from './feed.ts'
import type { HistoryStore } from './history-store.ts'
import type { Watch } from './watch.ts'
import type { WatchStore } from './watch-store.ts'

export interface RunnerParts {
  readonly watches: WatchStore
  readonly checks: CheckStore
  readonly history: HistoryStore
  readonly check: Checker
  readonly clock: Clock
  /** Maximum number of concurrent checks of a site. */
  readonly siteLimit: (site: string) => number
  /** Time limit for one check. */
  readonly deadlineMs: number
  readonly keepDays: number
  readonly onError: (error: unknown) => void
}

export interface Runner {
  start(): void
  /** Starts due checks; resolves with the number of checks started. */
  tick(): Promise<number>
  /** Resolves when no check is running. */
  idle(): Promise<void>
  /** Waits until running checks are finished or released. */
  close(): Promise<void>
}

const TICK_MS = 1_000
/** Poll interval while more is due than may run. Not after every check, so that several are claimed together. */
const ROOM_CHECK_MS = 25
const MAX_CONCURRENT = 64
/** Extra lease time after a check's deadline, to record it even if the database is unreachable for a while. */
const LEASE_BEYOND_DEADLINE_MS = 60_000
/** Maximum age of a cached answer that a check may use. */
const SHARED_ANSWER_MS = 30_000
const RECORD_RETRY_MS = 1_000
const PRUNE_EVERY_MS = 6 * 3_600_000

export function createRunner(parts: RunnerParts): Runner {
  const { watches, clock } = parts
  const leaseMs = parts.deadlineMs + LEASE_BEYOND_DEADLINE_MS
  const ended = new AbortController()
  const running = createRunningChecks(parts, leaseMs, ended.signal)
  let dueSites: { readonly readAtMs: number; readonly names: Set<string> } | undefined
  let timer: NodeJS.Timeout | undefined
  let prunedAtMs = clock.monotonicMs()

  async function tick(): Promise<number> {
    const free = MAX_CONCURRENT - running.count()
    if (free <= 0) return 0
    const due = await findDueSites()
    const shares = sharesOf(due, free, site => parts.siteLimit(site) - running.ofSite(site))
    if (shares.length === 0) return 0
    const claimed = await watches.claim({ nowMs: clock.wallMs(), leaseMs, shares })
    for (const watch of claimed) running.begin(watch)
    const counts = Map.groupBy(claimed, watch => watch.site)
    for (const { site, limit } of shares) {
      if ((counts.get(site)?.length ?? 0) < limit) due.delete(site)
    }
    return claimed.length
  }

  /** Reads the sites every TICK_MS; in between, returns those that still have due watches. */
  async function findDueSites(): Promise<Set<string>> {
    const nowMs = clock.monotonicMs()
    if (!dueSites || dueSites.names.size === 0 || nowMs - dueSites.readAtMs >= TICK_MS) {
      dueSites = { readAtMs: nowMs, names: new Set(await watches.dueSites(clock.wallMs())) }
    }
    return dueSites.names
  }

  async function loop(): Promise<void> {
    let isMoreDue = false
    try {
      await tick()
      isMoreDue = dueSites !== undefined && dueSites.names.size > 0
      if (clock.monotonicMs() - prunedAtMs > PRUNE_EVERY_MS) {
        prunedAtMs = clock.monotonicMs()
        await parts.history.prune(clock.wallMs(), parts.keepDays)
      }
    } catch (error) {
      isMoreDue = false
      parts.onError(error)
    }
    if (ended.signal.aborted) return
    timer = setTimeout(() => void loop(), isMoreDue ? ROOM_CHECK_MS : TICK_MS)
  }

  return {
    start: () => void loop(),
    tick,
    idle: () => running.idle(),
    async close() {
      ended.abort()
      clearTimeout(timer)
      await running.all()
    },
  }
}

interface RunningChecks {
  begin(watch: Watch): void
  count(): number
  ofSite(site: string): number
  /** Resolves when the checks running now have ended. */
  all(): Promise<unknown>
  /** Resolves when no check is running. */
  idle(): Promise<void>
}

function createRunningChecks(parts: RunnerParts, leaseMs: number, signal: AbortSignal): RunningChecks {
  const running = new Set<Promise<void>>()
  const bySite = new Map<string, number>()
  return {
    begin(watch) {
      const leaseEndsMs = parts.clock.monotonicMs() + leaseMs
      bySite.set(watch.site, (bySite.get(watch.site) ?? 0) + 1)
      const work = checkAndRecord(parts, watch, leaseEndsMs, signal)
        .catch(parts.onError)
        .finally(() => {
          running.delete(work)
          const left = (bySite.get(watch.site) ?? 1) - 1
          if (left > 0) bySite.set(watch.site, left)
          else bySite.delete(watch.site)
        })
      running.add(work)
    },
    count: () => running.size,
    ofSite: site => bySite.get(site) ?? 0,
    all: () => Promise.all(running),
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Distributes the free slots over the due sites, the longest waiting first, up to each site's own limit. */
function sharesOf(due: Iterable<string>, free: number, siteFree: (site: string) => number): SiteShare[] {
  const shares: SiteShare[] = []
  let left = free
  for (const site of due) {
    if (left <= 0) break
    const limit = Math.min(left, siteFree(site))
    if (limit > 0) shares.push({ site, limit })
    left -= Math.max(0, limit)
  }
  return shares
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

/** Retries while the lease lasts, because the database may be unreachable. After that, another replica repeats the check. */
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
