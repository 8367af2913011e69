// One request to one answer. What comes in is an operation with its parameters and a wish for freshness; what goes out is
// an answer, from the cache or made new by fetching and extracting. The order of the layers in between, with the reason
// for each position, is THE ORDER below.
import type { Config } from '../settings/config.ts'
import { type Shop, type ShopDirectory, shopDirectoryOf } from '../settings/shop-directory.ts'
import { type RawParam, toRawParams } from '#kit/params/param-specs'
import type { Recorder } from '../record/recordings/recorder.ts'
import type { Send } from '../fetch/layer.ts'
import type { Answer } from './cache/answer.ts'
import { type AnswerCache, createAnswerCache, type Freshness } from './cache/answer-cache.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './cache/in-flight-requests.ts'
import {
  type AnswerHandler,
  type AnswerRequest,
  compose,
  cacheAnswers,
  limitInFlight,
  type AnswerProducer,
  onlyIfCached,
  reportRuns,
  requestContext,
  type RunOptions,
  coalesceRuns,
  simulateFaults,
  revalidate,
  withinDeadline,
} from './layers.ts'
import {
  prepareComposite,
  type PreparedRequest,
  prepareSite,
  withMagicWord,
} from './request/prepare-request.ts'
import { isComposite, type RegisteredOperation, type SiteEntry } from './request/registry.ts'
import type { ReportParts } from './report-run.ts'
import { createRevalidation, type Revalidation } from './cache/revalidation.ts'
import { runOperation } from './run-operation.ts'
import type { GeneralShapeOptions } from './request/prepare-request.ts'
import type { ServedAnswer, SharedCache } from './cache/shared-cache.ts'
import type { KnownCodes } from '../extract/listed-shop.ts'
import { createShopMemory, type LearnedShop, knownShopIn, type ShopCaches } from './shop/shop-memory.ts'
import { createInlineReader, type TaskReader } from '../extract/thread/task-reader.ts'
import { listedRequests, readListedProduct } from './shop/listed-requests.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'

export type { LearnedShop as KnownShop, PreparedRequest }

interface EngineRunOptions extends RunOptions {
  readonly freshness: Freshness
}

export type { ServedAnswer }

interface CacheHit {
  readonly kind: 'hit'
  readonly answer: Answer
}

/** Only `find` can make one. */
declare const notFound: unique symbol

export interface CacheMiss extends AnswerRequest {
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
  prepare(
    entry: RegisteredOperation,
    rawParams: readonly RawParam[],
    reading?: GeneralShapeOptions,
  ): PreparedRequest
  /** Looks into the cache of this process. */
  find(prepared: PreparedRequest, freshness: Freshness, nowMs: number): CacheHit | CacheMiss
  /** Makes an answer that was not found. */
  make(missed: CacheMiss, options: RunOptions): Promise<ServedAnswer>
  /** Finds the answer or makes it. */
  run(prepared: PreparedRequest, options: EngineRunOptions): Promise<ServedAnswer>
  /** Forgets the cached answers: after a change of settings, they may be those of another shop. */
  clearCache(): void
  /** What the pages and the profile of a listed shop have said so far. */
  readonly knownShop: (shop: string) => LearnedShop
  /** What is known of a product of a listed shop from elsewhere: it is found by its codes. */
  readonly noteCodes: KnownCodes['note']
  /** Number of requests in flight, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface EngineParts extends ReportParts {
  readonly send: Send
  readonly recorder?: (Pick<Recorder, 'start' | 'finish'> & Partial<Pick<Recorder, 'recordsAll'>>) | undefined
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'> &
    Partial<Pick<Config, 'reader' | 'publicUrl'>>
  /** The cache shared with other replicas, if there is one. */
  readonly sharedCache?: SharedCache | undefined
  /** Reads the pages; on the main thread by default. */
  readonly reader?: TaskReader | undefined
}

interface ChainParts extends EngineParts, WorkParts {
  readonly reader: TaskReader
  readonly cache: AnswerCache
  readonly limiter: ConcurrencyLimiter
  readonly revalidation: Revalidation
}

/** Everything that stands around a run, from the outside to the inside. */
function createChain(parts: ChainParts): AnswerHandler {
  const { config, sharedCache, recorder, send, cache, limiter, revalidation } = parts
  const make = compose<AnswerProducer>(
    [
      // Once per run, and only by the replica that makes the answer.
      reportRuns(parts),
      // Inside the report: an answer that the shop confirms counts as read.
      revalidate(revalidation, recorder),
      // Inside `unchanged`, which skips simulated faults.
      simulateFaults,
    ],
    createWorkRunner(parts),
  )
  return compose<AnswerHandler>(
    [
      // First, so that nothing is counted or started for it.
      onlyIfCached(sharedCache),
      // Outside `share`: every waiting caller counts. A shop that hangs uses its own share of the capacity.
      limitInFlight(limiter),
      // Outside the deadline: a caller who leaves does not end the run of the others.
      coalesceRuns(recorder, sharedCache !== undefined),
      // Outside the shared cache: what another replica made is kept here too, and not recorded twice.
      cacheAnswers(cache, recorder),
    ],
    withinDeadline(config.deadlineMs, { sharedCache, cache, send }, make),
  )
}

