// Robots: fetches the robots.txt of each host through the same layers as pages, caches it and obeys it.
import { Fault } from '#kit/fault'
import { withinDeadline } from '../deadline.ts'
import type { Layer, Send, UpstreamRequest } from '../layer.ts'
import { upstreamFailure, upstreamFailureOf } from '../upstream-failure.ts'
import { productToken, type RobotsRules, readRobots } from './robots-rules.ts'

export interface RobotsOptions {
  readonly userAgent: string
  /** Fetches robots.txt through all layers except this one. */
  readonly fetch: Send
  /** Receives the Crawl-delay. */
  setMinInterval(ms: number): void
  readonly timeoutMs: number
  readonly now?: () => number
}

const FRESH_FOR_MS = 60 * 60_000
/** RFC 9309's limit for using cached rules when the file cannot be fetched again. */
const STALE_FOR_MS = 24 * 60 * 60_000
/** How long a site counts as closed when its robots.txt fails with 5xx. */
const CLOSED_FOR_MS = 60_000
const MAX_CRAWL_DELAY_MS = 10_000

type Rules = RobotsRules | 'closed'

interface CachedRules {
  readonly rules: Rules
  readonly fetchedAt: number
  readonly freshUntil: number
}

interface InFlightFetch {
  readonly entry: Promise<CachedRules>
  readonly cancel: () => void
  waiting: number
}

const allowAll: RobotsRules = { allows: () => true, crawlDelayMs: undefined }

interface RobotsCache {
  readonly rulesByOrigin: Map<string, CachedRules>
  readonly fetching: Map<string, InFlightFetch>
}

type FetchRules = (
  request: UpstreamRequest,
  signal: AbortSignal,
  stale: CachedRules | undefined,
) => Promise<CachedRules>

export function robots(options: RobotsOptions): Layer {
  const now = options.now ?? (() => performance.now())
  const token = productToken(options.userAgent)
  const cache: RobotsCache = { rulesByOrigin: new Map(), fetching: new Map() }
  const fetch: FetchRules = async (request, signal, stale) => {
    const at = now()
    try {
      return {
        rules: await fetchRules(options, token, request, signal),
        fetchedAt: at,
        freshUntil: at + FRESH_FOR_MS,
      }
    } catch (error) {
      return rulesWithoutFile(error, stale, at)
    }
  }

  return next => async request => {
    if (request.purpose === 'robots') return next(request)
    const rules = await rulesFor(request, cache, fetch, now())
    if (rules === 'closed') {
      throw upstreamFailure('robots_failing', "the site's robots.txt cannot be read, so requests are paused")
    }
    if (!rules.allows(request.url.href)) {
      throw upstreamFailure('robots_forbid', "the site's robots.txt disallows this path")
    }
    return next(request)
  }
}

async function rulesFor(
  request: UpstreamRequest,
  cache: RobotsCache,
  fetch: FetchRules,
  now: number,
): Promise<Rules> {
  const key = request.url.origin
  const entry = cache.rulesByOrigin.get(key)
  if (entry && now < entry.freshUntil) return entry.rules
  const running = cache.fetching.get(key) ?? startFetch(cache, key, signal => fetch(request, signal, entry))
  running.waiting++
  try {
    return (await withinDeadline(request, running.entry)).rules
  } finally {
    running.waiting--
    if (running.waiting === 0) running.cancel()
  }
}

function startFetch(
  { rulesByOrigin, fetching }: RobotsCache,
  key: string,
  fetch: (signal: AbortSignal) => Promise<CachedRules>,
): InFlightFetch {
  const cancel = new AbortController()
  const entry = fetch(cancel.signal)
    .then(rules => {
      rulesByOrigin.set(key, rules)
      return rules
    })
    .finally(() => forget())
  // The last waiter to leave cancels the fetch; no one may join a fetch that is being cancelled.
  const forget = (): void => {
    if (fetching.get(key) === started) fetching.delete(key)
  }
  const started: InFlightFetch = {
    entry,
    waiting: 0,
    cancel: () => {
      forget()
      cancel.abort(new Fault('internal', 'nobody waits for robots.txt any more'))
    },
  }
  fetching.set(key, started)
  return started
}

async function fetchRules(
  options: RobotsOptions,
  token: string,
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<RobotsRules> {
  const { body: _, ...rest } = request
  const response = await options.fetch({
    ...rest,
    url: new URL('/robots.txt', request.url),
    method: 'GET',
    headers: {},
    accept: 'html',
    purpose: 'robots',
    caller: 'robots.txt',
    signal,
    // Other requests with later deadlines may wait for the same file.
    deadlineMs: performance.now() + options.timeoutMs,
  })
  const rules = readRobots(response.body, token)
  if (rules.crawlDelayMs) options.setMinInterval(Math.min(rules.crawlDelayMs, MAX_CRAWL_DELAY_MS))
  return rules
}

/** The rules to apply when robots.txt could not be fetched. */
function rulesWithoutFile(error: unknown, stale: CachedRules | undefined, at: number): CachedRules {
  const failure = upstreamFailureOf(error)
  const status = failure?.status
  // RFC 9309: with a 4xx there is no file for us, and everything is allowed.
  if (status !== undefined && status >= 400 && status < 500 && failure?.kind !== 'slow_down') {
    return { rules: allowAll, fetchedAt: at, freshUntil: at + FRESH_FOR_MS }
  }
  if (stale && stale.rules !== 'closed' && failure && at - stale.fetchedAt < STALE_FOR_MS) {
    return { ...stale, freshUntil: at + CLOSED_FOR_MS }
  }
  // RFC 9309: with a 5xx the site is closed. A broken connection or a busy site is reported as such; no page is requested.
  if (failure?.kind !== 'server_error') throw error
  return { rules: 'closed', fetchedAt: at, freshUntil: at + CLOSED_FOR_MS }
}
