// Shows that a call is running, and for how long.
import { useEffect, useState } from 'preact/hooks'

export function CallProgress({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(sinceMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 100)
    return () => clearInterval(timer)
  }, [sinceMs])
  return (
    <div class="running">
      <progress aria-label="Request in progress" />
      <p class="hint">Reading the shop, {formatSeconds(nowMs - sinceMs)} so far.</p>
    </div>
  )
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
