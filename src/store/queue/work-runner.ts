// Runs leased work: claims what is due, limits concurrency per partition and in all, renews leases, and stops cleanly.
import type { Clock } from '../../runtime/clock.ts'
import { createRunningWork, type WorkContext, type WorkOutcome } from './running-work.ts'
import type { Share, WorkQueue } from './work-queue.ts'

export interface WorkRunnerParts<Item> {
  readonly queue: WorkQueue<Item>
  /** Does one piece of work. If it throws, the work is due again in a minute. */
  readonly run: (item: Item, context: WorkContext) => Promise<WorkOutcome>
  /** Maximum number of pieces of a partition that run at the same time in this process. */
  readonly partitionLimit: (partition: string) => number
  /** Maximum number of all pieces that run at the same time in this process. */
  readonly limit: number
  readonly leaseMs?: number
  readonly tickMs?: number
  readonly clock: Clock
  /** Whether the clock was set back while nothing ran. Without an answer, due times are repaired at every start: a large table needs one. */
  readonly wasSetBack?: () => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export interface WorkRunner {
  start(): void
  /** Starts due work; resolves with the number of pieces started. */
  tick(): Promise<number>
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  /** Starts nothing more, signals what is running, and waits until it has ended or is released. */
  close(): Promise<void>
}

/** The work of a killed process is taken over after this time. */
const LEASE_MS = 60_000
const TICK_MS = 1_000
/** Poll interval while more is due than may run. Not after every piece, so that several are claimed together. */
const ROOM_CHECK_MS = 25
/** Wall clock and monotonic clock drift apart by less than this between two turns unless somebody set the clock. */
const CLOCK_STEP_MS = 2_000

export function createWorkRunner<Item>(parts: WorkRunnerParts<Item>): WorkRunner {
  const { queue, clock, limit, onError, leaseMs = LEASE_MS, tickMs = TICK_MS } = parts
  const closing = new AbortController()
  const running = createRunningWork({ ...parts, leaseMs }, closing.signal)
  const repairAfterStep = createRepair(parts)
  let due: { readonly readAtMs: number; readonly partitions: Set<string> } | undefined
  let timer: NodeJS.Timeout | undefined
  let looping: Promise<void> = Promise.resolve()

  async function tick(): Promise<number> {
    await repairAfterStep()
    const free = limit - running.count()
    if (free <= 0) return 0
    const partitions = await findDue()
    const shares = sharesOf(partitions, free, name => parts.partitionLimit(name) - running.inPartition(name))
    if (shares.length === 0) return 0
    const claimedAtMs = clock.monotonicMs()
    const claimed = await queue.claim({ nowMs: clock.wallMs(), leaseMs, shares })
    for (const leased of claimed) running.begin(leased, claimedAtMs)
    const counts = Map.groupBy(claimed, leased => leased.partition)
    for (const share of shares) {
      if ((counts.get(share.partition)?.length ?? 0) < share.limit) partitions.delete(share.partition)
    }
    return claimed.length
  }

  /** Reads the partitions every turn; in between, returns those that still have due work. */
  async function findDue(): Promise<Set<string>> {
    const nowMs = clock.monotonicMs()
    if (!due || due.partitions.size === 0 || nowMs - due.readAtMs >= tickMs) {
      due = { readAtMs: nowMs, partitions: new Set(await queue.duePartitions(clock.wallMs())) }
    }
    return due.partitions
  }

  async function loop(): Promise<void> {
    let isMoreDue = false
    try {
      await tick()
      isMoreDue = due !== undefined && due.partitions.size > 0
    } catch (error) {
      onError(error)
    }
    if (!closing.signal.aborted) timer = setTimeout(begin, isMoreDue ? ROOM_CHECK_MS : tickMs)
  }
  const begin = (): void => {
    looping = loop()
  }

  return {
    start: begin,
    tick,
    idle: () => running.idle(),
    async close() {
      closing.abort()
      clearTimeout(timer)
      await looping
      await running.idle()
    },
  }
}

/** Repairs due times whenever the wall clock was set back, also before the first turn. */
function createRepair<Item>({
  queue,
  clock,
  wasSetBack = () => Promise.resolve(true),
}: WorkRunnerParts<Item>): () => Promise<void> {
  let offsetMs: number | undefined
  return async () => {
    const nowMs = clock.wallMs()
    const nextOffsetMs = nowMs - clock.monotonicMs()
    const isBehind = offsetMs === undefined ? await wasSetBack() : nextOffsetMs < offsetMs - CLOCK_STEP_MS
    if (isBehind) await queue.repair(nowMs)
    offsetMs = nextOffsetMs
  }
}

/** Distributes the free slots over the due partitions, the longest waiting first, up to each partition's own limit. */
function sharesOf(due: Iterable<string>, free: number, freeOf: (partition: string) => number): Share[] {
  const shares: Share[] = []
  let remaining = free
  for (const partition of due) {
    if (remaining <= 0) break
    const limit = Math.min(remaining, freeOf(partition))
    if (limit > 0) shares.push({ partition, limit })
    remaining -= Math.max(0, limit)
  }
  return shares
}
