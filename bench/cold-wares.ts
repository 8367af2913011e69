// The service of the cold benchmarks, in a separate process that reports its CPU time over the IPC channel.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readConfig } from '../src/settings/config.ts'
import { startServer } from '../src/start/start-server.ts'
import { sites } from '../adapters/sites/index.ts'
import { createKey } from '../src/store/keys/make-key.ts'

export interface Usage {
  /** Of all threads, since the last request for it. */
  readonly cpuMs: number
  /** Of the main thread alone, which bounds the pages per second. */
  readonly mainCpuMs: number
  readonly lagP50Ms: number
  readonly lagP99Ms: number
  readonly lagMaxMs: number
  readonly rssMb: number
}

const running = await startServer(readConfig(sites))
const made = await createKey(
  running.store.keys,
  { name: 'bench', scopes: [], ratePerS: 100_000, burst: 100_000, monthlyQuota: null, expiresAt: null },
  Date.now(),
)

const lag = monitorEventLoopDelay({ resolution: 5 })
lag.enable()
let before = process.cpuUsage()
let mainBefore = process.threadCpuUsage()
let peakRss = 0
setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss())
}, 20).unref()

process.on('message', () => {
  const used = process.cpuUsage(before)
  const mainUsed = process.threadCpuUsage(mainBefore)
  const usage: Usage = {
    cpuMs: (used.user + used.system) / 1_000,
    mainCpuMs: (mainUsed.user + mainUsed.system) / 1_000,
    lagP50Ms: lag.percentile(50) / 1e6,
    lagP99Ms: lag.percentile(99) / 1e6,
    lagMaxMs: lag.max / 1e6,
    rssMb: Math.max(peakRss, process.memoryUsage.rss()) / 1024 / 1024,
  }
  before = process.cpuUsage()
  mainBefore = process.threadCpuUsage()
  peakRss = 0
  lag.reset()
  process.send?.(usage)
})
process.send?.({ address: running.address, key: made.key })
process.on('disconnect', () => process.exit())
