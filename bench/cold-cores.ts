// Measures what a second core gains: cold pages per second on one core without workers and on two with them,
// interleaved.
import { openBenchEnvironment, runConcurrently } from './cold-environment.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const PAGES = Number(process.argv[3] ?? 300)

const settings = [
  { name: 'one core, main thread only', workers: 0, cores: '0' },
  { name: 'two cores, two workers', workers: 2, cores: '0,1' },
] as const

interface Round {
  readonly pagesPerS: number
  readonly cpuMs: number
  readonly mainCpuMs: number
}

const environments = await Promise.all(settings.map(setting => openBenchEnvironment(setting)))
const rounds: Round[][] = settings.map(() => [])
try {
  // Warms up until the JIT of all threads has settled.
  for (const environment of environments) await runConcurrently(800, 50, environment.ask)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, environment] of environments.entries()) {
      await environment.usage()
      const startedAt = performance.now()
      await runConcurrently(PAGES, 50, environment.ask)
      const tookS = (performance.now() - startedAt) / 1_000
      const { cpuMs, mainCpuMs } = await environment.usage()
      rounds[index]?.push({
        pagesPerS: PAGES / tookS,
        cpuMs: cpuMs / PAGES,
        mainCpuMs: mainCpuMs / PAGES,
      })
    }
  }
} finally {
  for (const environment of environments) await environment.close()
}

for (const [index, { name }] of settings.entries()) {
  const own = rounds[index] ?? []
  console.log(
    `${name.padEnd(28)} ${spread(own, 'pagesPerS')} pages/s, CPU ${spread(own, 'cpuMs')} ms a page, main thread ${spread(own, 'mainCpuMs')} ms`,
  )
}
const [one, two] = [medians(rounds[0]), medians(rounds[1])]
console.log(
  `pages a second: ${(two.pagesPerS / one.pagesPerS).toFixed(2)} times (goal ≥ 1.7, on two free cores)`,
)
console.log(`CPU per page: ${(two.cpuMs / one.cpuMs).toFixed(2)} times (goal ≤ 1.15)`)
// On a shared machine, CPU time estimates what free cores would reach: both cores busy, or the main thread busy.
console.log(`by CPU time: ${(one.cpuMs * Math.min(2 / two.cpuMs, 1 / two.mainCpuMs)).toFixed(2)} times`)

function medians(own: readonly Round[] = []): Round {
  return {
    pagesPerS: median(own, 'pagesPerS'),
    cpuMs: median(own, 'cpuMs'),
    mainCpuMs: median(own, 'mainCpuMs'),
  }
}

function sorted(own: readonly Round[], name: keyof Round): number[] {
  return own.map(round => round[name]).toSorted((a, b) => a - b)
}

function median(own: readonly Round[], name: keyof Round): number {
  const values = sorted(own, name)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}

function spread(own: readonly Round[], name: keyof Round): string {
  const values = sorted(own, name)
  return `${median(own, name).toFixed(2)} (${values[0]?.toFixed(2)} to ${values.at(-1)?.toFixed(2)})`
}
