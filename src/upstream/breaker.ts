// Circuit breaker: stops sending to a shop after consecutive failures, and later lets one request probe it.
// It counts a request once, regardless of retries.
// Callers choose the pages, so the failures of one caller block only that caller; failures of several callers block all.
// The operator chooses what canaries request, so a single blocked canary blocks all callers.
import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '../config/site-config.ts'
import type { Events } from '../observe/events.ts'
import { type Circuit, type CircuitState, createCircuit } from './circuit.ts'
import { CANARY_CALLER, type Layer } from './layer.ts'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'

interface CircuitStatus {
  readonly circuit: CircuitState
  readonly failures: number
}

export interface Breaker {
  readonly layer: Layer
  /** Status of the circuit that all callers share. */
  status(): CircuitStatus
}

/** Maximum number of per-caller circuits. An evicted circuit starts again at zero. */
const MAX_CALLERS = 10_000
const MIN_CALLERS = 2

/** `site`: under which its circuit is reported. */
export function createBreaker(settings: SiteConfig['breaker'], site: string, events: Events): Breaker {
  const shared = createCircuit({
    ...settings,
    minCallers: MIN_CALLERS,
    onChange: state => events.emit('circuit', { site, state }),
  })
  // `maxSize` instead of `max`, which would allocate all entries up front.
  const ofCallers = new LRUCache<string, Circuit>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })

  function circuitOf(caller: string): Circuit {
    const known = ofCallers.get(caller)
    if (known) return known
    const onChange = (state: CircuitState) => events.emit('circuit', { site, state, caller })
    const made = createCircuit({ ...settings, minCallers: 1, onChange })
    ofCallers.set(caller, made)
    return made
  }

  return {
    layer: next => request => {
      const { caller } = request
      return sendThrough(circuitOf(caller), caller, () => sendThrough(shared, caller, () => next(request)))
    },
    status: () => ({ circuit: shared.state(), failures: shared.failures() }),
  }
}

/** Throws while the circuit is open; otherwise sends and reports the outcome to the circuit. */
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
    // Even a failure can show that the site is alive, such as a missing page.
    const failure = upstreamFailureOf(error)
    entry.settle(
      failure?.health ?? 'unknown',
      caller === CANARY_CALLER && failure?.code === 'upstream_blocked',
    )
    throw error
  }
}
