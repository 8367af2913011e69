// One of the processes of bench/week-of-watches.ts: the real runner with a stub in place of the shop, and a clock that its parent sets ahead.
// node week-of-watches-process.ts URL
import { openPostgresStore } from '../src/state/postgres/postgres-store.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createFeed } from '../src/watch/feed/feed.ts'
import { publishRegularly } from '../src/watch/feed/publish-regularly.ts'
import { createWatchRunner } from '../src/watch/check/runner.ts'
import type { Watch } from '../src/watch/watch.ts'
import { createWatchQueue } from '../src/watch/check/watch-queue.ts'

/** From now on it is `nowMs`, and so many of a hundred checks find another price. */
export interface Hour {
  readonly nowMs: number
  readonly changesPerCent: number
}

/** Since the last report. */
export interface Report {
  readonly checks: number
  readonly errors: number
  readonly cpuS: number
  readonly lateMs: readonly number[]
}

const SITE_LIMIT = 8

const store = await openPostgresStore(process.argv[2] ?? '')
const queue = createWatchQueue(store.database)
const checks = createCheckStore(store.database)
let hour: Hour & { readonly sinceMs: number } = { nowMs: 0, changesPerCent: 0, sinceMs: 0 }
let counts = { checks: 0, errors: 0 }
let lateMs: number[] = []
let cpu = process.cpuUsage()
const nowMs = () => Math.round(hour.nowMs + performance.now() - hour.sinceMs)
/** Others became due in the hours that the clock left out. */
const isOfSample = (watch: Watch) => watch.dueAtMs >= hour.nowMs
const onError = () => void counts.errors++

const runner = createWatchRunner({
  // A start reads all watches once; bench/million-watches.ts measures that.
  queue: { ...queue, repair: () => Promise.resolve(0) },
  checks: {
    async record(watch, check) {
      const changes = await checks.record(watch, check)
      if (isOfSample(watch)) counts.checks++
      return changes
    },
  },
  async check(watch) {
    if (isOfSample(watch)) lateMs.push(nowMs() - watch.dueAtMs)
    const facts = { ...watch.knowledge.facts }
    if (Math.random() * 100 < hour.changesPerCent) facts.price = `${100 + (watch.checkSeq % 50)}.50 EUR`
    return { result: { facts }, requestId: 'watch-0000000000000000', atMs: nowMs() }
  },
  clock: { wallMs: nowMs, monotonicMs: nowMs },
  siteLimit: () => SITE_LIMIT,
  onError,
})
const publishing = publishRegularly(createFeed(store.database), onError)

process.on('message', (message: Hour | 'report' | 'end') => {
  if (message === 'report') {
    const { user, system } = process.cpuUsage(cpu)
    const report: Report = { ...counts, cpuS: (user + system) / 1e6, lateMs }
    counts = { checks: 0, errors: 0 }
    lateMs = []
    cpu = process.cpuUsage()
    process.send?.(report)
  } else if (message === 'end') {
    void Promise.all([runner.close(), publishing.close()]).then(async () => {
      await store.close()
      process.disconnect?.()
    })
  } else {
    const isFirst = hour.nowMs === 0
    hour = { ...message, sinceMs: performance.now() }
    if (!isFirst) return
    runner.start()
    publishing.start()
  }
})
process.send?.('ready')
