// Throttle: limits the rate and concurrency of a shop, fairly between callers and, with Redis, across replicas.
// A pause that a shop requests applies to all callers.
import type { SiteConfig } from '../config/site-config.ts'
import type { SharedThrottle } from '../state/site-permit.ts'
import type { Layer, UpstreamRequest } from './layer.ts'
import { waitForSharedPermit } from './shared-throttle.ts'
import { createSiteThrottle, type SiteThrottle } from './site-throttle.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

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
    const wanted = { ...own.rate(), concurrency, permitTtlMs: timeoutMs }
    return waitForSharedPermit(shared, request, wanted, ms => own.pause(ms))
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
        const known = upstreamFailureOf(error)
        // Without a shared permit nothing was sent. In the sandbox a pause is simulated for one caller and must not delay others.
        if (releaseShared && known?.code === 'upstream_busy' && !limits.sandboxed) {
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
