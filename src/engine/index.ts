// The engine: answers from the cache, joins identical requests, sheds what is too much, and runs the rest under one deadline.
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
import { READER_SITE } from '../upstream/reader-doors.ts'
import { createInFlightRequests } from './in-flight-requests.ts'
import { createInlineReader, type OperationReader } from './operation-reader.ts'
import { type PreparedRequest, prepareComposite, prepareRequest, withMagicWord } from './prepare-request.ts'
import { createReach } from './reach.ts'
import { isComposite, type RegistryEntry, type SiteEntry } from './registry.ts'
import { type CompositeContext, runComposite } from './run-composite.ts'
import { runOperation } from './run-operation.ts'
import { simulateFault } from './simulated-fault.ts'
import type { ServedAnswer, SharedCache } from './shared-cache.ts'

export type { PreparedRequest }

interface EngineRunOptions {
  readonly freshness: Freshness
  /** A key's id or a client address. */
  readonly caller: string
  /** Fires when this caller has left. */
  readonly signal: AbortSignal
  readonly onTiming: (stage: string, ms: number) => void
}

export type Outcome = ServedAnswer

export interface Engine {
  /** Reads and checks parameters; throws `invalid_parameter` or `url_not_allowed`. */
  prepare(entry: RegistryEntry, given: readonly RawParam[]): PreparedRequest
  /** An answer that is at hand and fresh enough; `bypassed` when a fresh one is at hand and the caller wants a younger one. */
  findCached: AnswerCache['find']
  /** From the cache where that has it, else made. */
  run(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome>
  /** Makes what `findCached` did not find. */
  make(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome>
  /** Requests under way, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface EngineParts {
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'> &
    Partial<Pick<Config, 'reader'>>
  readonly send: Send
  readonly events: Events
  /** Other replicas, when answers are shared with them. */
  readonly sharedCache?: SharedCache | undefined
  /** Where pages are read; on the main thread when left out. */
  readonly reader?: OperationReader | undefined
}

export function createEngine(parts: EngineParts): Engine {
  const { config, sharedCache } = parts
  const cache = createAnswerCache(config.cacheBytes)
  const flights = createInFlightRequests<ServedAnswer>()
  const load = createConcurrencyLimiter(config.maxInFlight)
  const reach = createReach(config)
  const fly = createFlight(
    { ...parts, reach, runNative, reader: parts.reader ?? createInlineReader() },
    cache,
  )

  /** A flight may end with what another replica made a while ago: who wants it younger flies on his own. */
  const flightOf = (key: string, { maxAgeMs }: Freshness): string =>
    sharedCache && maxAgeMs !== Number.POSITIVE_INFINITY ? `${key} ${maxAgeMs}` : key

  async function make(prepared: PreparedRequest, asking: EngineRunOptions): Promise<Outcome> {
    const { freshness } = asking
    if (freshness.onlyIfCached) return findElsewhere(prepared, freshness, sharedCache)
    const leave = load.enter(prepared.entry.site.name)
    try {
      const flight = flights.join(flightOf(prepared.cacheKey, freshness), asking.signal, signal =>
        fly(prepared, asking, signal),
      )
      const made = await flight.result
      return flight.shared && made.cache === 'miss' ? { answer: made.answer, cache: 'shared' } : made
    } finally {
      leave()
    }
  }

  /** One of a site's own operations, for a composite one: with the cache, the limits and the joining that all have. */
  async function runNative(
    entry: SiteEntry,
    given: Readonly<Record<string, unknown>>,
    asking: EngineRunOptions,
    magicWord: MagicWord | undefined,
  ) {
    const raw = Object.entries(given).map(([name, value]) => ({ name, value, in: 'body' as const }))
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
    inFlight: () => load.bySite,
  }
  return engine
}

async function findElsewhere(
  { cacheKey }: PreparedRequest,
  freshness: Freshness,
  sharedCache: SharedCache | undefined,
): Promise<Outcome> {
  const answer = await sharedCache?.find(cacheKey, freshness)
  if (answer) return { answer, cache: 'hit' }
  throw new Fault('upstream_timeout', 'only-if-cached was asked for, and no fresh enough answer is cached')
}

interface FlightParts extends EngineParts {
  readonly reader: OperationReader
  readonly reach: Reach
  readonly runNative: (
    entry: SiteEntry,
    given: Readonly<Record<string, unknown>>,
    asking: EngineRunOptions,
    magicWord: MagicWord | undefined,
  ) => ReturnType<CompositeContext['run']>
}

type Fly = (prepared: PreparedRequest, asking: EngineRunOptions, signal: AbortSignal) => Promise<ServedAnswer>

/** Makes the answer, here or where another replica is at it, under one deadline. */
function createFlight(parts: FlightParts, cache: AnswerCache): Fly {
  const { config, sharedCache } = parts
  return async (prepared, asking, abandoned) => {
    const deadlineMs = performance.now() + config.deadlineMs
    const deadline = new AbortController()
    const timer = setTimeout(
      () => deadline.abort(new Fault('upstream_timeout', `no answer within ${config.deadlineMs} ms`)),
      config.deadlineMs,
    )
    const aborted = AbortSignal.any([abandoned, deadline.signal])
    const { freshness } = asking
    const make = () => makeHere(parts, prepared, asking, aborted, deadlineMs)
    try {
      const made: ServedAnswer =
        sharedCache && freshness.store
          ? await sharedCache.getOrCreate(prepared.cacheKey, freshness, { abandoned, aborted }, make)
          : { answer: await make(), cache: 'miss' }
      if (freshness.store) cache.set(prepared.cacheKey, made.answer)
      return made
    } finally {
      clearTimeout(timer)
    }
  }
}

async function makeHere(
  parts: FlightParts,
  prepared: PreparedRequest,
  asking: EngineRunOptions,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Answer> {
  const started = performance.now()
  const { entry } = prepared
  let outcome: RunOutcome = 'ok'
  let absent = 0
  let way: string | undefined
  try {
    const answer = await runPrepared(parts, prepared, asking, signal, deadlineMs)
    absent = answer.absentPointers.length
    way = answer.way
    return answer
  } catch (error) {
    outcome = failureOf(error)
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

function runPrepared(
  parts: FlightParts,
  { entry, params, magicWord }: PreparedRequest,
  asking: EngineRunOptions,
  signal: AbortSignal,
  deadlineMs: number,
): Promise<Answer> {
  const { config, reach, reader } = parts
  const { caller, onTiming } = asking
  const site = entry.site.name
  const send = magicWord ? simulateFault(parts.send, magicWord) : parts.send
  const context = { site, caller, signal, deadlineMs, onTiming }
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
    run: (native, given, until) => parts.runNative(native, given, { ...asking, signal: until }, magicWord),
  })
}

function siteOf(config: EngineParts['config'], name: string): SiteConfig {
  const site = config.sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}
