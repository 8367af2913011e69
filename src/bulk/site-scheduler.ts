// Runs items with bounded concurrency, in all and for each site: a slow or paused site does not delay the others.
import { setMaxListeners } from 'node:events'
import { raceWithAbort, sleep } from '../runtime/race-with-abort.ts'
import { createSlots, type Slots } from '../runtime/slots.ts'

export interface SiteItem<T> {
  readonly site: string
  readonly item: T
}

/** When to run an item again. */
export interface RetryDelay {
  readonly delayMs: number
  /** No other item of this site starts within this time. */
  readonly pauseSiteMs: number
}

export interface SiteSchedulerOptions<T> {
  /** Maximum number of running items over all sites. */
  readonly concurrency: number
  /** Maximum number of running items of one site. */
  concurrencyOf(site: string): number
  /** How many items to read ahead, so that sites later in the file start early. */
  readonly readAhead: number
  run(item: T, attempt: number): Promise<RetryDelay | undefined>
  /** On abort, no further item starts; running ones finish. */
  readonly signal: AbortSignal
}

interface SiteTurns {
  readonly slots: Slots
  pausedUntilMs: number
}

export async function runPerSite<T>(
  source: AsyncIterable<SiteItem<T>>,
  options: SiteSchedulerOptions<T>,
): Promise<void> {
  const failed = new AbortController()
  const stop = AbortSignal.any([options.signal, failed.signal])
  // Every waiting item listens to `stop`.
  setMaxListeners(0, stop)
  const sites = new Map<string, SiteTurns>()
  const all = createSlots(options.concurrency)
  const ahead = createSlots(options.readAhead)
  const running = new Set<Promise<void>>()
  let failure: { readonly error: unknown } | undefined

  function turnsOf(name: string): SiteTurns {
    const turns = sites.get(name) ?? { slots: createSlots(options.concurrencyOf(name)), pausedUntilMs: 0 }
    sites.set(name, turns)
    return turns
  }

  async function runItem(site: SiteTurns, item: T): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const again = await inTurn(site, all, stop, () => options.run(item, attempt))
      if (!again) return
      site.pausedUntilMs = Math.max(site.pausedUntilMs, performance.now() + again.pauseSiteMs)
      await sleep(again.delayMs, stop)
    }
  }

  function fail(error: unknown): void {
    if (stop.aborted && error === stop.reason) return
    failure ??= { error }
    failed.abort()
  }

  try {
    for await (const { site, item } of source) {
      if (stop.aborted) break
      await ahead.acquire(turn => raceWithAbort(turn, stop))
      const work = runItem(turnsOf(site), item)
        .catch(fail)
        .finally(() => {
          ahead.release()
          running.delete(work)
        })
      running.add(work)
    }
  } catch (error) {
    fail(error)
  }
  await Promise.all(running)
  if (failure) throw failure.error
}

/** A slot of the site first, and then one of all: what waits for its site holds up no other. */
async function inTurn<R>(site: SiteTurns, all: Slots, stop: AbortSignal, work: () => Promise<R>): Promise<R> {
  const untilStop = (turn: Promise<void>) => raceWithAbort(turn, stop)
  await site.slots.acquire(untilStop)
  try {
    // Another item may have prolonged the pause.
    while (site.pausedUntilMs > performance.now())
      await sleep(site.pausedUntilMs - performance.now() + 1, stop)
    await all.acquire(untilStop)
    try {
      stop.throwIfAborted()
      return await work()
    } finally {
      all.release()
    }
  } finally {
    site.slots.release()
  }
}
