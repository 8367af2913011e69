// Asks for something again and again while the page is looked at.
import { useEffect, useState } from 'preact/hooks'

export interface Live<T> {
  readonly value: T | undefined
  readonly trouble: string | undefined
  readonly atMs: number
}

export function useLive<T>(load: (signal: AbortSignal) => Promise<T>, everyMs: number): Live<T> {
  const [live, setLive] = useState<Live<T>>({ value: undefined, trouble: undefined, atMs: 0 })
  useEffect(() => {
    const control = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      try {
        const value = await load(control.signal)
        setLive({ value, trouble: undefined, atMs: Date.now() })
      } catch (error) {
        if (control.signal.aborted) return
        // What was known last stays in view, with its time.
        setLive(last => ({ ...last, trouble: error instanceof Error ? error.message : String(error) }))
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
