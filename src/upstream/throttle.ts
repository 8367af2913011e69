// Throttle: per site a rate and a number of requests at once, shared out fairly between callers; a pause that a site asks for holds for all.
import type { SiteConfig } from '../config.ts'
import type { Fault } from '../kit/fault.ts'
import { BACKGROUND_CALLER, type Layer, type UpstreamRequest } from './layer.ts'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'
import type { SharedThrottle } from '../site-permit.ts'
import { waitForSharedPermit } from './shared-throttle.ts'

type SiteLimits = Pick<SiteConfig, 'requestsPerSecond' | 'concurrency' | 'sandboxed'> &
  Partial<Pick<SiteConfig, 'timeoutMs'>>

/** A site may ask for silence, but not for ever. */
const MAX_PAUSE_MS = 60 * 60_000

const DEFAULT_PERMIT_TTL_MS = 30_000

interface Waiter {
  readonly request: UpstreamRequest
  grant(): void
  refuse(error: unknown): void
}

interface ThrottleStatus {
  readonly running: number
  readonly waiting: number
  /** Milliseconds of `performance.now()`. */
  readonly pausedUntilMs: number | undefined
}

interface SiteThrottle {
  /** Resolves when the request may go out; the result gives the permit back. */
  acquire(request: UpstreamRequest): Promise<() => void>
  pause(ms: number): void
  /** Crawl-delay: at least this long between two requests. */
  setMinInterval(ms: number): void
  /** As crawl-delay has left it. */
  rate(): { readonly intervalMs: number; readonly burst: number }
  status(): ThrottleStatus
  close(): void
}

export interface Throttle {
  readonly layer: Layer
  setMinInterval(site: string, ms: number): void
  status(site: string): ThrottleStatus | undefined
  close(): void
}

/** `pace` is what other replicas agree to; without it this process is alone. */
export function createThrottle(sites: Readonly<Record<string, SiteLimits>>, pace?: SharedThrottle): Throttle {
  const siteThrottles = new Map<string, SiteThrottle>()
  const throttleOf = (site: string): SiteThrottle => {
    const known = siteThrottles.get(site)
    if (known) return known
    const made = createSiteThrottle(sites[site] ?? { requestsPerSecond: 1, concurrency: 1, sandboxed: false })
    siteThrottles.set(site, made)
    return made
  }
  /** The sandbox is our own, and robots.txt need not eat the allowance: neither takes a turn among replicas. */
  const turnAmongReplicas = async (
    request: UpstreamRequest,
    siteThrottle: SiteThrottle,
  ): Promise<() => void> => {
    const limits = sites[request.site]
    if (!pace || !limits || limits.sandboxed || request.purpose === 'robots') return () => {}
    const { concurrency, timeoutMs = DEFAULT_PERMIT_TTL_MS } = limits
    return waitForSharedPermit(
      pace,
      request,
      { ...siteThrottle.rate(), concurrency, permitTtlMs: timeoutMs },
      ms => siteThrottle.pause(ms),
    )
  }
  return {
    layer: next => async request => {
      const siteThrottle = throttleOf(request.site)
      const arrivedAtMs = performance.now()
      const leave = await siteThrottle.acquire(request)
      let leaveReplicas: (() => void) | undefined
      try {
        leaveReplicas = await turnAmongReplicas(request, siteThrottle)
        request.onTiming('wait', performance.now() - arrivedAtMs)
        return await next(request)
      } catch (error) {
        const known = upstreamFailureOf(error)
        // A turn that did not come is no word of the site. The sandbox asks for a pause only when a caller tries out how that looks; it must not hold up the next one.
        if (leaveReplicas && known?.code === 'upstream_busy' && !sites[request.site]?.sandboxed) {
          siteThrottle.pause(pauseMsOf(error))
          await pace?.pause(request.site, pauseMsOf(error))
        }
        throw error
      } finally {
        leaveReplicas?.()
        leave()
      }
    },
    setMinInterval: (site, ms) => throttleOf(site).setMinInterval(ms),
    status: site => siteThrottles.get(site)?.status(),
    close: () => siteThrottles.forEach(siteThrottle => siteThrottle.close()),
  }
}

function waitTimeoutFault(): Fault {
  return upstreamFailure('waited_out', 'no permit for the site came before the deadline')
}

function pauseMsOf(error: unknown): number {
  const asked = (error as { retryAfterMs?: number }).retryAfterMs
  return asked === undefined ? 0 : Math.min(asked, MAX_PAUSE_MS)
}

