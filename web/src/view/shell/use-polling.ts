// Polls while the page is visible.
import { useEffect, useState } from 'preact/hooks'

export interface PollState<T> {
  readonly value: T | undefined
  readonly error: string | undefined
  readonly updatedAtMs: number
}

export function usePolling<T>(load: (signal: AbortSignal) => Promise<T>, everyMs: number): PollState<T> {
  const [live, setLive] = useState<PollState<T>>({ value: undefined, error: undefined, updatedAtMs: 0 })
  useEffect(() => {
    const control = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      try {
        const value = await load(control.signal)
        setLive({ value, error: undefined, updatedAtMs: Date.now() })
      } catch (error) {
        if (control.signal.aborted) return
        // What was known last stays in view, with its time.
        setLive(last => ({ ...last, error: error instanceof Error ? error.message : String(error) }))
      }
    }
    void ask()
    const timer = setInterval(() => void ask(), everyMs)
    const look = () => void ask()
    document.addEventListener('visibilitychange', look)
    return () => {
      control.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [load, everyMs])
  return live
}
