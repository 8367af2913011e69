// Runs items with bounded concurrency, in a lane for each site: a slow or paused site holds up nobody else.

export interface LaneItem<T> {
  readonly lane: string
  readonly item: T
}

/** What to do after one run of an item; undefined when it is done. */
export interface Again {
  readonly afterMs: number
  /** Nothing else of this lane starts before. */
  readonly holdLaneMs: number
}

export interface LaneOptions<T> {
  /** At once, over all lanes. */
  readonly concurrency: number
  /** At once, in one lane. */
  limitOf(lane: string): number
  /** Items read ahead, so that a lane at the end of the file need not wait for one at its beginning. */
  readonly ahead: number
  run(item: T, attempt: number): Promise<Again | undefined>
  /** Nothing is started any more; what runs is finished. */
  readonly signal: AbortSignal
}

interface Waiting<T> {
  readonly item: T
  readonly attempt: number
}

interface Lane<T> {
  readonly queue: Waiting<T>[]
  running: number
  heldUntilMs: number
}

export async function runLanes<T>(
  source: AsyncIterable<LaneItem<T>>,
  options: LaneOptions<T>,
): Promise<void> {
  const { concurrency, ahead, signal } = options
  const lanes = new Map<string, Lane<T>>()
  const timers = new Set<NodeJS.Timeout>()
  const ended = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()
  let held = 0
  let running = 0
  let isRead = false
  let failure: { readonly error: unknown } | undefined

  const laneOf = (name: string): Lane<T> => {
    const known = lanes.get(name)
    if (known) return known
    const made: Lane<T> = { queue: [], running: 0, heldUntilMs: 0 }
    lanes.set(name, made)
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

  async function start(name: string, lane: Lane<T>, waiting: Waiting<T>): Promise<void> {
    running++
    lane.running++
    let again: Again | undefined
    try {
      again = await options.run(waiting.item, waiting.attempt)
    } catch (error) {
      failure ??= { error }
    }
    running--
    lane.running--
    if (again) putBack(name, lane, waiting, again)
    else held--
    serve()
  }

  function putBack(name: string, lane: Lane<T>, waiting: Waiting<T>, again: Again): void {
    if (again.holdLaneMs > 0) {
      lane.heldUntilMs = Math.max(lane.heldUntilMs, performance.now() + again.holdLaneMs)
      wake(again.holdLaneMs + 1, serve)
    }
    wake(again.afterMs, () => {
      laneOf(name).queue.unshift({ item: waiting.item, attempt: waiting.attempt + 1 })
      serve()
    })
  }

  /** One from each lane in turn, until no lane may start another. */
  function serve(): void {
    if (!isStopped()) {
      for (let isMoving = true; isMoving && running < concurrency; ) {
        isMoving = false
        for (const [name, lane] of lanes) {
          if (running >= concurrency) break
          if (lane.running >= options.limitOf(name) || lane.heldUntilMs > performance.now()) continue
          const waiting = lane.queue.shift()
          if (!waiting) continue
          isMoving = true
          void start(name, lane, waiting)
        }
      }
    }
    if (held < ahead || isStopped()) room.resolve()
    if (running === 0 && (isStopped() || (isRead && held === 0))) ended.resolve()
  }

  async function read(): Promise<void> {
    for await (const { lane, item } of source) {
      if (isStopped()) break
      held++
      laneOf(lane).queue.push({ item, attempt: 1 })
      serve()
      if (held < ahead || isStopped()) continue
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
