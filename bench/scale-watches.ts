// Simulates hours of many watches: the real runner, checker and store with a simulated clock. The sites answer at
// once, and each is requested at its configured rate (2 requests a second by default; 0.01 runs a month in minutes).
// Prints thirty lines and a summary.
// node bench/scale-watches.ts [watches] [hours] [interval in hours] [requests a second] [sqlite or postgres] [folder]
// A given folder is kept and its watches are reused: load with 0 hours, then simulate. /dev/shm excludes the disk.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Engine } from '../src/engine/index.ts'
import type { Registry } from '../src/engine/request/registry.ts'
import { openPostgresStore } from '../src/state/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../src/state/sqlite/sqlite-store.ts'
import type { Store } from '../src/state/store.ts'
import { createChecker } from '../src/watch/check/checker.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createHistoryStore } from '../src/watch/history/history-store.ts'
import { createWatchQueue } from '../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../src/watch/check/runner.ts'
import type { WatchTables } from '../src/watch/store/tables.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'
import { createTestDatabase, queryPostgres } from '../test/services.ts'
import { loadWatches, readSandboxAnswers, type SiteAnswer } from './watch-load.ts'

const COUNT = Number(process.argv[2] ?? 1_000_000)
const HOURS = Number(process.argv[3] ?? 6)
const EVERY_S = Number(process.argv[4] ?? 12) * 3_600
const PER_SECOND = Number(process.argv[5] ?? 2)
const DATABASE = process.argv[6] ?? 'sqlite'
const FOLDER = process.argv[7]
/** How many of a hundred checks find another price. */
const CHANGES_PER_CENT = 2
/** Long enough that every site is checked at least once. */
const WINDOW_MS = Math.round(Math.max(2_000, 1_000 / PER_SECOND))
const LINES = 30
const FAILURES_MAX = 100
const START_MS = Date.UTC(2027, 0, 1)

let nowMs = START_MS
const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs }
const folder = FOLDER ?? mkdtempSync(join(tmpdir(), 'wares-bench-'))
mkdirSync(folder, { recursive: true })
const isLoaded = DATABASE === 'sqlite' && existsSync(join(folder, 'wares.db'))
const server = DATABASE === 'postgres' ? await createTestDatabase() : undefined
const store: Store = server ? await openPostgresStore(server.url) : await openEmbeddedStore(folder)
const query = store.database.query.withTables<WatchTables>()
try {
  const answers = await readSandboxAnswers(join(folder, 'sandbox'))
  const startedAt = performance.now()
  if (!isLoaded) await loadWatches(store.database, answers, { count: COUNT, everyS: EVERY_S, nowMs })
  // On a separate connection, because it may take long.
  if (server) await queryPostgres(server.url, 'ANALYZE')
  console.log(`${COUNT} watches every ${EVERY_S / 3600} h, ${DATABASE}, loaded in ${seconds(startedAt)} s`)
  if (HOURS === 0) console.log(await storeSize())
  await simulate(answers)
} finally {
  await store.close()
  await server?.drop()
  if (FOLDER === undefined) rmSync(folder, { recursive: true })
}

async function simulate(answers: readonly SiteAnswer[]): Promise<void> {
  const watches = createWatchStore(store.database)
  const counts = { checks: 0, changes: 0 }
  const permits = new Map<string, number>()
  /** Timeouts of the database on a busy machine; the runner tries again. */
  const failures: string[] = []
  const countFailure = (error: unknown) => {
    if (failures.length === FAILURES_MAX) throw error
    return failures.push(String(error))
  }
  const checker = createChecker({ ...fakeEngine(answers, counts), clock })
  const runner = createWatchRunner({
    queue: createWatchQueue(store.database),
    checks: createCheckStore(store.database),
    check(watch, options) {
      permits.set(watch.site, (permits.get(watch.site) ?? 0) - 1)
      return checker(watch, options)
    },
    clock,
    // As many as the site's rate allows until the next tick.
    siteLimit: site => Math.max(0, permits.get(site) ?? 0),
    onError: countFailure,
  })
  const start = await measureAll(counts)
  for (let line = 1; line <= (HOURS === 0 ? 0 : LINES); line++) {
    const before = await measureAll(counts)
    for (; nowMs < START_MS + (line / LINES) * HOURS * 3_600_000; nowMs += WINDOW_MS) {
      for (const { site } of answers) permits.set(site, Math.round((PER_SECOND * WINDOW_MS) / 1000))
      do await runner.idle()
      while ((await runner.tick().catch(countFailure)) > 0)
    }
    const backlogAt = performance.now()
    const { overdue, oldestOverdueMs } = await watches.backlog(nowMs)
    console.log(
      `hour ${((line / LINES) * HOURS).toFixed(1)}: ${figures(before, await measureAll(counts))}; ` +
        `overdue ${overdue}, oldest ${Math.round(oldestOverdueMs / 1000)} s (counted in ${(performance.now() - backlogAt).toFixed(0)} ms); ` +
        `heap ${mb(process.memoryUsage().heapUsed)}, resident ${mb(process.memoryUsage.rss())} MB`,
    )
  }
  console.log(
    `all: ${figures(start, await measureAll(counts))}; ${await storeSize()}; ${failures.length} statements failed (${failures[0] ?? 'none'})`,
  )
  const pruneAt = performance.now()
  const cpu = process.cpuUsage()
  const pruned = await createHistoryStore(store.database).prune(nowMs, 730)
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `forgetting what is too old: ${pruned} rows in ${seconds(pruneAt)} s, ${((user + system) / 1e6).toFixed(1)} s CPU`,
  )
}

