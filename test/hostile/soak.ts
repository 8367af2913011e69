// Puts a running Wares under mixed load and compares its resources before and after.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startTestWares, type TestWares } from '../start-wares.ts'

interface Holdings {
  /** Open descriptors; 0 where the system does not show them. */
  readonly descriptors: number
  /** Sockets and timers that keep the process alive. */
  readonly handles: number
  readonly heapMb: number
}

export interface SoakReport {
  readonly calls: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly before: Holdings
  readonly after: Holdings
  readonly failures: readonly string[]
}

const SEARCH = '/api/v1/scraper/sneakerhub/search'
const PRICES = '/api/v1/scraper/sneakerhub/prices'
const WORKERS = 8
/** What the caches may still grow by, plus noise. */
const HEAP_SLACK_MB = 60
const SLACK = 6
/** Pause between the calls of one worker, because the machine is shared. */
const PAUSE_MS = 20

export async function soak(durationMs: number, log: (line: string) => void = () => {}): Promise<SoakReport> {
  const wares = await startTestWares()
  try {
    // Warm-up: code, pools and cached answers are created before the measurement.
    await runLoad(wares, Math.min(5_000, durationMs / 4), new Map())
    const before = await settle()
    const byStatus = new Map<string, number>()
    const startedMs = performance.now()
    const every = setInterval(() => {
      const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1)
      log(`${minutes} min: ${JSON.stringify(Object.fromEntries(byStatus))}`)
    }, 30_000)
    await runLoad(wares, durationMs, byStatus)
    clearInterval(every)
    const after = await settle()
    const calls = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
    const failures = compare(before, after, byStatus)
    return { calls, byStatus: Object.fromEntries(byStatus), before, after, failures }
  } finally {
    await wares.stop()
  }
}

async function runLoad(wares: TestWares, durationMs: number, byStatus: Map<string, number>): Promise<void> {
  const endMs = performance.now() + durationMs
  let count = 0
  const work = async () => {
    while (performance.now() < endMs) {
      const outcome = await callOnce(wares, count++).catch((error: unknown) => `error ${String(error)}`)
      byStatus.set(outcome, (byStatus.get(outcome) ?? 0) + 1)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
}

async function callOnce(wares: TestWares, count: number): Promise<string> {
  const status = async (path: string, options = {}) => String((await wares.call(path, options)).status)
  switch (count % 8) {
    case 0:
    case 1:
      return status(`${SEARCH}?query=court`)
    case 2:
      return status(`${SEARCH}?query=court&page=${1 + (count % 400)}`)
    case 3:
      return status(`${PRICES}?id=1044287~gone`)
    case 4:
      return status(
        `${PRICES}?id=1044287~${['blocked', 'busy', 'reset', 'truncated'][Math.floor(count / 8) % 4]}`,
      )
    case 5:
      return status(SEARCH, { key: null })
    case 6:
      return status(SEARCH, { method: 'POST', body: 'x'.repeat(20_000) })
    default:
      return leave(wares, count)
  }
}

/** Sends a slow request or half a request, and disconnects. */
async function leave({ address, key }: TestWares, count: number): Promise<string> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  const line = `GET ${PRICES}?id=10442${count % 90}~slow HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n`
  socket.write(count % 16 === 7 ? line : `${line}\r\n`)
  await sleep(50)
  socket.destroy()
  await closed
  return 'left'
}

/** After connections are closed and garbage is collected. */
async function settle(): Promise<Holdings> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  await sleep(4_000)
  for (let round = 0; round < 3; round++) {
    collect()
    await sleep(50)
  }
  return {
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    handles: process.getActiveResourcesInfo().filter(name => name !== 'Timeout').length,
    heapMb: Math.round(process.memoryUsage().heapUsed / 1e6),
  }
}

function compare(before: Holdings, after: Holdings, byStatus: ReadonlyMap<string, number>): string[] {
  const failures = [...byStatus.keys()].filter(name => /^(error|500)/.test(name))
  if (after.descriptors > before.descriptors + SLACK) failures.push('descriptors were left open')
  if (after.handles > before.handles + SLACK) failures.push('handles were left open')
  if (after.heapMb > before.heapMb + HEAP_SLACK_MB) failures.push('the heap has grown')
  return failures
}
