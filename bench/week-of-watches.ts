// A simulated week of a million watches in PostgreSQL and three processes, with a flash sale in one of its hours: lateness, dead rows beside a
// reader of two minutes, and whether a reader of the feed got every change once. Real queue, runner, store and feed; a stub for the shops.
//
// 1,000 checks are due in every second. The week is a sample of its seconds: one of every second hour, and 120 in the hour of the sale.
// When all checks of a sample are done, the clock of all processes is set to the next one. The retention job runs once a day.
// node bench/week-of-watches.ts [watches] [checks a second] [URL of an empty database]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { openPostgresStore } from '../src/state/postgres/postgres-store.ts'
import { createHistoryStore } from '../src/watch/history/history-store.ts'
import { createTestDatabase } from '../test/services.ts'
import { followFeed } from './follow-feed.ts'
import { loadCopies } from './million-watches-load.ts'
import type { Hour, Report } from './week-of-watches-process.ts'

const COUNT = Number(process.argv[2] ?? 1_000_000)
const PER_SECOND = Number(process.argv[3] ?? 1_000)
const GIVEN_URL = process.argv[4]
const PROCESSES = 3
const HOUR_MS = 3_600_000
const SAMPLES = 84
const EVERY_HOURS = 2
const SALE_SAMPLE = 42
const SALE_SECONDS = 120
const SAMPLE_LIMIT_MS = 300_000

const server = GIVEN_URL === undefined ? await createTestDatabase() : undefined
const url = GIVEN_URL ?? server?.url ?? ''
const store = await openPostgresStore(url)
const history = createHistoryStore(store.database)
const admin = new Client({ connectionString: url })
await admin.connect()
try {
  let startMs = 0
  const dueAt = (nowMs: number) => {
    startMs = nowMs + HOUR_MS
    const place = `(n::bigint - 1)`
    const sampled = SAMPLES * PER_SECOND
    return `CASE WHEN n <= ${sampled}
      THEN ${startMs} + ${place} / ${PER_SECOND} * ${EVERY_HOURS * HOUR_MS} + ${place} % ${PER_SECOND} * 1000 / ${PER_SECOND}
      WHEN n <= ${sampled + SALE_SECONDS * PER_SECOND}
      THEN ${startMs + SALE_SAMPLE * EVERY_HOURS * HOUR_MS} + 1000 + (${place} - ${sampled}) * 1000 / ${PER_SECOND}
      ELSE ${startMs + 30 * 24 * HOUR_MS} END`
  }
  await loadCopies(store.database, admin, { count: COUNT, everyS: 7 * 24 * 3_600, hasSpans: true, dueAt })
  await runWeek(startMs)
} finally {
  await admin.end()
  await store.close()
  await server?.drop()
}

interface Totals {
  checks: number
  errors: number
  cpuS: number
  seconds: number
  lateMs: number[]
}

async function runWeek(startMs: number): Promise<void> {
  const file = fileURLToPath(new URL('week-of-watches-process.ts', import.meta.url))
  const children = Array.from({ length: PROCESSES }, () => fork(file, [url], { execArgv: [] }))
  await Promise.all(children.map(child => once(child, 'message')))
  const feed = followStoredFeed()
  const [usual, sale] = [emptyTotals(), emptyTotals()]
  for (let sample = 0; sample < SAMPLES; sample++) {
    const nowMs = startMs + sample * EVERY_HOURS * HOUR_MS
    const isSale = sample === SALE_SAMPLE
    const closeReader = isSale ? await openLongReader() : undefined
    const due = PER_SECOND * (isSale ? SALE_SECONDS + 1 : 1)
    await runSample(children, { nowMs, changesPerCent: isSale ? 30 : 2 }, due, isSale ? sale : usual)
    if (closeReader) {
      print(`dead rows of watches beside the reader of the sale: ${await deadRows()}`)
      await closeReader()
    }
    if ((sample * EVERY_HOURS) % 24 === 0) await history.prune(nowMs, 730)
  }
  print(`dead rows of watches at the end of the week, autovacuum alone: ${await deadRows()}`)
  printTotals('usual hours, 2 % change', usual)
  printTotals('flash sale, 30 % change', sale)
  for (const child of children) child.send('end')
  await Promise.all(children.map(child => once(child, 'exit')))
  print(await feed.end())
}

function emptyTotals(): Totals {
  return { checks: 0, errors: 0, cpuS: 0, seconds: 0, lateMs: [] }
}

async function runSample(
  children: readonly ChildProcess[],
  hour: Hour,
  due: number,
  totals: Totals,
): Promise<void> {
  const startedAt = performance.now()
  for (const child of children) child.send(hour)
  for (let done = 0; done < due; ) {
    await sleep(100)
    for (const child of children) {
      child.send('report')
      const [report] = (await once(child, 'message')) as [Report]
      done += report.checks
      totals.checks += report.checks
      totals.errors += report.errors
      totals.cpuS += report.cpuS
      totals.lateMs.push(...report.lateMs)
    }
    if (performance.now() - startedAt > SAMPLE_LIMIT_MS)
      throw new Error(`only ${done} of ${due} checks were made`)
  }
  totals.seconds += (performance.now() - startedAt) / 1_000
}

function printTotals(name: string, { checks, errors, cpuS, seconds, lateMs }: Totals): void {
  const sorted = lateMs.toSorted((a, b) => a - b)
  const at = (share: number) => ((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) / 1_000).toFixed(2)
  print(
    `${name}: ${checks} checks in ${seconds.toFixed(0)} s; late p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} s; ` +
      `CPU a check ${((cpuS / checks) * 1e3).toFixed(2)} ms in the processes; ${errors} errors; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

/** A reader that sees the rows as they are now: vacuum keeps all old versions for it. */
async function openLongReader(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await client.query('SELECT id FROM wares.watches LIMIT 1')
  return () => client.end()
}

async function deadRows(): Promise<string> {
  await sleep(1_500)
  const { rows } = await admin.query<{ dead: string; bytes: string }>(
    `SELECT n_dead_tup AS dead, pg_total_relation_size(relid) AS bytes FROM pg_stat_user_tables
      WHERE schemaname = 'wares' AND relname = 'watches'`,
  )
  return `${rows[0]?.dead} (${(Number(rows[0]?.bytes) / COUNT).toFixed(0)} bytes a watch with indexes)`
}

/** What the reader got, beside what is stored. */
function followStoredFeed(): { end(): Promise<string> } {
  const followed = followFeed(history)
  return {
    async end() {
      const { lastId, missed } = await followed.end()
      const { rows } = await admin.query<{ stored: string; checks: string }>(
        'SELECT count(*) AS stored, count(DISTINCT (watch_id, check_seq, type)) AS checks FROM wares.changes',
      )
      return `feed: ${rows[0]?.stored} changes of ${rows[0]?.checks} checks, the reader has read ${lastId}, and ${missed} out of order`
    },
  }
}

function print(line: string): void {
  console.log(line)
}
