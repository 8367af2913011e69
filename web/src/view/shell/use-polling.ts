// Asks the server again and again while the page is visible.
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Problem, Reply } from '../../model/server-api.ts'

interface Poll<T> {
  readonly value: T | undefined
  /** Why the server refused the last request. */
  readonly problem: Problem | undefined
  /** Why the server could not be reached; what was known last stays in view. */
  readonly error: string | undefined
  readonly updatedAtMs: number
}

export function usePolling<T>(load: (signal: AbortSignal) => Promise<Reply<T>>, everyMs: number) {
  const [poll, setPoll] = useState<Poll<T>>({
    value: undefined,
    problem: undefined,
    error: undefined,
    updatedAtMs: 0,
  })
  const [renewals, setRenewals] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      const answer = await load(control.signal)
      if (control.signal.aborted) return
      setPoll(last => {
        if ('value' in answer)
          return { value: answer.value, problem: undefined, error: undefined, updatedAtMs: Date.now() }
        const { problem } = answer
        return problem.status === 0
          ? { ...last, error: problem.detail }
          : { ...last, problem, error: undefined }
      })
    }
    const look = () => void ask()
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      control.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [load, everyMs, renewals])
  return { ...poll, renew: useCallback(() => setRenewals(last => last + 1), []) }
}
