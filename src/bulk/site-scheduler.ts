// Runs items with bounded concurrency, in a lane for each site: a slow or paused site holds up nobody else.

export interface SiteItem<T> {
  readonly site: string
  readonly item: T
}

/** What to do after one run of an item; undefined when it is done. */
export interface RetryDelay {
  readonly delayMs: number
  /** Nothing else of this lane starts before. */
  readonly pauseSiteMs: number
}

export interface SiteSchedulerOptions<T> {
  /** At once, over all lanes. */
  readonly concurrency: number
  /** At once, in one lane. */
  concurrencyOf(site: string): number
  /** Items read ahead, so that a lane at the end of the file need not wait for one at its beginning. */
  readonly readAhead: number
  run(item: T, attempt: number): Promise<RetryDelay | undefined>
  /** Nothing is started any more; what runs is finished. */
  readonly signal: AbortSignal
}

interface QueuedItem<T> {
  readonly item: T
  readonly attempt: number
}

interface SiteQueue<T> {
  readonly queue: QueuedItem<T>[]
  running: number
  pausedUntilMs: number
}

export async function runPerSite<T>(
  source: AsyncIterable<SiteItem<T>>,
  options: SiteSchedulerOptions<T>,
): Promise<void> {
  const { concurrency, readAhead, signal } = options
  const sites = new Map<string, SiteQueue<T>>()
  const timers = new Set<NodeJS.Timeout>()
  const ended = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()
  let held = 0
  let running = 0
  let isRead = false
  let failure: { readonly error: unknown } | undefined

  const laneOf = (name: string): SiteQueue<T> => {
    const known = sites.get(name)
    if (known) return known
    const made: SiteQueue<T> = { queue: [], running: 0, pausedUntilMs: 0 }
    sites.set(name, made)
    return made
  }
  const isStopped = (): boolean => signal.aborted || failure !== undefined

  function wake(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }

  async function start(name: string, site: SiteQueue<T>, waiting: QueuedItem<T>): Promise<void> {
    running++
    site.running++
    let again: RetryDelay | undefined
    try {
      again = await options.run(waiting.item, waiting.attempt)
    } catch (error) {
      failure ??= { error }
    }
    running--
    site.running--
    if (again) putBack(name, site, waiting, again)
    else held--
    serve()
  }

  function putBack(name: string, site: SiteQueue<T>, waiting: QueuedItem<T>, again: RetryDelay): void {
    if (again.pauseSiteMs > 0) {
      site.pausedUntilMs = Math.max(site.pausedUntilMs, performance.now() + again.pauseSiteMs)
      wake(again.pauseSiteMs + 1, serve)
    }
    wake(again.delayMs, () => {
      laneOf(name).queue.unshift({ item: waiting.item, attempt: waiting.attempt + 1 })
      serve()
    })
  }

  /** One from each lane in turn, until no lane may start another. */
  function serve(): void {
    if (!isStopped()) {
      for (let isMoving = true; isMoving && running < concurrency; ) {
        isMoving = false
        for (const [name, site] of sites) {
          if (running >= concurrency) break
          if (site.running >= options.concurrencyOf(name) || site.pausedUntilMs > performance.now()) continue
          const waiting = site.queue.shift()
          if (!waiting) continue
          isMoving = true
          void start(name, site, waiting)
        }
      }
    }
    if (held < readAhead || isStopped()) room.resolve()
    if (running === 0 && (isStopped() || (isRead && held === 0))) ended.resolve()
  }

  async function read(): Promise<void> {
    for await (const { site, item } of source) {
      if (isStopped()) break
      held++
      laneOf(site).queue.push({ item, attempt: 1 })
      serve()
      if (held < readAhead || isStopped()) continue
      room = Promise.withResolvers()
      await room.promise
    }
    isRead = true
    serve()
  }

  signal.addEventListener('abort', serve, { once: true })
  try {
    await Promise.all([
      read().catch((error: unknown) => {
        failure ??= { error }
        serve()
      }),
      ended.promise,
    ])
  } finally {
    signal.removeEventListener('abort', serve)
    for (const timer of timers) clearTimeout(timer)
  }
  if (failure) throw failure.error
}
