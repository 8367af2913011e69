// One process with SQLite and 100,000 hourly watches of one site, each of a different product: the real scheduler,
// store and feed in real time. The site answers from memory, so everything but fetching and reading pages is
// measured. The first tenth of the time is warm-up.
// node bench/hourly-watches.ts [watches] [seconds] [percent of checks that find another price]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemClock as clock } from '../src/runtime/clock.ts'
import type { Engine } from '../src/engine/index.ts'
import type { Registry } from '../src/engine/request/registry.ts'
import { openEmbeddedStore } from '../src/state/sqlite/sqlite-store.ts'
import { createChecker } from '../src/watch/check/checker.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createHistoryStore } from '../src/watch/history/history-store.ts'
import { createWatchQueue } from '../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../src/watch/check/runner.ts'
import type { WatchTables } from '../src/watch/store/tables.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'
import { loadWatches, readSandboxAnswers, type SiteAnswer } from './watch-load.ts'

const COUNT = Number(process.argv[2] ?? 100_000)
const SECONDS = Number(process.argv[3] ?? 120)
const CHANGES_PER_CENT = Number(process.argv[4] ?? 2)
const EVERY_S = 3_600
/** Response time of the simulated shop. */
const ANSWER_MS = 50
/** How often a change stream and /status.json poll the feed. */
const FEED_EVERY_MS = 500
const COUNTS_EVERY_MS = 15_000

const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
const store = await openEmbeddedStore(folder)
try {
  const [answer] = await readSandboxAnswers(join(folder, 'sandbox'))
  if (!answer) throw new Error('the sandbox gave no answer')
  await loadWatches(store.database, [answer], { count: COUNT, everyS: EVERY_S, nowMs: clock.wallMs() })
  await makeDistinct()
  await run(answer)
} finally {
  await store.close()
  rmSync(folder, { recursive: true })
}

/** Gives each watch a different name and price. */
async function makeDistinct(): Promise<void> {
  const query = store.database.query.withTables<WatchTables>()
  const place = 'CAST(substr(id, 5) AS INTEGER)'
  const price = `printf('%d.%02d GBP', 10 + ${place} % 500, ${place} % 100)`
  await sql`UPDATE watches SET facts = json_set(facts, '$.name', 'Product ' || id, '$.price', ${sql.raw(price)})`.execute(
    query,
  )
  await sql`UPDATE watch_spans SET value = 'Product ' || watch_id WHERE series = 'name'`.execute(query)
  await sql`UPDATE watch_spans SET value = ${sql.raw(price.replaceAll('id', 'watch_id'))} WHERE series = 'price'`.execute(
    query,
  )
}

async function run(answer: SiteAnswer): Promise<void> {
  const watches = createWatchStore(store.database)
  const history = createHistoryStore(store.database)
  const counts = { checks: 0, changes: 0 }
  const runner = createWatchRunner({
    queue: createWatchQueue(store.database),
    checks: createCheckStore(store.database),
    check: createChecker({ ...answersFromMemory(answer, counts), clock }),
    clock,
    siteLimit: () => 32,
    onError(error) {
      throw error
    },
  })
  let feed = { after: 0, read: 0 }
  const readFeed = async () => {
    const page = await history.changes({ after: feed.after, limit: 100 })
    feed = { after: page.at(-1)?.id ?? feed.after, read: feed.read + page.length }
  }
  const timers = [
    setInterval(() => void readFeed(), FEED_EVERY_MS),
    setInterval(() => void watches.backlog(clock.wallMs()), COUNTS_EVERY_MS),
  ]
  runner.start()
  await sleep(SECONDS * 100)
  const before = { ...counts, feed: feed.read, cpu: process.cpuUsage(), atMs: performance.now() }
  await sleep(SECONDS * 1_000)
  const cpu = process.cpuUsage(before.cpu)
  const tookS = (performance.now() - before.atMs) / 1_000
  const checks = counts.checks - before.checks
  const { overdue, oldestOverdueMs } = await watches.backlog(clock.wallMs())
  for (const timer of timers) clearInterval(timer)
  await runner.close()
  const cpuS = (cpu.user + cpu.system) / 1e6
  console.log(
    `${COUNT} watches, ${tookS.toFixed(0)} s: ${checks} checks (${(checks / tookS).toFixed(1)} a second, ${(COUNT / EVERY_S).toFixed(1)} are due), ` +
      `${counts.changes - before.changes} changes, ${feed.read - before.feed} read from the feed; CPU ${(cpuS / tookS).toFixed(3)} of a core, ` +
      `${((cpuS / checks) * 1e6).toFixed(0)} us a check; overdue ${overdue}, oldest ${Math.round(oldestOverdueMs / 1000)} s; ` +
      `resident ${(process.memoryUsage.rss() / 1024 / 1024).toFixed(0)} MB`,
  )
}

function answersFromMemory({ answer }: SiteAnswer, counts: { checks: number; changes: number }) {
  const raised = new Map<number, number>()
  const engine = {
    prepare: (_entry: unknown, given: readonly { readonly value: unknown }[]) =>
      Number(/n=(\d+)/.exec(String(given[0]?.value))?.[1]),
    async run(place: number) {
      await sleep(ANSWER_MS)
      counts.checks++
      if (Math.random() * 100 < CHANGES_PER_CENT) {
        counts.changes++
        raised.set(place, (raised.get(place) ?? 0) + 1)
      }
      const amount = `${10 + (place % 500) + (raised.get(place) ?? 0)}.${String(place % 100).padStart(2, '0')}`
      const name = `Product w_00${String(place).padStart(10, '0')}`
      const product = { ...answer, name, price: { amount, currency: 'GBP' } }
      return { answer: { body: Buffer.from(JSON.stringify(product)) } }
    },
  }
  return {
    engine: engine as unknown as Pick<Engine, 'prepare' | 'run'>,
    registry: { byId: new Map([['general.product', {}]]) } as unknown as Pick<Registry, 'byId'>,
  }
}
