// The engine: answers from the cache, coalesces identical requests, sheds load, and runs the rest under one deadline.
import { failureOf, type Outcome as RunOutcome } from '../client-closed.ts'
import type { Config, SiteConfig } from '../config.ts'
import type { Events } from '../events.ts'
import { Fault } from '../kit/fault.ts'
import type { RawParam } from '../kit/param-specs.ts'
import type { Send } from '../upstream/layer.ts'
import type { Answer } from './answer.ts'
import { type AnswerCache, createAnswerCache } from './answer-cache.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import type { Freshness } from './freshness.ts'
import type { Reach } from '../general/composite.ts'
import type { MagicWord } from '../sandbox/magic-words.ts'
import { READER_SITE } from '../upstream/reader-upstreams.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { createInlineReader, type OperationReader } from './operation-reader.ts'
import { type PreparedRequest, prepareComposite, prepareRequest, withMagicWord } from './prepare-request.ts'
import { createReach } from './reach.ts'
import { isComposite, type RegistryEntry, type SiteEntry } from './registry.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'
import { runOperation } from './run-operation.ts'
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
  /** Number of requests in flight, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface EngineParts {
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'> &
    Partial<Pick<Config, 'reader'>>
  readonly send: Send
  readonly events: Events
  /** The cache shared with other replicas, if there is one. */
  readonly sharedCache?: SharedCache | undefined
  /** Reads the pages; on the main thread by default. */
  readonly reader?: OperationReader | undefined
  readonly recorder?: Pick<Recorder, 'start' | 'finish'> | undefined
}

export function createEngine(parts: EngineParts): Engine {
  const { config, sharedCache } = parts
  const cache = createAnswerCache(config.cacheBytes)
  const flights = createInFlightRequests<ServedAnswer>()
  const traces = new Map<string, RunTrace>()
  const limiter = createConcurrencyLimiter(config.maxInFlight)
  const reach = createReach(config)
  const runUnderDeadline = createDeadlineRunner(
    { ...parts, reach, runNative, reader: parts.reader ?? createInlineReader() },
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
  async function runNative(
    entry: SiteEntry,
    given: Readonly<Record<string, unknown>>,
    asking: EngineRunOptions,
    magicWord: MagicWord | undefined,
  ) {
    const raw = toRawParams(given)
    const prepared = withMagicWord(engine.prepare(entry, raw), magicWord)
    const { answer } = await engine.run(prepared, asking)
    return { answer, params: prepared.params }
  }

  const engine: Engine = {
    prepare: (entry, given) =>
      isComposite(entry)
        ? prepareComposite(entry, given, reach)
        : prepareRequest(entry, given, siteOf(config, entry.site.name)),
    findCached: (key, freshness, nowMs) => cache.find(key, freshness, nowMs),
    make,
    async run(prepared, asking) {
      const found = cache.find(prepared.cacheKey, asking.freshness, Date.now())
      return typeof found === 'object' ? { answer: found, cache: 'hit' } : make(prepared, asking)
    },
    inFlight: () => limiter.bySite,
  }
  return engine
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

interface RunParts extends EngineParts {
  readonly reader: OperationReader
  readonly reach: Reach
  readonly runNative: (
    entry: SiteEntry,
    given: Readonly<Record<string, unknown>>,
    asking: EngineRunOptions,
    magicWord: MagicWord | undefined,
  ) => ReturnType<CompositeContext['run']>
}

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
    const make = () => makeHere(parts, prepared, asking, { signal: aborted, deadlineMs, trace })
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
): Promise<Answer> {
  const started = performance.now()
  const { entry } = prepared
  let outcome: RunOutcome = 'ok'
  let absent = 0
  let way: string | undefined
  try {
    const answer = await runPrepared(parts, prepared, asking, limits)
    absent = answer.absentPointers.length
    reportFields(parts, prepared, { answer })
    way = answer.way
    return answer
  } catch (error) {
    outcome = failureOf(error)
    reportFields(parts, prepared, { error })
    throw error
  } finally {
    const ms = performance.now() - started
    parts.events.emit('run', {
      site: entry.site.name,
      operation: entry.operation.id,
      outcome,
      ms,
      absent,
      way,
    })
  }
}

/** Composite answers are not reported: the answers they are made of are reported individually. */
function reportFields(
  { events }: RunParts,
  { entry, magicWord, cacheKey }: PreparedRequest,
  { answer, error }: { readonly answer?: Answer; readonly error?: unknown },
): void {
  if (isComposite(entry) || magicWord !== undefined) return
  const about = { site: entry.site.name, operation: entry.operation.id, key: cacheKey }
  if (answer) {
    const { absentPointers: absent, measures } = answer
    events.emit('fields', { ...about, absent, ...(measures ? { measures } : {}) })
  } else if (error instanceof Fault && error.code === 'upstream_changed') {
    // A part of the page, such as `__NEXT_DATA__`, is no field of the answer: the failure counts for the page as a whole.
    const failed = error.field?.startsWith('/') ? error.field : ''
    events.emit('fields', { ...about, absent: [], failed })
  }
}

function runPrepared(
  parts: RunParts,
  { entry, params, magicWord }: PreparedRequest,
  asking: EngineRunOptions,
  { signal, deadlineMs, trace }: RunLimits,
): Promise<Answer> {
  const { config, reach, reader } = parts
  const { caller } = asking
  const site = entry.site.name
  const send = magicWord ? simulateFault(parts.send, magicWord) : parts.send
  const onTiming: EngineRunOptions['onTiming'] = trace
    ? (stage, ms) => {
        trace.onTiming(stage, ms)
        asking.onTiming(stage, ms)
      }
    : asking.onTiming
  const onExchange =
    trace && ((exchange: Parameters<typeof trace.onExchange>[0]) => trace.onExchange(exchange))
  const context = { site, caller, signal, deadlineMs, onTiming, onExchange }
  if (!isComposite(entry)) {
    return runOperation(entry as SiteEntry, params, siteOf(config, site), { send, reader }, context)
  }
  const page = { method: 'GET', headers: {}, accept: 'html', purpose: 'page' } as const
  return runComposite(entry, params, {
    config,
    reach,
    signal,
    deadlineMs,
    async readProductPage(address) {
      const fetched = await send({ ...context, ...page, site: READER_SITE, url: new URL(address) })
      const { url } = fetched
      const product = await reader.readProductPage({ page: fetched, signal, deadlineMs, onTiming })
      return { product, url: url.href }
    },
    run(native, given, until) {
      const { recordFor: _, ...part } = asking
      return parts.runNative(native, given, { ...part, signal: until, within: trace }, magicWord)
    },
  })
}

function siteOf(config: EngineParts['config'], name: string): SiteConfig {
  const site = config.sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}
