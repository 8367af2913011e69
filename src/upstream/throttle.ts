// Throttle: limits rate and concurrency per site, fairly between callers and, with Redis, across replicas.
// A pause that a site requests applies to all callers.
import type { SiteConfig } from '../config/site-config.ts'
import type { SharedThrottle } from '../state/site-permit.ts'
import type { Layer, UpstreamRequest } from './layer.ts'
import { waitForSharedPermit } from './shared-throttle.ts'
import { createSiteThrottle, type SiteThrottle, type ThrottleStatus } from './site-throttle.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

type SiteLimits = Pick<SiteConfig, 'requestsPerSecond' | 'concurrency' | 'sandboxed'> &
  Partial<Pick<SiteConfig, 'timeoutMs'>>

/** Cap for the pause that a site requests. */
const MAX_PAUSE_MS = 60 * 60_000

const DEFAULT_PERMIT_TTL_MS = 30_000

export interface Throttle {
  readonly layer: Layer
  setMinInterval(site: string, ms: number): void
  status(site: string): ThrottleStatus | undefined
  close(): void
}

/** `shared` coordinates with other replicas; leave it out for a single process. */
export function createThrottle(
  sites: Readonly<Record<string, SiteLimits>>,
  shared?: SharedThrottle,
): Throttle {
  const siteThrottles = new Map<string, SiteThrottle>()
  const throttleOf = (site: string): SiteThrottle => {
    const known = siteThrottles.get(site)
    if (known) return known
    const made = createSiteThrottle(sites[site] ?? { requestsPerSecond: 1, concurrency: 1, sandboxed: false })
    siteThrottles.set(site, made)
    return made
  }
  /** The sandbox has no limits and robots.txt does not count towards the rate, so neither needs a shared permit. */
  const acquireShared = async (request: UpstreamRequest, siteThrottle: SiteThrottle): Promise<() => void> => {
    const limits = sites[request.site]
    if (!shared || !limits || limits.sandboxed || request.purpose === 'robots') return () => {}
    const { concurrency, timeoutMs = DEFAULT_PERMIT_TTL_MS } = limits
    return waitForSharedPermit(
      shared,
      request,
      { ...siteThrottle.rate(), concurrency, permitTtlMs: timeoutMs },
      ms => siteThrottle.pause(ms),
    )
  }
  return {
    layer: next => async request => {
      const siteThrottle = throttleOf(request.site)
      const arrivedAtMs = performance.now()
      const release = await siteThrottle.acquire(request)
      let releaseShared: (() => void) | undefined
      try {
        releaseShared = await acquireShared(request, siteThrottle)
        request.onTiming('wait', performance.now() - arrivedAtMs)
        return await next(request)
      } catch (error) {
        const known = upstreamFailureOf(error)
        // Without a shared permit nothing was sent. In the sandbox a pause is simulated for one caller and must not delay others.
        if (releaseShared && known?.code === 'upstream_busy' && !sites[request.site]?.sandboxed) {
          siteThrottle.pause(pauseMsOf(error))
          await shared?.pause(request.site, pauseMsOf(error))
        }
        throw error
      } finally {
        releaseShared?.()
        release()
      }
    },
    setMinInterval: (site, ms) => throttleOf(site).setMinInterval(ms),
    status: site => siteThrottles.get(site)?.status(),
    close: () => siteThrottles.forEach(siteThrottle => siteThrottle.close()),
  }
}

function pauseMsOf(error: unknown): number {
  const requestedMs = (error as { retryAfterMs?: number }).retryAfterMs
  return requestedMs === undefined ? 0 : Math.min(requestedMs, MAX_PAUSE_MS)
}
