// One of the processes of bench/million-watches.ts: the real runner with a stub in place of the shop. Time begins at the epoch
// of the first phase, and is put ahead by each phase as it says.
// node million-watches-process.ts URL
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createWatchQueue } from '../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../src/watch/check/runner.ts'

export interface Phase {
  readonly epochMs: number
  readonly aheadMs: number
  readonly seconds: number
  readonly changesPerCent: number
}

export interface PhaseResult {
  readonly checks: number
  readonly changes: number
  readonly errors: number
  readonly cpuS: number
  readonly lateMs: readonly number[]
}

const SITE_LIMIT = 8

const store = await openPostgresStore(process.argv[2] ?? '')
const queue = createWatchQueue(store.database)
const checks = createCheckStore(store.database)
const startedAt = performance.now()
await queue.repair(Date.now())
const repairMs = performance.now() - startedAt

let phase: Phase = { epochMs: Date.now(), aheadMs: 0, seconds: 0, changesPerCent: 0 }
let firstPhaseAt: number | undefined
let counts = { checks: 0, changes: 0, errors: 0 }
let lateMs: number[] = []
const nowMs = () => Math.round(phase.epochMs + performance.now() - (firstPhaseAt ?? 0) + phase.aheadMs)

const runner = createWatchRunner({
  // Measured above.
  queue: { ...queue, repair: () => Promise.resolve(0) },
  checks: {
    async record(watch, check) {
      const changes = await checks.record(watch, check)
      counts.checks++
      counts.changes += changes?.length ?? 0
      return changes
    },
  },
  async check(watch) {
    lateMs.push(nowMs() - watch.dueAtMs)
    const facts = { ...watch.knowledge.facts }
    if (Math.random() * 100 < phase.changesPerCent) facts.price = `${100 + (watch.checkSeq % 50)}.50 EUR`
    return { kind: 'facts' as const, facts, requestId: 'watch-0000000000000000', atMs: nowMs() }
  },
  clock: { wallMs: nowMs, monotonicMs: nowMs },
  siteLimit: () => SITE_LIMIT,
  onError: () => counts.errors++,
})

process.on('message', (message: Phase | 'end') => {
  if (message === 'end') {
    void runner.close().then(async () => {
      await store.close()
      process.disconnect?.()
    })
    return
  }
  phase = message
  counts = { checks: 0, changes: 0, errors: 0 }
  lateMs = []
  const cpu = process.cpuUsage()
  if (firstPhaseAt === undefined) {
    firstPhaseAt = performance.now()
    runner.start()
  }
  setTimeout(() => {
    const { user, system } = process.cpuUsage(cpu)
    const result: PhaseResult = { ...counts, cpuS: (user + system) / 1e6, lateMs }
    process.send?.(result)
  }, message.seconds * 1_000)
})
process.send?.({ repairMs })
