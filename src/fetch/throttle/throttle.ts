// Throttle: limits the rate and concurrency of a shop, fairly between callers and, with Redis, across replicas.
// A pause that a shop requests applies to all callers.
import type { SiteConfig } from '../../settings/site-config.ts'
import type { SharedThrottle } from '../../store/keys/site-permit.ts'
import type { Layer, UpstreamRequest } from '../layer.ts'
import { waitForSharedPermit } from './shared-throttle.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'
import { type CallerQueues, createCallerQueues, type Waiter } from './caller-queues.ts'
import { noPermitFault, waitTimeoutFault } from './throttle-faults.ts'

type Limits = Pick<SiteConfig, 'requestsPerSecond' | 'concurrency' | 'sandboxed' | 'timeoutMs'>

/** Cap for the pause that a shop requests. */
const MAX_PAUSE_MS = 60 * 60_000

export interface Throttle extends Pick<SiteThrottle, 'setMinInterval' | 'status' | 'close'> {
  readonly layer: Layer
}

/** `shared` coordinates with other replicas; leave it out for a single process. */
export function createThrottle(limits: Limits, shared?: SharedThrottle): Throttle {
  const own = createSiteThrottle(limits)
  /** The sandbox has no limits and robots.txt does not count towards the rate, so neither needs a shared permit. */
  const acquireShared = async (request: UpstreamRequest): Promise<() => void> => {
    if (!shared || limits.sandboxed || request.purpose === 'robots') return () => {}
    const { concurrency, timeoutMs } = limits
    const permitRequest = { ...own.rate(), concurrency, permitTtlMs: timeoutMs }
    return waitForSharedPermit(shared, request, permitRequest, ms => own.pause(ms))
  }
  return {
    layer: next => async request => {
      const arrivedAtMs = performance.now()
      const release = await own.acquire(request)
      let releaseShared: (() => void) | undefined
      try {
        releaseShared = await acquireShared(request)
        request.onTiming('wait', performance.now() - arrivedAtMs)
        return await next(request)
      } catch (error) {
        const failure = upstreamFailureOf(error)
        // If there is no shared permit, nothing was sent. In the sandbox a pause is simulated for one caller and must not delay others.
        if (releaseShared && failure?.code === 'upstream_busy' && !limits.sandboxed) {
          own.pause(pauseMsOf(error))
          await shared?.pause(request.site, pauseMsOf(error))
        }
        throw error
      } finally {
        releaseShared?.()
        release()
      }
    },
    setMinInterval: ms => own.setMinInterval(ms),
    status: () => own.status(),
    close: () => own.close(),
  }
}

function pauseMsOf(error: unknown): number {
  const requestedMs = (error as { retryAfterMs?: number }).retryAfterMs
  return requestedMs === undefined ? 0 : Math.min(requestedMs, MAX_PAUSE_MS)
}

/** The throttle of one site in one process: starts requests, queues them, or rejects those that cannot start in time. */
interface ThrottleStatus {
  readonly running: number
  readonly waiting: number
  /** Milliseconds of `performance.now()`. */
  readonly pausedUntilMs: number | undefined
}

export interface SiteThrottle {
  /** Resolves when the request may start, with a function that releases the permit. */
  acquire(request: UpstreamRequest): Promise<() => void>
  pause(ms: number): void
  /** Minimum time between two requests, from Crawl-delay. */
  setMinInterval(ms: number): void
  /** The effective rate: configured, or slower if robots.txt has a Crawl-delay. */
  rate(): { readonly intervalMs: number; readonly burst: number }
  status(): ThrottleStatus
  close(): void
}

interface ThrottleState {
  readonly concurrency: number
  readonly queues: CallerQueues
  readonly rate: SiteRate
  running: number
  timer: NodeJS.Timeout | undefined
}

export function createSiteThrottle(limits: {
  readonly requestsPerSecond: number
  readonly concurrency: number
}): SiteThrottle {
  const state: ThrottleState = {
    concurrency: limits.concurrency,
    queues: createCallerQueues(),
    rate: createSiteRate(limits),
    running: 0,
    timer: undefined,
  }
  const { queues, rate } = state
  return {
    acquire: async request => acquire(state, request),
    pause: ms => pause(state, ms),
    setMinInterval: ms => rate.setMinInterval(ms),
    rate: () => rate.current(),
    status: () => ({
      running: state.running,
      waiting: queues.size(),
      pausedUntilMs: rate.pausedUntil() > performance.now() ? rate.pausedUntil() : undefined,
    }),
    close: () => clearTimeout(state.timer),
  }
}

