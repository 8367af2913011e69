// A ratio of the benchmark gate: how much CPU time a peer needs for what we do, measured in turns.

/** Returns the CPU microseconds of one run, on average over a few. */
export type Measure = () => Promise<number> | number

export interface Contest {
  /** What is measured, and the peer. */
  readonly name: string
  /** The least ratio, peer to ours, that passes. */
  readonly bound: number
  readonly ours: Measure
  readonly peer: Measure
  readonly close?: () => Promise<void> | void
}

export interface Ratio {
  readonly name: string
  readonly bound: number
  /** The peer's CPU time to ours, each in its best round: what else the machine does only ever adds to a round. */
  readonly best: number
  /** Least and greatest ratio of a round. */
  readonly least: number
  readonly most: number
  readonly oursUs: number
  readonly peerUs: number
}

const ROUNDS = 7

export async function measureRatio({ name, bound, ours, peer, close }: Contest): Promise<Ratio> {
  const rounds: { ours: number; peer: number }[] = []
  try {
    // Warms up both.
    for (let warm = 0; warm < 2; warm++) {
      await ours()
      await peer()
    }
    for (let round = 0; round < ROUNDS; round++) rounds.push({ ours: await ours(), peer: await peer() })
  } finally {
    await close?.()
  }
  const ratios = rounds.map(one => one.peer / one.ours)
  const oursUs = Math.min(...rounds.map(one => one.ours))
  const peerUs = Math.min(...rounds.map(one => one.peer))
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
  return { name, bound, best: peerUs / oursUs, least, most, oursUs, peerUs }
}

/** CPU microseconds of one run in this process, all threads. */
export async function cpuUs(times: number, work: (run: number) => unknown): Promise<number> {
  const start = process.cpuUsage()
  for (let run = 0; run < times; run++) await work(run)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}
