// The calls of this page: one at a time, cancellable, the last ones kept so that going back shows them at once.
import { useCallback, useRef, useState } from 'preact/hooks'
import { type CallResult, type CallRequest, type Freshness, makeCall } from '../../model/make-call.ts'
import { routeHash, type CallRoute } from '../../model/call-route.ts'

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly sinceMs: number }
  | { readonly phase: 'answered'; readonly answered: CallResult }
  | { readonly phase: 'cancelled'; readonly afterMs: number }
  | { readonly phase: 'unreached'; readonly reason: string }

const CACHED_RESULTS_MAX = 30

export function useCalls() {
  const [state, setState] = useState<CallState>({ phase: 'idle' })
  const current = useRef<AbortController>(undefined)
  const results = useRef(new Map<string, CallResult>())

  const run = useCallback(async (ask: CallRequest, key: string, freshness: Freshness) => {
    current.current?.abort()
    const control = new AbortController()
    current.current = control
    const sinceMs = performance.now()
    setState({ phase: 'running', sinceMs })
    const next = await makeCall(ask, { key, freshness, signal: control.signal }).then(
      (answered): CallState => ({ phase: 'answered', answered }),
      (error: unknown): CallState =>
        control.signal.aborted
          ? { phase: 'cancelled', afterMs: performance.now() - sinceMs }
          : { phase: 'unreached', reason: error instanceof Error ? error.message : String(error) },
    )
    // A later call has taken the place of this one.
    if (current.current !== control) return
    current.current = undefined
    setState(next)
    if (next.phase === 'answered' && !next.answered.problem)
      cacheResult(results.current, routeHash(ask), next.answered)
  }, [])

  const cancel = useCallback(() => current.current?.abort(), [])

  /** What is known of a place that was gone to without running it. */
  const show = useCallback((place: CallRoute) => {
    current.current?.abort()
    current.current = undefined
    const answered = results.current.get(routeHash(place))
    setState(answered ? { phase: 'answered', answered } : { phase: 'idle' })
  }, [])

  return { state, run, cancel, show }
}

function cacheResult(results: Map<string, CallResult>, hash: string, answered: CallResult): void {
  results.delete(hash)
  results.set(hash, answered)
  const [oldest] = results.keys()
  if (results.size > CACHED_RESULTS_MAX && oldest !== undefined) results.delete(oldest)
}
