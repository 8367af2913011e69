// Ends a job on a worker thread that takes too long: by its limit in processor time of the thread, by its deadline in real time.
import type { Worker } from 'node:worker_threads'

interface JobTimes {
  readonly limitMs: number
  /** In milliseconds of `performance.now()`. */
  readonly deadlineMs: number
}

/** How often a job that runs up to its limit is looked at; the first look costs nothing that a quick job would notice. */
const LOOKS = 4
const SHORTEST_WAIT_MS = 10

/** Processor time, so that a thread that only waits for a processor is not ended. Returns what stops the timer. */
export function startJobTimer(
  worker: Worker,
  { limitMs, deadlineMs }: JobTimes,
  end: (kind: 'over limit' | 'over deadline') => void,
): () => void {
  const startedMs = performance.now()
  const leftMs = Math.max(0, deadlineMs - startedMs)
  const deadline = setTimeout(end, leftMs, 'over deadline')
  const lookEveryMs = limitMs / LOOKS
  let before: number | undefined
  let timer = leftMs < limitMs ? undefined : setTimeout(() => void look(), lookEveryMs)
  let isStopped = false

  async function look(): Promise<void> {
    const nowMs = await cpuMsOf(worker)
    if (isStopped) return
    // What was used before the first look is not known: it counts as if the thread had a processor all the time.
    if (nowMs !== undefined) before ??= nowMs - lookEveryMs
    const usedMs = nowMs === undefined ? performance.now() - startedMs : nowMs - (before ?? 0)
    const waitMs = Math.min(limitMs - usedMs, lookEveryMs)
    if (waitMs <= 0) end('over limit')
    else timer = setTimeout(() => void look(), Math.max(SHORTEST_WAIT_MS, waitMs))
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(deadline)
  }
}

/** Undefined where Node cannot tell (before 24), or for a thread that has ended. */
async function cpuMsOf(worker: Worker): Promise<number | undefined> {
  if (!('cpuUsage' in worker)) return undefined
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: NaN, system: NaN }))
  return Number.isNaN(user) ? undefined : (user + system) / 1000
}
