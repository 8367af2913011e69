// Compares the CPU time of several implementations of the same task, interleaved so that machine load affects all
// alike.

export interface Implementation {
  readonly name: string
  /** Runs the task `times` times; returns the CPU microseconds of one run. */
  measure(times: number): number | Promise<number>
}

export interface Measurement {
  readonly name: string
  /** CPU microseconds of one run: median, minimum and maximum over the rounds. */
  readonly median: number
  readonly least: number
  readonly most: number
}

/** An implementation that runs in this process. */
export function inProcess(name: string, work: () => unknown): Implementation {
  return {
    name,
    measure(times) {
      const start = process.cpuUsage()
      for (let i = 0; i < times; i++) work()
      const used = process.cpuUsage(start)
      return (used.user + used.system) / times
    },
  }
}

/** Measures all implementations in turns. A round of one takes about `roundMs`. */
export async function compareCpu(
  ways: readonly Implementation[],
  rounds = 15,
  roundMs = 60,
): Promise<Measurement[]> {
  const counts: number[] = []
  for (const way of ways) {
    // Warms up the JIT, then calculates how many runs fill a round.
    let once = await way.measure(3)
    for (let warm = 0; warm < 4; warm++)
      once = await way.measure(Math.max(3, Math.ceil(100_000 / Math.max(once, 1))))
    counts.push(Math.max(1, Math.ceil((roundMs * 1000) / Math.max(once, 1))))
  }
  const samples = ways.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, way] of ways.entries()) samples[i]?.push(await way.measure(counts[i] ?? 1))
  }
  return ways.map((way, i) => {
    const sorted = (samples[i] ?? []).toSorted((a, b) => a - b)
    return {
      name: way.name,
      median: sorted[Math.floor(sorted.length / 2)] ?? 0,
      least: sorted[0] ?? 0,
      most: sorted.at(-1) ?? 0,
    }
  })
}
