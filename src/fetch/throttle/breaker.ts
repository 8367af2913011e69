// Circuit breaker: stops sending to a shop after consecutive failures, and later lets one request probe it.
// It counts a request once, regardless of retries.
// Callers choose the pages, so the failures of one caller block only that caller; failures of several callers block all.
// The operator chooses what canaries request, so a single blocked canary blocks all callers.
import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '../../settings/site-config.ts'
import type { Events } from '../../runtime/events.ts'
import { CANARY_CALLER, type Layer } from '../layer.ts'
import { upstreamFailure, upstreamFailureOf } from '../upstream-failure.ts'

interface CircuitStatus {
  readonly circuit: CircuitState
  readonly failures: number
}

export interface Breaker {
  readonly layer: Layer
  /** The circuit that all callers share; or the one of a caller that has opened, until anybody is served again. */
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
  /** While it is open, nobody is known to get through. */
  let troubled: Circuit | undefined
  // `maxSize` instead of `max`, which would allocate all entries up front.
  const ofCallers = new LRUCache<string, Circuit>({ maxSize: MAX_CALLERS, sizeCalculation: () => 1 })

  function circuitOf(caller: string): Circuit {
    const existing = ofCallers.get(caller)
    if (existing) return existing
    const circuit = createCircuit({
      ...settings,
      minCallers: 1,
      onChange(state) {
        if (state === 'open') troubled = circuit
        events.emit('circuit', { site, state, caller })
      },
    })
    ofCallers.set(caller, circuit)
    return circuit
  }

  return {
    layer: next => request => {
      const { caller } = request
      const own = circuitOf(caller)
      const onAlive = () => {
        troubled = undefined
      }
      return sendThrough(own, caller, () => sendThrough(shared, caller, () => next(request), onAlive))
    },
    status() {
      const reported = shared.state() === 'closed' ? (troubled ?? shared) : shared
      return { circuit: reported.state(), failures: reported.failures() }
    },
  }
}

/** Throws while the circuit is open; otherwise sends and reports the outcome to the circuit. */
async function sendThrough<T>(
  circuit: Circuit,
  caller: string,
  send: () => Promise<T>,
  onAlive?: () => void,
): Promise<T> {
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
    onAlive?.()
    return response
  } catch (error) {
    // Even a failure can show that the site is alive, such as a missing page.
    const failure = upstreamFailureOf(error)
    entry.settle(
      failure?.health ?? 'unknown',
      caller === CANARY_CALLER && failure?.code === 'upstream_blocked',
    )
    if (failure?.health === 'alive') onAlive?.()
    throw error
  }
}

/** The state machine of one circuit: closed, open after consecutive failures, then half-open for one probe. Monotonic clock. */
export type CircuitState = 'closed' | 'open' | 'half-open'

/** What the outcome of a request shows about the site's health. */
export type Health = 'failing' | 'alive' | 'unknown'

export interface CircuitSettings {
  /** Number of consecutive failures that open the circuit. */
  readonly failures: number
  readonly openMs: number
  /** Minimum number of different callers that must fail. With 2, one caller counts for at most half of the failures. */
  readonly minCallers: number
  readonly onChange: (state: CircuitState) => void
  readonly now?: () => number
}

export interface Circuit {
  /** Admits a request, which must be settled once; or returns how long to wait. */
  enter(caller: string):
    | { readonly waitMs: number }
    | {
        /** `isDecisive`: this failure alone opens the circuit. */
        settle(health: Health, isDecisive?: boolean): void
      }
  state(): CircuitState
  /** Number of consecutive failures that count. */
  failures(): number
}

export function createCircuit(settings: CircuitSettings): Circuit {
  const { openMs, onChange, now = performance.now.bind(performance) } = settings
  const run = createFailureRun(settings)
  let state: CircuitState = 'closed'
  let probeAtMs = 0
  /** The caller of the last failed probe. Another caller sends the next one, so that no caller alone keeps the circuit open. */
  let lastProber: string | undefined

  const change = (next: CircuitState): void => {
    if (next === 'open') probeAtMs = now() + openMs
    state = next
    onChange(next)
  }

  function settleProbe(caller: string, health: Health): void {
    if (health === 'alive') {
      run.clear()
      lastProber = undefined
      change('closed')
    } else {
      // A probe with an unknown outcome must not close the circuit.
      if (health === 'failing') run.add(caller)
      if (settings.minCallers > 1) lastProber = caller
      change('open')
    }
  }

  function settleOrdinary(caller: string, health: Health, isDecisive = false): void {
    // Ignore requests that were in flight when the circuit opened.
    if (state !== 'closed') return
    if (health === 'alive') run.clear()
    if (health !== 'failing') return
    run.add(caller)
    if (run.isFull() || isDecisive) change('open')
  }

  return {
    enter(caller) {
      if (state === 'closed')
        return { settle: (health, isDecisive) => settleOrdinary(caller, health, isDecisive) }
      const mayProbeAtMs = caller === lastProber ? probeAtMs + openMs : probeAtMs
      if (state === 'half-open' || now() < mayProbeAtMs) return { waitMs: Math.max(0, mayProbeAtMs - now()) }
      change('half-open')
      return { settle: health => settleProbe(caller, health) }
    },
    state: () => state,
    failures: () => run.count(),
  }
}

/** Consecutive failures, counted per caller. */
function createFailureRun({ failures, minCallers }: CircuitSettings) {
  const byCaller = new Map<string, number>()
  const maxPerCaller = Math.ceil(failures / minCallers)
  const count = (): number => byCaller.values().reduce((sum, one) => sum + Math.min(one, maxPerCaller), 0)
  return {
    count,
    add: (caller: string) => void byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1),
    clear: () => byCaller.clear(),
    isFull: () => byCaller.size >= minCallers && count() >= failures,
  }
}
