// The engine: answers from the cache, coalesces identical requests, sheds load, and makes the other answers.
// The order of its steps is in their types: `find` takes what `prepare` returned, `make` what `find` did not find.
import type { Config } from '../config.ts'
import { Fault } from '../kit/fault.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { toRawParams } from '../kit/raw-params.ts'
import type { RunTrace } from '../replay/run-trace.ts'
import type { Answer } from './answer.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import type { Freshness } from './freshness.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { createAnswerMaker, type MakeRequest, type MakerParts, type RunOptions } from './make-answer.ts'
import { createInlineReader, type TaskReader } from './task-reader.ts'
import {
  nativeOf,
  type PreparedRequest,
  prepareComposite,
  prepareSite,
  withMagicWord,
} from './prepare-request.ts'
import { createReach } from './reach.ts'
import { isComposite, type RegistryEntry, type SiteEntry } from './registry.ts'
import { createRevalidation } from './revalidation.ts'
import type { ReadingOptions } from './run-operation.ts'
import { siteConfigOf } from './run-request.ts'
import type { ServedAnswer, SharedCache } from './shared-cache.ts'
import { createShopMemory, type KnownShop, knownShopIn } from './shop-memory.ts'

export type { KnownShop, PreparedRequest }

interface EngineRunOptions extends RunOptions {
  readonly freshness: Freshness
}

export type Outcome = ServedAnswer

interface CacheHit {
  readonly kind: 'hit'
  readonly answer: Answer
}

/** Only `find` can make one. */
declare const notFound: unique symbol

export interface CacheMiss extends MakeRequest {
  readonly kind: 'miss'
  /** An answer is fresh, but older than the caller's maximum age. */
  readonly isBypassed: boolean
  readonly [notFound]: true
}

export interface Engine {
  /**
   * Reads and checks parameters; throws `invalid_parameter` or `url_not_allowed`. `reading`: also reads the documents of a
   * site's operation into the general shape, which is then the answer.
   */
  prepare(entry: RegistryEntry, given: readonly RawParam[], reading?: ReadingOptions): PreparedRequest
  /** Looks into the cache of this process. */
  find(prepared: PreparedRequest, freshness: Freshness, nowMs: number): CacheHit | CacheMiss
  /** Makes an answer that was not found. */
  make(missed: CacheMiss, options: RunOptions): Promise<Outcome>
  /** Finds the answer or makes it. */
  run(prepared: PreparedRequest, options: EngineRunOptions): Promise<Outcome>
  /** Forgets the cached answers: after a change of settings, they may be those of another shop. */
  clearCache(): void
  /** What the pages and the profile of a listed shop have said so far. */
  readonly knownShop: (shop: string) => KnownShop
  /** Number of requests in flight, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface EngineParts extends Pick<MakerParts, 'send' | 'events' | 'recorder' | 'expectsPrice'> {
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'> &
    Partial<Pick<Config, 'reader' | 'publicUrl'>>
  /** The cache shared with other replicas, if there is one. */
  readonly sharedCache?: SharedCache | undefined
  /** Reads the pages; on the main thread by default. */
  readonly reader?: TaskReader | undefined
}

export function createEngine(parts: EngineParts): Engine {
  const { config, sharedCache } = parts
  const cache = createAnswerCache(config.cacheBytes)
  const limiter = createConcurrencyLimiter(config.maxInFlight)
  const reach = createReach(config)
  const shops = createShopMemory(config.publicUrl, reach)
  const revalidation = createRevalidation(config.cacheBytes / 4)
  const reader = parts.reader ?? createInlineReader()
  const runShared = createSharedRuns({ ...parts, cache, shops, reach, revalidation, reader, runPart })

  function find(prepared: PreparedRequest, freshness: Freshness, nowMs: number): CacheHit | CacheMiss {
    const found = cache.find(prepared.cacheKey, freshness, nowMs)
    if (typeof found === 'object') return { kind: 'hit', answer: found }
    return { kind: 'miss', prepared, freshness, isBypassed: found === 'bypassed' } as CacheMiss
  }

  async function make(missed: CacheMiss, options: RunOptions): Promise<Outcome> {
    if (missed.freshness.onlyIfCached) return findElsewhere(missed, sharedCache)
    const leave = limiter.enter(missed.prepared.work.entry.site.name)
    try {
      return await runShared(missed, options)
    } finally {
      leave()
    }
  }

  async function run(prepared: PreparedRequest, options: EngineRunOptions): Promise<Outcome> {
    const found = find(prepared, options.freshness, Date.now())
    return found.kind === 'hit' ? { answer: found.answer, cache: 'hit' } : make(found, options)
  }

  async function runPart(...[call, whole, options]: Parameters<MakerParts['runPart']>): Promise<Answer> {
    const { entry, magicWord } = whole.prepared
    const natives = isComposite(entry) ? entry.natives : new Map<string, SiteEntry>()
    const native = nativeOf(natives, call.operation)
    const site = siteConfigOf(config, native.site.name)
    const prepared = prepareSite(native, toRawParams(call.params), site, call.reading)
    const { answer } = await run(withMagicWord(prepared, magicWord), {
      ...options,
      freshness: whole.freshness,
    })
    return answer
  }

  return {
    prepare(entry, given, reading) {
      const siteOf = (name: string) => siteConfigOf(config, name)
      return isComposite(entry)
        ? prepareComposite(entry, given, reach, siteOf)
        : prepareSite(entry as SiteEntry, given, siteOf(entry.site.name), reading)
    },
    find,
    make,
    run,
    clearCache() {
      cache.clear()
      revalidation.clear()
    },
    knownShop: shop => knownShopIn(shops, shop),
    inFlight: () => limiter.bySite,
  }
}

/** Identical requests share one run, and its trace. */
function createSharedRuns(
  parts: MakerParts,
): (request: MakeRequest, options: RunOptions) => Promise<Outcome> {
  const makeAnswer = createAnswerMaker(parts)
  const flights = createInFlightRequests<ServedAnswer>()
  const traces = new Map<string, RunTrace>()
  return async (request, options) => {
    const name = flightName(request, parts.sharedCache !== undefined)
    const flight = flights.join(name, options.signal, signal => {
      const trace = parts.recorder?.start()
      if (!trace) return makeAnswer(request, options, signal, undefined)
      traces.set(name, trace)
      return makeAnswer(request, options, signal, trace).finally(() => {
        if (traces.get(name) === trace) traces.delete(name)
      })
    })
    const trace = traces.get(name)
    if (trace && options.recordFor) trace.attach(options.recordFor)
    if (trace) options.within?.include(trace)
    const made = await flight.result
    return flight.shared && made.cache === 'miss' ? { answer: made.answer, cache: 'shared' } : made
  }
}

/** Other replicas may return an older answer, so a caller with a maximum age joins only callers with the same one. */
function flightName({ prepared, freshness: { maxAgeMs } }: MakeRequest, isShared: boolean): string {
  const { cacheKey } = prepared
  return isShared && maxAgeMs !== Number.POSITIVE_INFINITY ? `${cacheKey} ${maxAgeMs}` : cacheKey
}

async function findElsewhere(
  { prepared, freshness }: MakeRequest,
  sharedCache: SharedCache | undefined,
): Promise<Outcome> {
  const answer = await sharedCache?.find(prepared.cacheKey, freshness)
  if (answer) return { answer, cache: 'hit' }
  throw new Fault('upstream_timeout', 'only-if-cached was requested, and no fresh answer is cached')
}