export function createEngine(parts: EngineParts): Engine {
  const { config } = parts
  const cache = createAnswerCache(config.cacheBytes)
  const limiter = createConcurrencyLimiter(config.maxInFlight)
  const shops = () => shopDirectoryOf(config)
  const memory = createShopMemory(config.publicUrl, shops)
  const revalidation = createRevalidation(config.cacheBytes / 4)
  const reader = parts.reader ?? createInlineReader()

  const ask = createChain({ ...parts, reader, shops, memory, cache, limiter, revalidation, runPart })

  function find(prepared: PreparedRequest, freshness: Freshness, nowMs: number): CacheHit | CacheMiss {
    const cached = cache.find(prepared.cacheKey, freshness, nowMs)
    if (typeof cached === 'object') return { kind: 'hit', answer: cached }
    return { kind: 'miss', prepared, freshness, isBypassed: cached === 'bypassed' } as CacheMiss
  }

  async function run(prepared: PreparedRequest, options: EngineRunOptions): Promise<ServedAnswer> {
    const lookup = find(prepared, options.freshness, Date.now())
    return lookup.kind === 'hit' ? { answer: lookup.answer, cache: 'hit' } : ask(lookup, options)
  }

  async function runPart(...[call, whole, options]: Parameters<WorkParts['runPart']>): Promise<Answer> {
    const { entry, magicWord } = whole.prepared
    const part = isComposite(entry) ? entry.parts.get(call.operation) : undefined
    if (!part) throw new Error(`there is no operation ${call.operation}`)
    const prepared = prepare(part, toRawParams(call.params), call.reading)
    const { answer } = await run(withMagicWord(prepared, magicWord), {
      ...options,
      freshness: asFreshAs(entry.operation, part.operation, whole.freshness),
    })
    return answer
  }

  function prepare(...[entry, rawParams, reading]: Parameters<Engine['prepare']>): PreparedRequest {
    const table = shops()
    const siteOf = (name: string) => mustBeNamed(table, name)
    return isComposite(entry)
      ? prepareComposite(entry, rawParams, table, siteOf)
      : prepareSite(entry as SiteEntry, rawParams, siteOf(entry.site.name), reading)
  }

  return {
    prepare,
    find,
    make: ask,
    run,
    clearCache() {
      cache.clear()
      revalidation.clear()
    },
    knownShop: shop => knownShopIn(memory, shop),
    noteCodes: (shop, product) => memory.knownCodes.note(shop, product),
    inFlight: () => limiter.bySite,
  }
}

/** A part may stay fresh for longer than the whole: an answer is never older than its operation promises. */
function asFreshAs(whole: TimedOperation, part: TimedOperation, freshness: Freshness): Freshness {
  if (part.freshForS <= whole.freshForS) return freshness
  return { ...freshness, maxAgeMs: Math.min(freshness.maxAgeMs, whole.freshForS * 1000) }
}

type TimedOperation = Pick<SiteEntry['operation'], 'freshForS'>

/** Runs what answers one request: one operation of a site, one page of a listed shop, or several of them. */
interface WorkParts {
  /** Returns the current directory: a reload replaces it. */
  readonly shops: () => ShopDirectory
  /** Sends without simulated faults. */
  readonly send: Send
  readonly reader: TaskReader
  readonly memory: ShopCaches
  /** Runs an operation as a part of a run, with the same cache, limits and coalescing as any request. */
  readonly runPart: (
    call: Parameters<CompositeContext['run']>[0],
    whole: AnswerRequest,
    options: RunOptions,
  ) => Promise<Answer>
}

function createWorkRunner(parts: WorkParts): AnswerProducer {
  const { reader } = parts
  return async (request, run, send) => {
    const { work } = request.prepared
    const context = requestContext(run)
    if (work.kind === 'site') {
      const shop = mustBeNamed(parts.shops(), work.entry.site.name)
      return runOperation(work, shop, { send, reader }, context).catch((error: unknown) => {
        throw work.refused?.(error) ?? error
      })
    }
    if (work.kind === 'listed') return readListedProduct(parts, work.page, send, context)
    const { caller, onTiming, trace: within } = run
    const answer = await runComposite(work.entry, work.request, {
      shops: parts.shops(),
      signal: context.signal,
      deadlineMs: context.deadlineMs,
      run: (call, signal) => parts.runPart(call, request, { caller, onTiming, signal, within }),
      ...listedRequests(parts, send, context),
    })
    return { answer }
  }
}

function mustBeNamed(shops: ShopDirectory, name: string): Shop {
  const shop = shops.shopNamed(name)
  if (!shop) throw new Error(`there is no configuration for ${name}`)
  return shop
}
