// The engine: answers from the cache, coalesces identical requests, sheds load, and runs the rest under one deadline.
import { PROFILE_PATH } from '../../platforms/ucp/profile.ts'
import { driftKey } from './drift-key.ts'
import { failureOf, type Outcome as RunOutcome } from '../kit/client-closed.ts'
import type { Config } from '../config.ts'
import type { SiteConfig } from '../config/site-config.ts'
import type { Events } from '../observe/events.ts'
import { Fault } from '../kit/fault.ts'
import type { RawParam } from '../kit/param-specs.ts'
import type { Send } from '../upstream/layer.ts'
import type { Answer } from './answer.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import type { Freshness } from './freshness.ts'
import type { ListedShop, Reach } from '../general/composite.ts'
import type { MagicWord } from '../sandbox/magic-words.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { createInlineReader, type OperationReader } from './operation-reader.ts'
import {
  type PreparedRequest,
  prepareComposite,
  prepareRequest,
  withMagicWord,
  withReading,
} from './prepare-request.ts'
import type { HostTask } from './host-task.ts'
import { createKnownPlatforms, type KnownPlatforms, searchShop } from './listed-search.ts'
import { createCatalogSource, createKnownIndexes, type KnownIndexes } from './catalog-source.ts'
import { createUcpDoors, type ListedDoor, type UcpDoors } from './ucp-doors.ts'
import {
  isTypical,
  listedShopOf,
  mayBeBought,
  priceMissing,
  type ShopProduct,
  shopProductOf,
} from './listed-shop.ts'
import type { RequestContext } from './page-fetcher.ts'
import { createReach } from './reach.ts'
import { createRevalidation, type Revalidation } from './revalidation.ts'
import { isComposite, type RegistryEntry, type SiteEntry } from './registry.ts'
import { type CompositeContext, type NativeCall, runComposite } from './run-composite.ts'
import { runHostTask } from './run-host-task.ts'
import { type OperationAnswers, runOperation } from './run-operation.ts'
import { simulateFault } from './simulated-fault.ts'
import type { ServedAnswer, SharedCache } from './shared-cache.ts'
import type { Recorder } from '../replay/recorder.ts'
import type { RecordedCaller, RunTrace } from '../replay/run-trace.ts'
import { toRawParams } from '../kit/raw-params.ts'

export type { PreparedRequest }

interface EngineRunOptions {
  readonly freshness: Freshness
  /** A key's id or a client address. */
  readonly caller: string
  /** Aborts when this caller disconnects. */
  readonly signal: AbortSignal
  readonly onTiming: (stage: string, ms: number) => void
  /** The caller to record the run for, if recording is enabled. */
  readonly recordFor?: RecordedCaller
  /** The run that this one is part of. */
  readonly within?: RunTrace | undefined
}

export type Outcome = ServedAnswer