function createSiteThrottle(limits: SiteLimits): SiteThrottle {
  const lanes = new Map<string, Waiter[]>()
  let intervalMs = 1000 / limits.requestsPerSecond
  let burst = Math.max(1, Math.min(limits.concurrency, Math.ceil(limits.requestsPerSecond)))
  /** When the allowance would be full again; the classic single number of a leaky bucket. */
  let fullAt = 0
  let pausedUntil = 0
  let running = 0
  let waiting = 0
  let timer: NodeJS.Timeout | undefined

  /** When the request that has `ahead` others before it may go, as far as rate and pause can tell. */
  const earliest = (ahead: number, now: number): number =>
    Math.max(now, pausedUntil, Math.max(fullAt, now) + (ahead + 1 - burst) * intervalMs)

  const takeToken = (now: number): void => {
    fullAt = Math.max(fullAt, now) + intervalMs
  }

  const leave = (): void => {
    running--
    serve()
  }

  const serve = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (;;) {
      if (waiting === 0 || running >= limits.concurrency) return
      const now = performance.now()
      const startAt = earliest(0, now)
      if (startAt > now) {
        timer = setTimeout(serve, Math.ceil(startAt - now))
        return
      }
      takeToken(now)
      running++
      takeTurn()?.grant()
    }
  }

  /** The next caller in turn, whose lane then goes to the end. Background work has its turn when nobody else waits. */
  const takeTurn = (): Waiter | undefined => {
    const turn =
      lanes.entries().find(([caller]) => caller !== BACKGROUND_CALLER) ?? lanes.entries().next().value
    if (!turn) return undefined
    const [caller, lane] = turn
    const waiter = lane.shift()
    lanes.delete(caller)
    if (lane.length > 0) lanes.set(caller, lane)
    waiting--
    return waiter
  }

  const drop = (waiter: Waiter): void => {
    const lane = lanes.get(waiter.request.caller)
    const place = lane?.indexOf(waiter) ?? -1
    if (!lane || place === -1) return
    lane.splice(place, 1)
    if (lane.length === 0) lanes.delete(waiter.request.caller)
    waiting--
  }

  const aheadOf = (caller: string): number => {
    const own = lanes.get(caller)?.length ?? 0
    let ahead = 0
    for (const [other, lane] of lanes) {
      if (caller === BACKGROUND_CALLER) ahead += lane.length
      else if (other !== BACKGROUND_CALLER) ahead += Math.min(lane.length, own + 1)
    }
    return ahead
  }

  const enter = (request: UpstreamRequest): Promise<() => void> => {
    const now = performance.now()
    // One robots.txt in an hour: it respects pauses and numbers, but need not eat the allowance of the page it is read for.
    const robots = request.purpose === 'robots'
    const ahead = aheadOf(request.caller)
    const startAt = robots ? Math.max(now, pausedUntil) : earliest(ahead, now)
    if (now >= request.deadlineMs) throw waitTimeoutFault()
    if (startAt > request.deadlineMs) {
      throw upstreamFailure('no_permit', 'the site may not be asked again before the deadline', {
        retryAfterMs: startAt - now,
      })
    }
    if (running < limits.concurrency && startAt <= now && (robots || ahead === 0)) {
      if (!robots) takeToken(now)
      running++
      return Promise.resolve(leave)
    }
    return queue(request)
  }

  const queue = (request: UpstreamRequest): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        clearTimeout(deadline)
        request.signal.removeEventListener('abort', onAbort)
        outcome()
      }
      const waiter: Waiter = {
        request,
        grant: () => settle(() => resolve(leave)),
        refuse: error => settle(() => reject(error)),
      }
      const giveUp = (error: unknown): void => {
        drop(waiter)
        waiter.refuse(error)
      }
      const onAbort = (): void => giveUp(request.signal.reason)
      const deadline = setTimeout(
        () => giveUp(waitTimeoutFault()),
        Math.max(0, request.deadlineMs - performance.now()),
      )
      request.signal.addEventListener('abort', onAbort, { once: true })
      const lane = lanes.get(request.caller)
      if (lane) lane.push(waiter)
      else lanes.set(request.caller, [waiter])
      waiting++
      serve()
    })

  /** Those who cannot wait for the end of the pause learn it at once. */
  const pause = (ms: number): void => {
    const now = performance.now()
    pausedUntil = Math.max(pausedUntil, now + ms)
    for (const waiter of [...lanes.values()].flat()) {
      if (waiter.request.deadlineMs >= pausedUntil) continue
      drop(waiter)
      waiter.refuse(
        upstreamFailure('no_permit', 'the site has asked for a pause', { retryAfterMs: pausedUntil - now }),
      )
    }
    serve()
  }

  return {
    acquire: async request => enter(request),
    pause,
    setMinInterval: ms => {
      const wanted = Math.max(1000 / limits.requestsPerSecond, ms)
      burst = wanted > 1000 / limits.requestsPerSecond ? 1 : burst
      intervalMs = wanted
    },
    rate: () => ({ intervalMs, burst }),
    status: () => ({
      running,
      waiting,
      pausedUntilMs: pausedUntil > performance.now() ? pausedUntil : undefined,
    }),
    close: () => clearTimeout(timer),
  }
}
