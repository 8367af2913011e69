// Robots: robots.txt of each host, fetched through the same door, cached and obeyed.
import { Fault } from '../kit/fault.ts'
import { withinDeadline } from './deadline.ts'
import type { Layer, Send, UpstreamRequest } from './layer.ts'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'
import { productToken, type RobotsRules, readRobots } from './robots-rules.ts'

export interface RobotsOptions {
  readonly userAgent: string
  /** How robots.txt is fetched: the door without this layer. */
  readonly fetch: Send
  /** Where a Crawl-delay goes. */
  setMinInterval(site: string, ms: number): void
  timeoutMs(site: string): number
  readonly now?: () => number
}

const FRESH_FOR_MS = 60 * 60_000
/** The standard's bound for holding on to rules that cannot be fetched anew. */
const STALE_FOR_MS = 24 * 60 * 60_000
/** How long a site whose robots.txt fails with 5xx counts as closed to us. */
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

export function robots(options: RobotsOptions): Layer {
  const token = productToken(options.userAgent)
  const now = options.now ?? (() => performance.now())
  const known = new Map<string, CachedRules>()
  const fetching = new Map<string, InFlightFetch>()

  const rulesFor = async (request: UpstreamRequest): Promise<Rules> => {
    const key = `${request.site} ${request.url.origin}`
    const entry = known.get(key)
    if (entry && now() < entry.freshUntil) return entry.rules
    const running = fetching.get(key) ?? start(key, request, entry)
    running.waiting++
    try {
      return (await withinDeadline(request, running.entry)).rules
    } finally {
      running.waiting--
      if (running.waiting === 0) running.cancel()
    }
  }

  const start = (key: string, request: UpstreamRequest, stale: CachedRules | undefined): InFlightFetch => {
    const cancel = new AbortController()
    const entry = fetchRules(request, cancel.signal, stale)
      .then(made => {
        known.set(key, made)
        return made
      })
      .finally(() => forget())
    // The last one to leave cancels the fetch, and nobody joins one that is being cancelled.
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

  const fetchRules = async (
    request: UpstreamRequest,
    signal: AbortSignal,
    stale: CachedRules | undefined,
  ): Promise<CachedRules> => {
    const { body: _, ...rest } = request
    const at = now()
    try {
      const response = await options.fetch({
        ...rest,
        url: new URL('/robots.txt', request.url),
        method: 'GET',
        headers: {},
        accept: 'html',
        purpose: 'robots',
        caller: 'robots.txt',
        signal,
        // Others may wait for the same file with later deadlines than the one who came first.
        deadlineMs: performance.now() + options.timeoutMs(request.site),
      })
      const rules = readRobots(response.body, token)
      if (rules.crawlDelayMs)
        options.setMinInterval(request.site, Math.min(rules.crawlDelayMs, MAX_CRAWL_DELAY_MS))
      return { rules, fetchedAt: at, freshUntil: at + FRESH_FOR_MS }
    } catch (error) {
      return withoutFile(error, stale, at)
    }
  }

  const withoutFile = (error: unknown, stale: CachedRules | undefined, at: number): CachedRules => {
    const told = upstreamFailureOf(error)
    const status = told?.status
    // No file there, or none for us: the standard's 4xx, nothing is forbidden.
    if (status !== undefined && status >= 400 && status < 500 && told?.kind !== 'slow_down') {
      return { rules: allowAll, fetchedAt: at, freshUntil: at + FRESH_FOR_MS }
    }
    if (stale && stale.rules !== 'closed' && told && at - stale.fetchedAt < STALE_FOR_MS) {
      return { ...stale, freshUntil: at + CLOSED_FOR_MS }
    }
    // What befell the connection is told as such, and so is a busy site: nothing is sent either way. A site whose file fails is closed to us.
    if (told?.kind !== 'server_error') throw error
    return { rules: 'closed', fetchedAt: at, freshUntil: at + CLOSED_FOR_MS }
  }

  return next => async request => {
    if (request.purpose === 'robots') return next(request)
    const rules = await rulesFor(request)
    if (rules === 'closed') {
      throw upstreamFailure(
        'robots_failing',
        "the site's robots.txt cannot be read, so nothing may be asked for a while",
      )
    }
    if (!rules.allows(request.url.href)) {
      throw upstreamFailure('robots_forbid', "the site's robots.txt forbids this path")
    }
    return next(request)
  }
}
