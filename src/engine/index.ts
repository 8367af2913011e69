// The engine: answers from the cache, joins identical requests, sheds what is too much, and runs the rest under one deadline.
import { LRUCache } from 'lru-cache'
import type { Config, SiteConfig } from '../config.ts'
import type { Events } from '../events.ts'
import { Fault } from '../kit/fault.ts'
import type { ParamValues } from '../kit/params.ts'
import type { Send } from '../upstream/exchange.ts'
import { placeOnSite } from '../upstream/guard.ts'
import { type Answer, sizeOf } from './answer.ts'
import { refuseDisabled } from './door.ts'
import { createFlights } from './flights.ts'
import type { Freshness } from './freshness.ts'
import { type Given, readParams } from './params.ts'
import type { Entry } from './registry.ts'
import type { Made, Replicas } from './replicas.ts'
import { runOperation } from './run.ts'

/** A request whose parameters are read; equal ones have equal names. */
export interface Prepared {
  readonly entry: Entry
  readonly params: ParamValues
  /** Of the cache entry. */
  readonly name: string
}

interface Asking {
  readonly freshness: Freshness
  /** A key's id or a client address. */
  readonly caller: string
  /** Fires when this caller has left. */
  readonly signal: AbortSignal
  readonly timed: (stage: string, ms: number) => void
}

export type Outcome = Made

export interface Engine {
  /** Reads and checks parameters; throws `invalid_parameter` or `url_not_allowed`. */
  prepare(entry: Entry, given: readonly Given[]): Prepared
  /** An answer that is at hand and fresh enough. */
  atHand(name: string, freshness: Freshness, nowMs: number): Answer | undefined
  ask(prepared: Prepared, asking: Asking): Promise<Outcome>
  /** Requests under way, by site. */
  inFlight(): ReadonlyMap<string, number>
}

export interface EngineParts {
  readonly config: Pick<Config, 'sites' | 'deadlineMs' | 'maxInFlight' | 'cacheBytes'>
  readonly send: Send
  readonly events: Events
  /** Other replicas, when answers are shared with them. */
  readonly replicas?: Replicas | undefined
}

export function createEngine({ config, send, events, replicas }: EngineParts): Engine {
  const cache = new LRUCache<string, Answer>({ maxSize: config.cacheBytes, sizeCalculation: sizeOf })
  const flights = createFlights<Made>()
  const load = createLoad(config.maxInFlight)

  function atHand(name: string, freshness: Freshness, nowMs: number): Answer | undefined {
    const answer = cache.get(name)
    if (!answer) return undefined
    const ageMs = nowMs - answer.madeAtMs
    return ageMs < answer.freshForMs && ageMs <= freshness.maxAgeMs ? answer : undefined
  }

  /** Makes the answer, here or where another replica is at it, under one deadline. */
  async function fly(prepared: Prepared, asking: Asking, signal: AbortSignal): Promise<Made> {
    const deadlineMs = performance.now() + config.deadlineMs
    const deadline = new AbortController()
    const timer = setTimeout(
      () => deadline.abort(new Fault('upstream_timeout', `no answer within ${config.deadlineMs} ms`)),
      config.deadlineMs,
    )
    const over = AbortSignal.any([signal, deadline.signal])
    const { freshness } = asking
    const make = () => makeHere(prepared, asking, over, deadlineMs)
    try {
      const made =
        replicas && freshness.store
          ? await replicas.makeOnce(prepared.name, freshness, { left: signal, over }, make)
          : { answer: await make(), cache: 'miss' as const }
      if (freshness.store) cache.set(prepared.name, made.answer)
      return made
    } finally {
      clearTimeout(timer)
    }
  }

  async function makeHere(
    { entry, params }: Prepared,
    { caller, timed }: Asking,
    signal: AbortSignal,
    deadlineMs: number,
  ): Promise<Answer> {
    const started = performance.now()
    const site = entry.site.name
    const errand = { site, caller, signal, deadlineMs, timed }
    let fault: string | undefined
    let absent = 0
    try {
      const answer = await runOperation(entry, params, siteOf(config, site), send, errand)
      absent = answer.absentPointers.length
      return answer
    } catch (error) {
      fault = error instanceof Fault ? error.code : 'internal'
      throw error
    } finally {
      events.emit('run', {
        site,
        operation: entry.operation.id,
        fault,
        ms: performance.now() - started,
        absent,
      })
    }
  }

  /** A flight may end with what another replica made a while ago: who wants it younger flies on his own. */
  function flightOf(name: string, { maxAgeMs }: Freshness): string {
    return replicas && maxAgeMs !== Number.POSITIVE_INFINITY ? `${name} ${maxAgeMs}` : name
  }

  return {
    prepare(entry, given) {
      const params = readParams(entry.operation, given)
      const placed = placeUrls(entry, params, siteOf(config, entry.site.name))
      return { entry, params: placed, name: nameOf(entry, placed) }
    },
    atHand,
    async ask(prepared, asking) {
      const { site } = prepared.entry
      const answer = atHand(prepared.name, asking.freshness, Date.now())
      if (answer) return { answer, cache: 'hit' }
      if (asking.freshness.onlyIfCached) {
        const elsewhere = await replicas?.find(prepared.name, asking.freshness)
        if (elsewhere) return { answer: elsewhere, cache: 'hit' }
        throw new Fault(
          'upstream_timeout',
          'only-if-cached was asked for, and no fresh enough answer is cached',
        )
      }
      const leave = load.enter(site.name)
      try {
        const flight = flights.join(flightOf(prepared.name, asking.freshness), asking.signal, signal =>
          fly(prepared, asking, signal),
        )
        const made = await flight.result
        return flight.shared && made.cache === 'miss' ? { answer: made.answer, cache: 'shared' } : made
      } finally {
        leave()
      }
    },
    inFlight: () => load.bySite,
  }
}

function siteOf(config: EngineParts['config'], name: string): SiteConfig {
  const site = config.sites[name]
  if (!site) throw new Error(`there is no configuration for ${name}`)
  return site
}

/** A caller's URL becomes the address on the configured origin: one spelling, one cache entry, no other host. */
function placeUrls(entry: Entry, params: ParamValues, site: SiteConfig): ParamValues {
  const placed: Record<string, ParamValues[string]> = { ...params }
  for (const [name, param] of Object.entries(entry.operation.params)) {
    const value = params[name]
    if (param.kind !== 'url' || typeof value !== 'string') continue
    refuseDisabled(entry.site.name, site)
    const url = placeOnSite(site.origins, value)
    if (!url) {
      throw new Fault('url_not_allowed', `${name} is not on a host of ${entry.site.name}`, {
        errors: [
          { name, in: 'query', message: `${name} must be an address on a host of ${entry.site.name}` },
        ],
      })
    }
    placed[name] = url.href
  }
  return placed
}

function nameOf(entry: Entry, params: ParamValues): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return `${entry.operation.id} ${JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

/** Bounds what is under way, in all and per site, so that one hung site leaves room for the others. */
function createLoad(max: number) {
  const bySite = new Map<string, number>()
  let all = 0
  return {
    bySite,
    enter(site: string): () => void {
      const here = bySite.get(site) ?? 0
      if (all >= max || here >= max / 2) {
        throw new Fault('overloaded', 'too many requests are under way', { retryAfterMs: 1_000 })
      }
      all++
      bySite.set(site, here + 1)
      return () => {
        all--
        bySite.set(site, (bySite.get(site) ?? 1) - 1)
      }
    },
  }
}
