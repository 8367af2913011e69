// Breaker: per site, stops asking after failures in a row and lets one request probe after a while. Counts a request once, whatever its retries.
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel'
import type { SiteConfig } from '../config.ts'
import type { Events } from '../events.ts'
import type { Layer } from './exchange.ts'
import { misfortune, misfortuneOf } from './misfortune.ts'

export type CircuitName = 'closed' | 'open' | 'half-open'

interface CircuitStatus {
  readonly circuit: CircuitName
  readonly failures: number
}

export interface Breaker {
  readonly layer: Layer
  status(site: string): CircuitStatus
}

interface Circuit {
  readonly policy: CircuitBreakerPolicy
  readonly counter: ConsecutiveBreaker
  /** When a probe may go, in milliseconds of `Date.now()`, by which the library reckons. */
  probeAt: number
}

export function createBreaker(
  sites: Readonly<Record<string, Pick<SiteConfig, 'breaker'>>>,
  events: Events,
): Breaker {
  const circuits = new Map<string, Circuit>()
  const circuitOf = (site: string): Circuit | undefined => {
    const known = circuits.get(site)
    const settings = sites[site]?.breaker
    if (known || !settings) return known
    const made = createCircuit(settings, state => events.emit('circuit', { site, state }))
    circuits.set(site, made)
    return made
  }
  return {
    layer: next => async request => {
      const circuit = circuitOf(request.site)
      if (!circuit) return next(request)
      // The library would let everyone wait for the probe; an open circuit must not queue.
      if (circuit.policy.state === CircuitState.HalfOpen) throw openFault(circuit)
      const outcome = await circuit.policy
        .execute(() =>
          next(request).catch((error: unknown) => {
            // A page that is missing shows that the site lives.
            if (misfortuneOf(error)?.health === 'alive') return { alive: error }
            throw error
          }),
        )
        .catch((error: unknown) => {
          throw error instanceof BrokenCircuitError ? openFault(circuit) : error
        })
      if ('alive' in outcome) throw outcome.alive
      return outcome
    },
    status: site => {
      const circuit = circuits.get(site)
      return circuit
        ? { circuit: nameOf(circuit.policy.state), failures: circuit.counter.state }
        : { circuit: 'closed', failures: 0 }
    },
  }
}

function createCircuit(settings: SiteConfig['breaker'], changed: (state: CircuitName) => void): Circuit {
  const counter = new ConsecutiveBreaker(settings.failures)
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // A probe that learns nothing must not close the circuit.
    handleWhen(error => {
      const health = misfortuneOf(error)?.health ?? 'unknown'
      return health === 'failing' || (health === 'unknown' && policy.state === CircuitState.HalfOpen)
    }),
    { breaker: counter, halfOpenAfter: settings.openMs },
  )
  const circuit: Circuit = { policy, counter, probeAt: 0 }
  policy.onStateChange(state => {
    if (state === CircuitState.Open) circuit.probeAt = Date.now() + settings.openMs
    changed(nameOf(state))
  })
  return circuit
}

function openFault(circuit: Circuit) {
  return misfortune(
    'circuit_open',
    'the site has failed several times in a row and is left alone for a while',
    {
      retryAfterMs: Math.max(1000, circuit.probeAt - Date.now()),
    },
  )
}

function nameOf(state: CircuitState): CircuitName {
  if (state === CircuitState.Closed) return 'closed'
  return state === CircuitState.HalfOpen ? 'half-open' : 'open'
}