function acquire(state: ThrottleState, request: UpstreamRequest): Promise<() => void> {
  const { queues, rate, concurrency } = state
  const now = performance.now()
  // robots.txt is fetched once an hour: it respects pauses and concurrency, but takes no token from the page's rate limit.
  const isRobots = request.purpose === 'robots'
  const ahead = queues.aheadOf(request.caller)
  const startAt = isRobots ? Math.max(now, rate.pausedUntil()) : rate.earliest(ahead, now)
  if (now >= request.deadlineMs) throw waitTimeoutFault()
  if (startAt > request.deadlineMs)
    throw noPermitFault(startAt - now, rate.pausedUntil() > request.deadlineMs)
  if (state.running < concurrency && startAt <= now && (isRobots || ahead === 0)) {
    if (!isRobots) rate.takeToken(now)
    state.running++
    return Promise.resolve(() => release(state))
  }
  return waitInQueue(state, request)
}

function release(state: ThrottleState): void {
  state.running--
  startWaiting(state)
}

/** Starts all waiting requests that may start now, and sets a timer for the next one. */
function startWaiting(state: ThrottleState): void {
  const { queues, rate, concurrency } = state
  clearTimeout(state.timer)
  state.timer = undefined
  while (queues.size() > 0 && state.running < concurrency) {
    const now = performance.now()
    const startAt = rate.earliest(0, now)
    if (startAt > now) {
      state.timer = setTimeout(() => startWaiting(state), Math.ceil(startAt - now))
      return
    }
    rate.takeToken(now)
    state.running++
    queues.takeNext()?.grant()
  }
}

function waitInQueue(state: ThrottleState, request: UpstreamRequest): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void): void => {
      clearTimeout(deadline)
      request.signal.removeEventListener('abort', onAbort)
      outcome()
    }
    const waiter: Waiter = {
      request,
      grant: () => settle(() => resolve(() => release(state))),
      refuse: error => settle(() => reject(error)),
    }
    const giveUp = (error: unknown): void => {
      state.queues.remove(waiter)
      waiter.refuse(error)
    }
    const onAbort = (): void => giveUp(request.signal.reason)
    const deadline = setTimeout(
      () => giveUp(waitTimeoutFault()),
      Math.max(0, request.deadlineMs - performance.now()),
    )
    request.signal.addEventListener('abort', onAbort, { once: true })
    state.queues.add(waiter)
    startWaiting(state)
  })
}

/** Pauses the site, and rejects the requests whose deadline is before the end of the pause. */
function pause(state: ThrottleState, ms: number): void {
  const { queues, rate } = state
  const now = performance.now()
  rate.pauseUntil(now + ms)
  const pausedUntil = rate.pausedUntil()
  for (const waiter of queues.all()) {
    if (waiter.request.deadlineMs >= pausedUntil) continue
    queues.remove(waiter)
    waiter.refuse(noPermitFault(pausedUntil - now, true))
  }
  startWaiting(state)
}

/** The rate limit of one site: a leaky bucket, and the pauses that the site requests. */
interface SiteRate {
  /** When a request with `ahead` others before it may start, by rate and pause. */
  earliest(ahead: number, now: number): number
  takeToken(now: number): void
  pauseUntil(time: number): void
  pausedUntil(): number
  setMinInterval(ms: number): void
  /** The effective rate: configured, or slower if robots.txt has a Crawl-delay. */
  current(): { readonly intervalMs: number; readonly burst: number }
}

/** All times are milliseconds of `performance.now()`. */
function createSiteRate(limits: {
  readonly requestsPerSecond: number
  readonly concurrency: number
}): SiteRate {
  const configuredMs = 1000 / limits.requestsPerSecond
  let intervalMs = configuredMs
  let burst = Math.max(1, Math.min(limits.concurrency, Math.ceil(limits.requestsPerSecond)))
  /** When the bucket will be full again: the only state of a leaky bucket. */
  let fullAt = 0
  let paused = 0
  return {
    earliest: (ahead, now) => Math.max(now, paused, Math.max(fullAt, now) + (ahead + 1 - burst) * intervalMs),
    takeToken(now) {
      fullAt = Math.max(fullAt, now) + intervalMs
    },
    pauseUntil(time) {
      paused = Math.max(paused, time)
    },
    pausedUntil: () => paused,
    setMinInterval(ms) {
      intervalMs = Math.max(configuredMs, ms)
      if (intervalMs > configuredMs) burst = 1
    },
    current: () => ({ intervalMs, burst }),
  }
}
