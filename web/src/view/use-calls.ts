// The calls of this page: one at a time, cancellable, the last ones kept so that going back shows them at once.
import { useCallback, useRef, useState } from 'preact/hooks'
import { type Answered, type Ask, type Freshness, makeCall } from '../model/call.ts'
import { hashOf, type Place } from '../model/place.ts'

export type CallState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly sinceMs: number }
  | { readonly phase: 'answered'; readonly answered: Answered }
  | { readonly phase: 'cancelled'; readonly afterMs: number }
  | { readonly phase: 'unreached'; readonly why: string }

const KEPT = 30

export function useCalls() {
  const [state, setState] = useState<CallState>({ phase: 'idle' })
  const current = useRef<AbortController>(undefined)
  const kept = useRef(new Map<string, Answered>())

  /** `times`: for what only a repeated call meets; the last answer is shown. */
  const run = useCallback(async (ask: Ask, key: string, freshness: Freshness, times = 1) => {
    current.current?.abort()
    const control = new AbortController()
    current.current = control
    const sinceMs = performance.now()
    setState({ phase: 'running', sinceMs })
    const next = await repeat(times, () => makeCall(ask, { key, freshness, signal: control.signal })).then(
      (answered): CallState => ({ phase: 'answered', answered }),
      (error: unknown): CallState =>
        control.signal.aborted
          ? { phase: 'cancelled', afterMs: performance.now() - sinceMs }
          : { phase: 'unreached', why: error instanceof Error ? error.message : String(error) },
    )
    // A later call has taken the place of this one.
    if (current.current !== control) return
    current.current = undefined
    setState(next)
    if (next.phase === 'answered' && !next.answered.problem) keep(kept.current, hashOf(ask), next.answered)
  }, [])

  const cancel = useCallback(() => current.current?.abort(), [])

  /** What is known of a place that was gone to without running it. */
  const show = useCallback((place: Place) => {
    current.current?.abort()
    current.current = undefined
    const answered = kept.current.get(hashOf(place))
    setState(answered ? { phase: 'answered', answered } : { phase: 'idle' })
  }, [])

  return { state, run, cancel, show }
}

async function repeat(times: number, call: () => Promise<Answered>): Promise<Answered> {
  const answered = await call()
  return times > 1 && !answered.problem ? repeat(times - 1, call) : answered
}

function keep(kept: Map<string, Answered>, hash: string, answered: Answered): void {
  kept.delete(hash)
  kept.set(hash, answered)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
}
