// Cold requests through the whole service: CPU per page at concurrency 100, event-loop lag at 200 requests a second
// (also with hostile pages), 1,000 requests at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { runConcurrently, openBenchEnvironment, percentile } from './cold-environment.ts'

const PAGES = Number(process.argv[2] ?? 2_000)
const ARRIVALS = PAGES

const environment = await openBenchEnvironment()
let kept = true
const report = (name: string, value: string, goal: string, met: boolean): void => {
  kept &&= met
  console.log(`${name.padEnd(52)} ${value.padStart(12)}   goal ${goal.padEnd(8)} ${met ? 'met' : 'MISSED'}`)
}
try {
  await runConcurrently(500, 100, environment.ask)
  await environment.usage()

  const startedAt = performance.now()
  const times = await runConcurrently(PAGES, 100, environment.ask)
  const tookS = (performance.now() - startedAt) / 1_000
  const { cpuMs } = await environment.usage()
  const perPage = cpuMs / PAGES
  report('CPU per page, all threads, concurrency 100', `${perPage.toFixed(2)} ms`, '≤ 4 ms', perPage <= 4)
  console.log(
    `  ${(PAGES / tookS).toFixed(0)} pages/s, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
  )

  for (const hostile of [false, true]) {
    const steady = await askSteadily(ARRIVALS, hostile)
    const usage = await environment.usage()
    report(
      `event-loop lag p99 at 200 a second${hostile ? ', a hostile page every second' : ''}`,
      `${usage.lagP99Ms.toFixed(1)} ms`,
      '< 20 ms',
      usage.lagP99Ms < 20,
    )
    console.log(
      `  lag p50 ${usage.lagP50Ms.toFixed(1)} ms, max ${usage.lagMaxMs.toFixed(0)} ms; answers p50 ${percentile(steady, 0.5).toFixed(0)} ms, p99 ${percentile(steady, 0.99).toFixed(0)} ms`,
    )
  }

  const crowd = await Promise.all(Array.from({ length: 1_000 }, () => environment.ask()))
  const { rssMb } = await environment.usage()
  report('1,000 concurrent cold requests answered', String(crowd.length), '1000', crowd.length === 1_000)
  console.log(`  p99 ${percentile(crowd, 0.99).toFixed(0)} ms, peak memory ${rssMb.toFixed(0)} MB`)
} finally {
  await environment.close()
}
process.exitCode = kept ? 0 : 1

/** 200 requests a second, whether or not earlier ones are answered. */
async function askSteadily(count: number, hostile: boolean): Promise<number[]> {
  const arrivals: Promise<number>[] = []
  const from = performance.now()
  for (let sent = 0; sent < count; sent++) {
    const waitMs = from + sent * 5 - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    if (hostile && sent % 200 === 100) void environment.askHostile()
    arrivals.push(environment.ask())
  }
  return Promise.all(arrivals)
}