type Measured = Awaited<ReturnType<typeof measureAll>>

async function measureAll(counts: { readonly checks: number; readonly changes: number }) {
  return { ...counts, ...(await measure()), cpu: process.cpuUsage(), at: performance.now() }
}

function figures(before: Measured, after: Measured): string {
  const checks = after.checks - before.checks
  const changes = after.changes - before.changes
  const cpuUs = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system
  const [bytes, written] = [after.bytes - before.bytes, after.written - before.written]
  const a = (sum: number, count: number) => (sum / Math.max(1, count)).toFixed(0)
  return (
    `${checks} checks, ${changes} changes in ${((after.at - before.at) / 1000).toFixed(1)} s; ` +
    `${a(cpuUs, checks)} us CPU, ${a(written, checks)} bytes written and ${a(bytes, checks)} kept a check; ` +
    `${a(bytes, changes)} bytes kept a change, ${bytes} in all`
  )
}

/** The answers of the sandbox, each with one of eight prices that changes now and then. */
function fakeEngine(answers: readonly SiteAnswer[], counts: { checks: number; changes: number }) {
  const bodies = answers.map(({ answer }) => Array.from({ length: 8 }, (_, n) => bodyOf(answer, n)))
  const versions = new Uint8Array(COUNT)
  const engine = {
    prepare: (_entry: unknown, given: readonly { readonly value: unknown }[]) =>
      Number(/n=(\d+)/.exec(String(given[0]?.value))?.[1]),
    async run(place: number) {
      counts.checks++
      if (Math.random() * 100 < CHANGES_PER_CENT) {
        counts.changes++
        versions[place] = ((versions[place] ?? 0) + 1) % 8
      }
      return { answer: { body: bodies[place % answers.length]?.[versions[place] ?? 0] } }
    },
  }
  return {
    engine: engine as unknown as Pick<Engine, 'prepare' | 'run'>,
    registry: { byId: new Map([['general.product', {}]]) } as unknown as Pick<Registry, 'byId'>,
  }
}

function bodyOf(answer: SiteAnswer['answer'], version: number): Buffer {
  if (version === 0) return Buffer.from(JSON.stringify(answer))
  const price = { amount: `${100 + version}.00`, currency: 'GBP' }
  return Buffer.from(JSON.stringify({ ...answer, price }))
}

/** Bytes that the database uses, and bytes that this process has written so far (SQLite). */
async function measure(): Promise<{ bytes: number; written: number }> {
  const written = Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])
  if (server) {
    const { rows } = await sql<{ bytes: number }>`
      SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class
      WHERE relname IN ('watches', 'watch_spans', 'changes')`.execute(query)
    return { bytes: rows[0]?.bytes ?? 0, written }
  }
  const pages = async (name: string) => {
    const { rows } = await sql<{ value: number }>`
      SELECT ${sql.ref(name)} AS value FROM ${sql.raw(`pragma_${name}`)}`.execute(query)
    return rows[0]?.value ?? 0
  }
  return { bytes: ((await pages('page_count')) - (await pages('freelist_count'))) * 4096, written }
}

async function storeSize(): Promise<string> {
  const rows = async (table: 'watches' | 'watch_spans' | 'changes') =>
    (await query.selectFrom(table).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n
  const { bytes } = await measure()
  const wal = server ? '' : `, log ${mb(statSync(join(folder, 'wares.db-wal')).size)} MB`
  return `${await rows('watches')} watches, ${await rows('watch_spans')} spans, ${await rows('changes')} changes, ${mb(bytes)} MB${wal}`
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1)
}
