// Runs items with bounded concurrency in one queue per site: a slow or paused site does not delay the others.

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

interface QueuedItem<T> {
  readonly item: T
  readonly attempt: number
}

interface SiteQueue<T> {
  readonly items: QueuedItem<T>[]
  running: number
  pausedUntilMs: number
}

interface Scheduler<T> {
  readonly options: SiteSchedulerOptions<T>
  readonly sites: Map<string, SiteQueue<T>>
  readonly timers: Set<NodeJS.Timeout>
  readonly ended: PromiseWithResolvers<void>
  /** Resolves when more items may be read. */
  room: PromiseWithResolvers<void>
  /** Number of items read but not done. */
  held: number
  running: number
  /** Whether the source has been read completely. */
  isRead: boolean
  failure: { readonly error: unknown } | undefined
}

export async function runPerSite<T>(
  source: AsyncIterable<SiteItem<T>>,
  options: SiteSchedulerOptions<T>,
): Promise<void> {
  const scheduler: Scheduler<T> = {
    options,
    sites: new Map(),
    timers: new Set(),
    ended: Promise.withResolvers(),
    room: Promise.withResolvers(),
    held: 0,
    running: 0,
    isRead: false,
    failure: undefined,
  }
  const onAbort = (): void => startItems(scheduler)
  options.signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.all([
      readItems(scheduler, source).catch((error: unknown) => {
        scheduler.failure ??= { error }
        startItems(scheduler)
      }),
      scheduler.ended.promise,
    ])
  } finally {
    options.signal.removeEventListener('abort', onAbort)
    for (const timer of scheduler.timers) clearTimeout(timer)
  }
  if (scheduler.failure) throw scheduler.failure.error
}

async function readItems<T>(scheduler: Scheduler<T>, source: AsyncIterable<SiteItem<T>>): Promise<void> {
  for await (const { site, item } of source) {
    if (isStopped(scheduler)) break
    scheduler.held++
    queueOf(scheduler, site).items.push({ item, attempt: 1 })
    startItems(scheduler)
    if (scheduler.held < scheduler.options.readAhead || isStopped(scheduler)) continue
    scheduler.room = Promise.withResolvers()
    await scheduler.room.promise
  }
  scheduler.isRead = true
  startItems(scheduler)
}

/** Starts all items that may start now, and resolves the waits for room and for the end. */
function startItems<T>(scheduler: Scheduler<T>): void {
  if (!isStopped(scheduler)) while (startOnePerSite(scheduler)) {}
  const { held, running, isRead } = scheduler
  if (held < scheduler.options.readAhead || isStopped(scheduler)) scheduler.room.resolve()
  if (running === 0 && (isStopped(scheduler) || (isRead && held === 0))) scheduler.ended.resolve()
}

/** Starts at most one item per site; false if none could start. */
function startOnePerSite<T>(scheduler: Scheduler<T>): boolean {
  const { options, sites } = scheduler
  let hasStarted = false
  for (const [name, site] of sites) {
    if (scheduler.running >= options.concurrency) return false
    if (site.running >= options.concurrencyOf(name) || site.pausedUntilMs > performance.now()) continue
    const queued = site.items.shift()
    if (!queued) continue
    hasStarted = true
    void runItem(scheduler, site, queued)
  }
  return hasStarted
}

async function runItem<T>(scheduler: Scheduler<T>, site: SiteQueue<T>, queued: QueuedItem<T>): Promise<void> {
  scheduler.running++
  site.running++
  let again: RetryDelay | undefined
  try {
    again = await scheduler.options.run(queued.item, queued.attempt)
  } catch (error) {
    scheduler.failure ??= { error }
  }
  scheduler.running--
  site.running--
  if (again) retryLater(scheduler, site, queued, again)
  else scheduler.held--
  startItems(scheduler)
}

function retryLater<T>(
  scheduler: Scheduler<T>,
  site: SiteQueue<T>,
  { item, attempt }: QueuedItem<T>,
  again: RetryDelay,
): void {
  if (again.pauseSiteMs > 0) {
    site.pausedUntilMs = Math.max(site.pausedUntilMs, performance.now() + again.pauseSiteMs)
    startTimer(scheduler, again.pauseSiteMs + 1, () => startItems(scheduler))
  }
  startTimer(scheduler, again.delayMs, () => {
    site.items.unshift({ item, attempt: attempt + 1 })
    startItems(scheduler)
  })
}

function startTimer<T>({ timers }: Scheduler<T>, ms: number, then: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer)
    then()
  }, ms)
  timers.add(timer)
}

function queueOf<T>({ sites }: Scheduler<T>, name: string): SiteQueue<T> {
  const known = sites.get(name)
  if (known) return known
  const made: SiteQueue<T> = { items: [], running: 0, pausedUntilMs: 0 }
  sites.set(name, made)
  return made
}

function isStopped<T>({ options, failure }: Scheduler<T>): boolean {
  return options.signal.aborted || failure !== undefined
}