export interface Engine {
  /** Reads and checks parameters; throws `invalid_parameter` or `url_not_allowed`. */
  prepare(entry: RegistryEntry, given: readonly RawParam[]): PreparedRequest
  /** A cached answer that is fresh enough; `bypassed` when one is fresh, but older than the caller's maximum age. */
  findCached: AnswerCache['find']
  /** Answers from the cache, or else makes the answer. */
  run(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome>
  /** Makes the answer without looking into the cache of this process: use after `findCached`. */
  make(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome>
  /** Forgets the cached answers: after a change of settings, they may be those of another shop. */
  clearCache(): void
  /** What the pages and the profile of a listed shop have said so far. */
  readonly knownShop: (shop: string) => KnownShop
  /** Number of requests in flight, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface KnownShop {
  /** Undefined if none of its pages has been read, or none has said. */
  readonly platform: string | undefined
  /** Whether it can be searched by UCP; undefined if it has not been asked. */
  readonly ucp: boolean | undefined
}

export interface EngineParts {
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'> &
    Partial<Pick<Config, 'reader' | 'publicUrl'>>
  readonly send: Send
  readonly events: Events
  /** The cache shared with other replicas, if there is one. */
  readonly sharedCache?: SharedCache | undefined
  /** Reads the pages; on the main thread by default. */
  readonly reader?: OperationReader | undefined
  readonly recorder?: (Pick<Recorder, 'start' | 'finish'> & Partial<Pick<Recorder, 'recordsAll'>>) | undefined
  /** Whether the page of a listed shop should have had a price, by what is known of the shop. */
  readonly expectsPrice?: ((product: ShopProduct) => boolean) | undefined
}

export function createEngine(parts: EngineParts): Engine {
  const { config, sharedCache } = parts
  const cache = createAnswerCache(config.cacheBytes)
  const flights = createInFlightRequests<ServedAnswer>()
  const traces = new Map<string, RunTrace>()
  const limiter = createConcurrencyLimiter(config.maxInFlight)
  const reach = createReach(config)
  const shops = createShopMemory(config, reach)
  const revalidation = createRevalidation(config.cacheBytes / 4)
  const runUnderDeadline = createDeadlineRunner(
    { ...parts, ...shops, reach, revalidation, runNative, reader: parts.reader ?? createInlineReader() },
    cache,
  )

  async function make(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome> {
    const { freshness } = asking
    if (freshness.onlyIfCached) return findElsewhere(prepared, freshness, sharedCache)
    const leave = limiter.enter(prepared.entry.site.name)
    try {
      const name = flightName(prepared.cacheKey, freshness, sharedCache !== undefined)
      const flight = flights.join(name, asking.signal, signal => {
        const trace = parts.recorder?.start()
        if (!trace) return runUnderDeadline(prepared, asking, signal, undefined)
        traces.set(name, trace)
        return runUnderDeadline(prepared, asking, signal, trace).finally(() => {
          if (traces.get(name) === trace) traces.delete(name)
        })
      })
      const trace = traces.get(name)
      if (trace && asking.recordFor) trace.attach(asking.recordFor)
      if (trace) asking.within?.include(trace)
      const made = await flight.result
      return flight.shared && made.cache === 'miss' ? { answer: made.answer, cache: 'shared' } : made
    } finally {
      leave()
    }
  }

  /** Runs a site's own operation for a composite one, with the same cache, limits and coalescing as any request. */
  async function runNative({ entry, params, reading }: NativeCall, ...[asking, magicWord]: CallContext) {
    const prepared = withMagicWord(engine.prepare(entry, toRawParams(params)), magicWord)
    const { answer } = await engine.run(withReading(prepared, reading), asking)
    return { answer, params: prepared.params }
  }

  const engine: Engine = {
    prepare: (entry, given) => prepareAny(config, reach, entry, given),
    findCached: (key, freshness, nowMs) => cache.find(key, freshness, nowMs),
    make,
    async run(prepared, asking) {
      const found = cache.find(prepared.cacheKey, asking.freshness, Date.now())
      return typeof found === 'object' ? { answer: found, cache: 'hit' } : make(prepared, asking)
    },
    clearCache() {
      cache.clear()
      revalidation.clear()
    },
    knownShop: shop => knownShopIn(shops, shop),
    inFlight: () => limiter.bySite,
  }
  return engine
}

interface ShopMemory {
  readonly knownPlatforms: KnownPlatforms
  readonly ucpDoors: UcpDoors
  readonly knownIndexes: KnownIndexes
}

function createShopMemory(config: EngineParts['config'], reach: Reach): ShopMemory {
  return {
    knownPlatforms: createKnownPlatforms(),
    ucpDoors: createUcpDoors(agentProfile(config), reach),
    knownIndexes: createKnownIndexes(),
  }
}

function knownShopIn({ knownPlatforms, ucpDoors }: ShopMemory, shop: string): KnownShop {
  return { platform: knownPlatforms.get(shop)?.host?.platform, ucp: ucpDoors.canSearch(shop) }
}

function prepareAny(
  config: EngineParts['config'],
  reach: Reach,
  entry: RegistryEntry,
  given: readonly RawParam[],
): PreparedRequest {
  return isComposite(entry)
    ? prepareComposite(entry, given, reach)
    : prepareRequest(entry, given, siteOf(config, entry.site.name))
}

/** Other replicas may return an older answer, so a caller with a maximum age joins only callers with the same one. */
function flightName(key: string, { maxAgeMs }: Freshness, isShared: boolean): string {
  return isShared && maxAgeMs !== Number.POSITIVE_INFINITY ? `${key} ${maxAgeMs}` : key
}

async function findElsewhere(
  { cacheKey }: PreparedRequest,
  freshness: Freshness,
  sharedCache: SharedCache | undefined,
): Promise<Outcome> {
  const answer = await sharedCache?.find(cacheKey, freshness)
  if (answer) return { answer, cache: 'hit' }
  throw new Fault('upstream_timeout', 'only-if-cached was requested, and no fresh answer is cached')
}

interface RunParts extends EngineParts, ShopMemory {
  readonly reader: OperationReader
  readonly reach: Reach
  readonly revalidation: Revalidation
  readonly runNative: (call: NativeCall, ...context: CallContext) => ReturnType<CompositeContext['run']>
}

type CallContext = [asking: EngineRunOptions, magicWord: MagicWord | undefined]

type RunUnderDeadline = (
  prepared: PreparedRequest,
  asking: EngineRunOptions,
  signal: AbortSignal,
  trace: RunTrace | undefined,
) => Promise<ServedAnswer>

/** Makes the answer under one deadline, or waits for the replica that is already making it. */
function createDeadlineRunner(parts: RunParts, cache: AnswerCache): RunUnderDeadline {
  const { config, sharedCache } = parts
  return async (prepared, asking, abandoned, trace) => {
    const deadlineMs = performance.now() + config.deadlineMs
    const deadline = new AbortController()
    const timer = setTimeout(
      () => deadline.abort(new Fault('upstream_timeout', `no answer within ${config.deadlineMs} ms`)),
      config.deadlineMs,
    )
    const aborted = AbortSignal.any([abandoned, deadline.signal])
    const { freshness } = asking
    const make = async (): Promise<Answer> => {
      const limits = { signal: aborted, deadlineMs, trace }
      const { answer, general } = await makeHere(parts, prepared, asking, limits)
      if (!general) return answer
      if (prepared.reading && freshness.store) cache.set(prepared.reading.ownCacheKey, answer)
      return general
    }
    try {
      const made: ServedAnswer =
        sharedCache && freshness.store
          ? await sharedCache.getOrCreate(prepared.cacheKey, freshness, { abandoned, aborted }, make)
          : { answer: await make(), cache: 'miss' }
      if (freshness.store) cache.set(prepared.cacheKey, made.answer)
      if (trace && made.cache === 'miss') finishTrace(parts, trace, prepared, { answer: made.answer })
      // The replica that made the answer also recorded the run.
      else trace?.release()
      return made
    } catch (error) {
      if (trace) finishTrace(parts, trace, prepared, { error })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

function finishTrace(
  { recorder }: RunParts,
  trace: RunTrace,
  { entry, params }: PreparedRequest,
  end: { readonly answer?: Answer; readonly error?: unknown },
): void {
  recorder?.finish(trace, { operation: entry.operation.id, site: entry.site.name, params, ...end })
}

interface RunLimits {
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly trace: RunTrace | undefined
}

async function makeHere(
  parts: RunParts,
  prepared: PreparedRequest,
  asking: EngineRunOptions,
  limits: RunLimits,
): Promise<OperationAnswers> {
  const started = performance.now()
  const { entry } = prepared
  const shop = listedShopOf(prepared, parts.reach)
  let outcome: RunOutcome = 'ok'
  let absent = 0
  let way: string | undefined
  let platform: string | undefined
  let detail: string | undefined
  try {
    const answers = await runPrepared(parts, prepared, asking, limits)
    const { answer } = answers
    const product = shop === undefined ? undefined : shopProductOf(shop, answer)
    if (product && prepared.magicWord === undefined) checkPrice(parts, product, limits.trace)
    absent = answer.absentPointers.length
    if (!product || isTypical(product)) reportFields(parts, prepared, { ...answers, product })
    way = answer.way
    platform = product?.platform
    return answers
  } catch (error) {
    outcome = failureOf(error)
    detail = error instanceof Fault ? error.message : undefined
    reportFields(parts, prepared, { error, shop })
    throw error
  } finally {
    const ms = performance.now() - started
    parts.events.emit('run', {
      site: shop ?? entry.site.name,
      operation: entry.operation.id,
      outcome,
      ms,
      absent,
      way,
      platform,
      detail,
    })
  }
}

function checkPrice({ expectsPrice }: RunParts, product: ShopProduct, trace: RunTrace | undefined): void {
  if (expectsPrice?.(product)) throw priceMissing(product)
  // What looks like a product and has no price is worth a look, whatever the reason.
  if (trace && !product.hasPrice && mayBeBought(product.availability)) trace.isDoubtful = true
}

interface ReportedRun extends Partial<OperationAnswers> {
  readonly error?: unknown
  /** Of a listed shop. */
  readonly product?: ShopProduct | undefined
  readonly shop?: string | undefined
}

/** Composite answers are not reported, except those of listed shops: the answers they are made of are reported individually. */
function reportFields(
  { events }: RunParts,
  { entry, magicWord, cacheKey }: PreparedRequest,
  { answer, disputed = [], error, product, shop = product?.shop }: ReportedRun,
): void {
  if (magicWord !== undefined || (isComposite(entry) && shop === undefined)) return
  const about = {
    site: shop ?? entry.site.name,
    operation: driftKey(entry.operation.id, shop),
    key: cacheKey,
  }
  if (answer) {
    const { absentPointers, measures } = product ? { ...product, absentPointers: product.absent } : answer
    // Where the page contradicts the reading, their agreement is what is missing.
    const absent = [...absentPointers, ...disputed.map(field => `(agreement on ${field})`)]
    events.emit('fields', { ...about, absent, ...(measures ? { measures } : {}) })
  } else if (error instanceof Fault && error.code === 'upstream_changed') {
    // A part of the page, such as `__NEXT_DATA__`, is no field of the answer: the failure counts for the page as a whole.
    const failed = error.field?.startsWith('/') ? error.field : ''
    events.emit('fields', { ...about, absent: [], failed })
  }
}

async function runPrepared(
  parts: RunParts,
  prepared: PreparedRequest,
  asking: EngineRunOptions,
  { signal, deadlineMs, trace }: RunLimits,
): Promise<OperationAnswers> {
  const { caller } = asking
  const site = prepared.entry.site.name
  const send = prepared.magicWord ? simulateFault(parts.send, prepared.magicWord) : parts.send
  const onTiming: EngineRunOptions['onTiming'] = trace
    ? (stage, ms) => {
        trace.onTiming(stage, ms)
        asking.onTiming(stage, ms)
      }
    : asking.onTiming
  const onExchange =
    trace && ((exchange: Parameters<typeof trace.onExchange>[0]) => trace.onExchange(exchange))
  const context = { site, caller, signal, deadlineMs, onTiming, onExchange }
  if (!mayRevalidate(parts, prepared, asking)) return runBySend(parts, prepared, asking, context, trace, send)
  const begun = await parts.revalidation.begin(prepared.cacheKey, send, context)
  if (begun.unchanged) return begun.unchanged
  const answers = await runBySend(parts, prepared, asking, context, trace, begun.send)
  begun.keep(answers)
  return answers
}

/** Answers of several shops are not made of the documents of one. A recording of every answer needs its documents. */
function mayRevalidate(
  { recorder }: RunParts,
  { entry, magicWord }: PreparedRequest,
  { freshness }: EngineRunOptions,
): boolean {
  if (magicWord !== undefined || !freshness.store || recorder?.recordsAll) return false
  return !isComposite(entry) || entry.operation.id === 'general.product'
}

async function runBySend(
  parts: RunParts,
  { entry, params, magicWord, reading }: PreparedRequest,
  asking: EngineRunOptions,
  context: RequestContext,
  trace: RunTrace | undefined,
  send: Send,
): Promise<OperationAnswers> {
  const { config, reach, reader } = parts
  const { signal, deadlineMs } = context
  if (!isComposite(entry)) {
    const run = { entry: entry as SiteEntry, params, reading }
    return runOperation(run, siteOf(config, entry.site.name), { send, reader }, context)
  }
  const answer = await runComposite(entry, params, {
    config,
    reach,
    signal,
    deadlineMs,
    ...listedRequests(parts, send, context),
    run(call, until) {
      const { recordFor: _, ...part } = asking
      return parts.runNative(call, { ...part, signal: until, within: trace }, magicWord)
    },
  })
  return { answer }
}

/** What may be asked of a listed shop within one request. */
function listedRequests(
  parts: RunParts,
  send: Send,
  context: Parameters<typeof runHostTask>[3] & { readonly signal: AbortSignal },
): Pick<CompositeContext, 'readProductPage' | 'searchListedShop' | 'catalog'> {
  const { reader } = parts
  const { signal } = context
  let requests = 0
  const counted: Send = request => {
    requests++
    return send(request)
  }
  // Whether a shop has a profile does not depend on a simulated fault.
  const doorOf = (shop: ListedShop, until: AbortSignal): Promise<ListedDoor | undefined> =>
    parts.ucpDoors.find(shop, async task => {
      const limits = { ...context, signal: until }
      return (await runHostTask(task, shop.origins, { send: parts.send, reader }, limits)).value
    })
  const readProductPage: CompositeContext['readProductPage'] = async ({ url, shop, origins: own }) => {
    const door = await doorOf({ shop, origins: own }, signal)
    const { access: ucp, origins = own } = door ?? {}
    const task = { kind: 'product', url, shop, base: own.main ?? '', atMs: Date.now(), ucp } as const
    const { value, isShortLived } = await runHostTask(task, origins, { send: counted, reader }, context)
    if (value.host) parts.knownPlatforms.set(shop, { host: value.host })
    return { product: value.product, isShortLived }
  }
  const runAt =
    (shop: ListedShop, until: AbortSignal) =>
    async <T extends HostTask>(task: T) => {
      const origins = (await doorOf(shop, until))?.origins ?? shop.origins
      const limits = { ...context, signal: until }
      return (await runHostTask(task, origins, { send: counted, reader }, limits)).value
    }
  return {
    readProductPage,
    async searchListedShop(shop, request, until) {
      const door = await doorOf(shop, until)
      return searchShop(parts.knownPlatforms, runAt(shop, until), shop, request, door?.access)
    },
    catalog: shop =>
      createCatalogSource({
        shop,
        door: () => doorOf(shop, signal),
        run: runAt(shop, signal),
        readProduct: readProductPage,
        requests: () => requests,
        platforms: parts.knownPlatforms,
        indexes: parts.knownIndexes,
      }),
  }
}

/** Where this program publishes what it is, for shops that it asks by UCP. */
function agentProfile({ publicUrl = '' }: EngineParts['config']): string {
  return `${publicUrl}${PROFILE_PATH}`
}

function siteOf(config: EngineParts['config'], name: string): SiteConfig {
  const site = config.sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}
