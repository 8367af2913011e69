// Measures the CPU time of this thread, and whether work grows linearly with its input.

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export interface Growth {
  /** CPU time for the input and for one of twice the length. */
  readonly ms: number
  readonly doubledMs: number
  readonly ratio: number
}

/** Below this CPU time for the doubled input, growth is not measured: it is a few milliseconds per megabyte. */
export const QUICK_MS = 80
export const MAX_RATIO = 2.3
const REPETITIONS = 10

export async function cpuTime(work: () => unknown): Promise<number> {
  const started = cpuMs()
  await work()
  return cpuMs() - started
}

/**
 * How work grows from `length` to twice that. A step that looks too steep is measured again from twice the length:
 * superlinear work is too slow there as well, a garbage collection or compilation in one step is not.
 */
export async function growth(length: number, prepare: (length: number) => () => unknown): Promise<Growth> {
  const first = await step(length, prepare)
  if (first.ratio <= MAX_RATIO) return first
  const second = await step(length * 2, prepare)
  return second.ratio < first.ratio ? second : first
}

/** Fast work runs once. Other work runs several times and the minimum counts, because noise only adds. */
async function step(length: number, prepare: (length: number) => () => unknown): Promise<Growth> {
  const doubled = prepare(length * 2)
  let doubledMs = await cpuTime(doubled)
  if (doubledMs < QUICK_MS) return { ms: doubledMs / 2, doubledMs, ratio: 2 }
  const single = prepare(length)
  let ms = await cpuTime(single)
  for (let i = 1; i < REPETITIONS; i++) {
    doubledMs = Math.min(doubledMs, await cpuTime(doubled))
    ms = Math.min(ms, await cpuTime(single))
    if (doubledMs < QUICK_MS || doubledMs / ms <= MAX_RATIO * 0.9) break
  }
  return { ms, doubledMs, ratio: doubledMs < QUICK_MS ? 2 : doubledMs / ms }
}
