// Breaker: per site, stops asking after failures in a row and lets one request probe after a while. Counts a request once, whatever its retries.
// A caller chooses which pages are asked for, so his failures alone close the site to him only; those of several callers close it to all.
// The operator chooses what canaries ask for, so one of them that is blocked closes it to all.
import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '../config.ts'
import type { Events } from '../events.ts'
import { type Circuit, type CircuitState, createCircuit } from './circuit.ts'
import { CANARY_CALLER, type Layer } from './layer.ts'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'

interface CircuitStatus {
  readonly circuit: CircuitState
  readonly failures: number
}

export interface Breaker {
  readonly layer: Layer
  /** Of the circuit that holds for all callers. */
  status(site: string): CircuitStatus
}

/** Callers whose own failures are remembered, over all sites. Forgetting one only means that its count starts again. */
const MAX_CALLERS = 10_000
const MIN_CALLERS = 2

export function createBreaker(
  sites: Readonly<Record<string, Pick<SiteConfig, 'breaker'>>>,
  events: Events,
): Breaker {
  const circuits = new Map(
    Object.entries(sites).map(([site, { breaker }]) => [
      site,
      createCircuit({
        ...breaker,
        minCallers: MIN_CALLERS,
        onChange: state => events.emit('circuit', { site, state }),
      }),
    ]),
  )
  // By size and not by `max`, which would set aside room for all of them at once.
  const ofCallers = new LRUCache<string, Circuit>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })

  function circuitOfCaller(site: string, caller: string): Circuit | undefined {
    const breaker = sites[site]?.breaker
    const name = `${site} ${caller}`
    const known = ofCallers.get(name)
    if (known || !breaker) return known
    const onChange = (state: CircuitState) => events.emit('circuit', { site, state, caller })
    const made = createCircuit({ ...breaker, minCallers: 1, onChange })
    ofCallers.set(name, made)
    return made
  }

  return {
    layer: next => async request => {
      const { site, caller } = request
      const own = circuitOfCaller(site, caller)
      const shared = circuits.get(site)
      if (!own || !shared) return next(request)
      return sendThrough(own, caller, () => sendThrough(shared, caller, () => next(request)))
    },
    status: site => {
      const circuit = circuits.get(site)
      return { circuit: circuit?.state() ?? 'closed', failures: circuit?.failures() ?? 0 }
    },
  }
}

/** Sends nothing while the circuit is open; otherwise it learns how the site fared. */
async function sendThrough<T>(circuit: Circuit, caller: string, send: () => Promise<T>): Promise<T> {
  const entry = circuit.enter(caller)
  if ('waitMs' in entry) {
    throw upstreamFailure(
      'circuit_open',
      'the circuit breaker is open: the site has failed several times in a row',
      { retryAfterMs: Math.max(1000, entry.waitMs) },
    )
  }
  try {
    const response = await send()
    entry.settle('alive')
    return response
  } catch (error) {
    // A page that is missing shows that the site lives.
    const failure = upstreamFailureOf(error)
    entry.settle(
      failure?.health ?? 'unknown',
      caller === CANARY_CALLER && failure?.code === 'upstream_blocked',
    )
    throw error
  }
}
