// Circuit: closed until failures in a row open it, open for a while, then half-open for one probe. By a monotonic clock.

export type CircuitState = 'closed' | 'open' | 'half-open'

/** What a request has learnt about the site's health. */
export type Health = 'failing' | 'alive' | 'unknown'

export interface CircuitSettings {
  /** Failures in a row that open it. */
  readonly failures: number
  readonly openMs: number
  /** How many callers must have met them. One caller's failures count for at most that part of the run. */
  readonly minCallers: number
  readonly onChange: (state: CircuitState) => void
  readonly now?: () => number
}

export interface Circuit {
  /** Lets a request in, to be settled once; or says for how long the site is left alone. */
  enter(caller: string):
    | { readonly waitMs: number }
    | {
        /** `isDecisive`: the failure alone speaks for the whole site. */
        settle(health: Health, isDecisive?: boolean): void
      }
  state(): CircuitState
  /** Failures in a row, as far as they count. */
  failures(): number
}

export function createCircuit(settings: CircuitSettings): Circuit {
  const { openMs, onChange, now = performance.now.bind(performance) } = settings
  const run = createFailureRun(settings)
  let state: CircuitState = 'closed'
  let probeAtMs = 0
  /** Whose probe failed last: the next one is somebody else's, so that nobody holds the circuit open on his own. */
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
      // A probe that learns nothing must not close the circuit either.
      if (health === 'failing') run.add(caller)
      if (settings.minCallers > 1) lastProber = caller
      change('open')
    }
  }

  function settleOrdinary(caller: string, health: Health, isDecisive = false): void {
    // Requests that were under way when the circuit opened say nothing new.
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

/** Failures with no success between them, by caller. */
function createFailureRun({ failures, minCallers }: CircuitSettings) {
  const byCaller = new Map<string, number>()
  const mostOfOne = Math.ceil(failures / minCallers)
  const count = (): number => byCaller.values().reduce((sum, one) => sum + Math.min(one, mostOfOne), 0)
  return {
    count,
    add: (caller: string) => void byCaller.set(caller, (byCaller.get(caller) ?? 0) + 1),
    clear: () => byCaller.clear(),
    isFull: () => byCaller.size >= minCallers && count() >= failures,
  }
}
