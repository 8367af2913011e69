// Bulk collection against the sandbox: inputs per second and CPU time per input, in one process, and over BullMQ with
// one and two workers. Every input is requested from the sandbox, nothing is cached.
// node bench/scale-bulk.ts [inputs] [redis://...]
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { openJobStore } from '../src/bulk/queue/job-store.ts'
import { createCatalog } from '../src/sandbox/catalog.ts'
import { startSandbox } from '../src/sandbox/start-sandbox.ts'

const COUNT = Number(process.argv[2] ?? 5_000)
const REDIS = process.argv[3] ?? 'redis://127.0.0.1:6379'
const PREFIX = `wares-bench-${process.pid}:`
const BIN = fileURLToPath(new URL('../bin/wares.js', import.meta.url))
const TICKS_PER_S = 100

interface BulkMeasurement {
  readonly way: string
  readonly perSecond: number
  /** Of Wares' processes, without the sandbox and Redis. */
  readonly cpuMs: number
  readonly startMs: number
}

const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
const sandbox = await startSandbox({ port: 0, seed: 1 })
const env = {
  ...process.env,
  WARES_DATA: join(folder, 'data'),
  WARES_SANDBOX_PORT: String(sandbox.port),
  WARES_LOG: 'silent',
  WARES_REDIS_URL: REDIS,
  WARES_REDIS_PREFIX: PREFIX,
}
const input = join(folder, 'input.ndjson')
writeFileSync(input, `${inputs().join('\n')}\n`)
const ledger = openJobStore(REDIS, PREFIX)
try {
  // One unmeasured run, because the sandbox builds its pages on first request.
  await measureInProcess('warm')
  const figures = [
    await measureInProcess('embedded'),
    await measureQueued('one worker', 1),
    await measureQueued('two workers', 2),
  ]
  for (const { way, perSecond, cpuMs, startMs } of figures) {
    console.log(
      `${way.padEnd(12)} ${perSecond.toFixed(0).padStart(6)} inputs/s  ${cpuMs.toFixed(2)} ms CPU per input (start of a process: ${startMs.toFixed(0)} ms CPU, not counted)`,
    )
  }
} finally {
  await ledger.close()
  await removeRedisKeys()
  await sandbox.stop()
  rmSync(folder, { recursive: true })
}

function inputs(): string[] {
  const products = createCatalog(1).products('sneakers')
  return Array.from({ length: COUNT }, (_, place) =>
    JSON.stringify({
      operation: 'sneakerhub.prices',
      params: { id: String(products[place % products.length]?.id) },
    }),
  )
}

function wares(...args: string[]): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function measureInProcess(way: string): Promise<BulkMeasurement> {
  const out = join(folder, `${way}.ndjson`)
  const child = wares('bulk', 'run', input, '--out', out, '--no-cache')
  // The first results show that the process has started.
  while (!existsSync(out) || statSync(out).size === 0) await sleep(5)
  const before = readFileSync(out, 'utf8').split('\n').length - 1
  const [startMs, startedAt] = [cpuOf(child), performance.now()]
  let cpu = startMs
  const sample = setInterval(() => {
    if (child.exitCode === null) cpu = cpuOf(child)
  }, 20)
  await once(child, 'exit')
  clearInterval(sample)
  const seconds = (performance.now() - startedAt) / 1000
  const done = COUNT - before
  return { way, perSecond: done / seconds, cpuMs: (cpu - startMs) / done, startMs }
}

async function measureQueued(way: string, count: number): Promise<BulkMeasurement> {
  const name = way.replaceAll(' ', '-')
  const done = async () => [...(await ledger.outcomeCounts(name)).values()].reduce((sum, one) => sum + one, 0)
  // Started before there is work, so that only work is measured.
  const workers = Array.from({ length: count }, () => wares('worker', '--no-cache', '--concurrency', '32'))
  await Promise.all(workers.map(async worker => worker.stdout && (await once(worker.stdout, 'data'))))
  const startMs = workers.reduce((sum, worker) => sum + cpuOf(worker), 0)
  const submitting = wares('bulk', 'submit', input, '--name', name)
  while ((await done()) === 0) await sleep(5)
  const startedAt = performance.now()
  while ((await done()) < COUNT) await sleep(20)
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = workers.reduce((sum, worker) => sum + cpuOf(worker), 0) - startMs
  for (const worker of workers) worker.kill('SIGTERM')
  await Promise.all(
    [...workers, submitting].map(async one => one.exitCode === null && (await once(one, 'exit'))),
  )
  return { way, perSecond: COUNT / seconds, cpuMs: cpu / COUNT, startMs: startMs / count }
}

/** CPU milliseconds of a process so far, user and system. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S
}

async function removeRedisKeys(): Promise<void> {
  const redis = new Redis(REDIS)
  const keys = await redis.keys(`${PREFIX}*`)
  if (keys.length > 0) await redis.unlink(keys)
  redis.disconnect()
}
