// The cost of recordings on the cold path: CPU per page with `record: none`, `faults` and `all`, interleaved, on
// pages of 600 KB. Also recording a page in isolation, against the cold path of the same round: on a busy machine the
// difference between two processes means little. `node bench/record.ts [pages per round] [rounds]`
import { setTimeout as sleep } from 'node:timers/promises'
import { measureRecordingAlone } from './record-alone.ts'
import { type BenchEnvironment, openBenchEnvironment, runConcurrently } from './cold-environment.ts'

const PAGES = Number(process.argv[2] ?? 200)
const ROUNDS = Number(process.argv[3] ?? 7)
const CONCURRENCY = 4
const SETTLE_MS = 2_000
const ALONE_PAGES = 200
/** Secrets of the site; every page is searched for them. */
const SECRETS = { api_key: 'a-key-that-no-page-has' }
const KINDS = ['none', 'faults', 'all'] as const

interface Sample {
  readonly all: number
  readonly main: number
}

async function measure(stage: BenchEnvironment, ask: () => Promise<number>): Promise<Sample> {
  await stage.usage()
  await runConcurrently(PAGES, CONCURRENCY, () => askTwice(ask))
  // Recordings are written after the answers; their cost belongs to this round.
  await sleep(SETTLE_MS)
  const { cpuMs, mainCpuMs } = await stage.usage()
  return { all: cpuMs / PAGES, main: mainCpuMs / PAGES }
}

/** On a busy machine, reading a page may occasionally exceed its time limit. */
async function askTwice(ask: () => Promise<number>): Promise<number> {
  try {
    return await ask()
  } catch {
    return ask()
  }
}

const ALONE = 'alone'

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Compares each round with `none` of the same round, so that machine load affects both alike. */
function report(name: string, samples: readonly Sample[], base: readonly Sample[], part: keyof Sample): void {
  const isWhole = name !== ALONE
  const shares = samples.map(
    (one, round) => (one[part] / (base[round]?.[part] ?? Number.NaN) - (isWhole ? 1 : 0)) * 100,
  )
  const values = samples.map(one => one[part])
  console.log(
    `  ${name.padEnd(8)} ${part === 'all' ? 'all threads' : 'main thread'}  ${median(values).toFixed(2)} ms a page` +
      `  ${median(shares).toFixed(1)} % (${Math.min(...shares).toFixed(1)} to ${Math.max(...shares).toFixed(1)})`,
  )
}

const stages = await Promise.all(KINDS.map(record => openBenchEnvironment({ record })))
try {
  for (const isDistinct of [false, true]) {
    const asks = stages.map(stage => (isDistinct ? stage.askDistinct : stage.ask))
    for (const ask of asks) await runConcurrently(PAGES, CONCURRENCY, () => askTwice(ask))
    const samples = KINDS.map((): Sample[] => [])
    const alone: Sample[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const [place, stage] of stages.entries()) {
        const ask = asks[place]
        if (ask) samples[place]?.push(await measure(stage, ask))
      }
      alone.push(await measureRecordingAlone(ALONE_PAGES, isDistinct, SECRETS))
    }
    console.log(
      isDistinct ? 'Pages that were never seen before:' : 'Pages that come again (20 different ones):',
    )
    for (const part of ['all', 'main'] as const) {
      for (const [place, kind] of KINDS.entries()) report(kind, samples[place] ?? [], samples[0] ?? [], part)
      report(ALONE, alone, samples[0] ?? [], part)
    }
  }
} finally {
  for (const stage of stages) await stage.close()
}
