// Ends a worker thread's job that takes too long: a limit in CPU time of the thread, a deadline in wall-clock time.
import type { Worker } from 'node:worker_threads'

interface JobTimes {
  readonly limitMs: number
  /** In milliseconds of `performance.now()`. */
  readonly deadlineMs: number
}

/** How often CPU time is sampled until the limit. The first sample comes after most jobs have finished. */
const SAMPLES = 4
const SHORTEST_WAIT_MS = 10

/** Measures CPU time, so that a thread waiting for a core is not ended. Returns a function that stops the timer. */
export function startJobTimer(
  worker: Worker,
  { limitMs, deadlineMs }: JobTimes,
  end: (kind: 'over limit' | 'over deadline') => void,
): () => void {
  const startedMs = performance.now()
  const leftMs = Math.max(0, deadlineMs - startedMs)
  const deadline = setTimeout(end, leftMs, 'over deadline')
  const sampleEveryMs = limitMs / SAMPLES
  let before: number | undefined
  let timer = leftMs < limitMs ? undefined : setTimeout(() => void sample(), sampleEveryMs)
  let isStopped = false

  async function sample(): Promise<void> {
    const nowMs = await cpuMsOf(worker)
    if (isStopped) return
    // CPU time before the first sample is unknown; assume that the thread was running all the time.
    if (nowMs !== undefined) before ??= nowMs - sampleEveryMs
    const usedMs = nowMs === undefined ? performance.now() - startedMs : nowMs - (before ?? 0)
    const waitMs = Math.min(limitMs - usedMs, sampleEveryMs)
    if (waitMs <= 0) end('over limit')
    else timer = setTimeout(() => void sample(), Math.max(SHORTEST_WAIT_MS, waitMs))
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(deadline)
  }
}

/** Undefined if Node cannot measure it (before 24), or if the thread has ended. */
async function cpuMsOf(worker: Worker): Promise<number | undefined> {
  if (!('cpuUsage' in worker)) return undefined
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: NaN, system: NaN }))
  return Number.isNaN(user) ? undefined : (user + system) / 1000
}
