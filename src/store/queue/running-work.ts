// The work that runs in this process: counts it by partition, renews its leases, and ends them.
import type { Clock } from '../../runtime/clock.ts'
import type { LeasedItem, WorkQueue } from './work-queue.ts'

/** When the work is due again; undefined if the work itself has recorded that and ended the lease. */
export type WorkOutcome = { readonly dueAtMs: number } | undefined

export interface WorkContext {
  /** Fires when the runner closes, or when the lease has been lost. */
  readonly signal: AbortSignal
  /** Time left of the lease, which is renewed while the work runs. */
  readonly leaseLeftMs: () => number
}

export interface RunningWorkParts<Item> {
  readonly queue: WorkQueue<Item>
  readonly run: (item: Item, context: WorkContext) => Promise<WorkOutcome>
  readonly leaseMs: number
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export interface RunningWork<Item> {
  /** `claimedAtMs`: when the claim was sent, by the monotonic clock. */
  begin(leased: LeasedItem<Item>, claimedAtMs: number): void
  count(): number
  inPartition(partition: string): number
  /** Resolves when nothing is running. */
  idle(): Promise<void>
}

/** After an unexpected error the work is due again after this time, not when its lease ends. */
const RETRY_AFTER_ERROR_MS = 60_000
/** Several attempts fit into one lease. */
const RENEWALS_PER_LEASE = 3

export function createRunningWork<Item>(
  parts: RunningWorkParts<Item>,
  closing: AbortSignal,
): RunningWork<Item> {
  const running = new Set<Promise<void>>()
  const byPartition = new Map<string, number>()
  return {
    begin(leased, claimedAtMs) {
      const { partition } = leased
      byPartition.set(partition, (byPartition.get(partition) ?? 0) + 1)
      const work = runLeased(parts, leased, claimedAtMs, closing)
        .catch(parts.onError)
        .finally(() => {
          running.delete(work)
          const remaining = (byPartition.get(partition) ?? 1) - 1
          if (remaining > 0) byPartition.set(partition, remaining)
          else byPartition.delete(partition)
        })
      running.add(work)
    },
    count: () => running.size,
    inPartition: partition => byPartition.get(partition) ?? 0,
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

async function runLeased<Item>(
  parts: RunningWorkParts<Item>,
  leased: LeasedItem<Item>,
  claimedAtMs: number,
  closing: AbortSignal,
): Promise<void> {
  const { queue, clock, onError } = parts
  const lease = keepLease(parts, leased, claimedAtMs)
  let outcome: WorkOutcome
  try {
    const signal = AbortSignal.any([closing, lease.lost])
    outcome = await parts.run(leased.item, { signal, leaseLeftMs: lease.leftMs })
  } catch (error) {
    onError(error)
    outcome = { dueAtMs: clock.wallMs() + RETRY_AFTER_ERROR_MS }
  }
  const last = await lease.stop()
  if (outcome) await queue.release(last, outcome.dueAtMs)
}

function keepLease<Item>(parts: RunningWorkParts<Item>, leased: LeasedItem<Item>, claimedAtMs: number) {
  const { queue, leaseMs, clock, onError } = parts
  const lost = new AbortController()
  let current = leased
  let endsAtMs = claimedAtMs + leaseMs
  let renewal: Promise<void> = Promise.resolve()

  async function renew(): Promise<void> {
    const askedAtMs = clock.monotonicMs()
    try {
      const renewed = await queue.renew(current, clock.wallMs() + leaseMs)
      if (!renewed) return lost.abort()
      current = renewed
      endsAtMs = askedAtMs + leaseMs
    } catch (error) {
      // The next attempt may succeed before the lease ends.
      onError(error)
    }
  }

  const timer = setInterval(() => {
    renewal = renewal.then(renew)
  }, leaseMs / RENEWALS_PER_LEASE)
  return {
    lost: lost.signal,
    leftMs: () => endsAtMs - clock.monotonicMs(),
    /** Awaits a renewal under way, because it changes what identifies the lease. */
    async stop(): Promise<LeasedItem<Item>> {
      clearInterval(timer)
      await renewal
      return current
    },
  }
}
