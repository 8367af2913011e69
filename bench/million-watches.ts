// Millions of watches in PostgreSQL and several processes: the real queue, runner and store, with a stub in place of the shops.
// Prints bytes per watch, lateness at a given number of checks a second, and the most checks and changes a second.
// node bench/million-watches.ts [watches] [checks a second] [seconds a phase] [processes]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'pg'
import type { Database } from '../src/store/database.ts'
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import { createCheckStore } from '../src/watch/store/check-store.ts'
import { createWatchQueue } from '../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../src/watch/check/runner.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'
import { createTestDatabase } from '../test/services.ts'

interface Phase {
  /** Time begins here in the first phase, and is put ahead by each phase as it says. */
  readonly epochMs: number
  readonly aheadMs: number
  readonly seconds: number
  readonly changesPerCent: number
}

interface PhaseResult {
  readonly checks: number
  readonly changes: number
  readonly errors: number
  readonly cpuS: number
  readonly lateMs: readonly number[]
}

const SITES = 200
const SITE_LIMIT = 8
/** Rows of one INSERT. */
const SLICE = 250_000
const PAGE = 'https://shop.example/products/trail-boot-0000000000'
const NUMBER = "lpad(n::text, 10, '0')"
const FACTS = { name: 'Trail boot with a wide sole', price: '119.00 EUR', availability: 'in_stock' }
const REQUEST_ID = 'watch-0000000000000000'

if (process.send) await work(process.argv[2] ?? '')
else await measure(process.argv.slice(2).map(Number))

async function measure([count = 100_000, perSecond = 200, seconds = 20, processes = 3]: number[]) {
  const everyS = Math.max(60, Math.round(count / perSecond))
  const server = await createTestDatabase()
  const store = await openPostgresStore(server.url)
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  try {
    await loadCopies(store.database, admin, count, everyS)
    console.log(`${count} watches every ${everyS} s`)
    await printSizes(admin, count)
    const { rows } = await admin.query<{ first: string }>('SELECT min(due_at) AS first FROM wares.watches')
    const children = Array.from({ length: processes }, () =>
      fork(import.meta.filename, [server.url], { execArgv: [] }),
    )
    const repairs = await Promise.all(children.map(child => nextMessage<number>(child)))
    console.log(
      `repair of due times at the start: ${repairs.map(ms => (ms / 1_000).toFixed(1)).join(', ')} s`,
    )
    // The clock starts now for all of them: the first watches are due at once.
    const run = (name: string, aheadMs: number, changesPerCent: number) =>
      runPhase(children, name, { epochMs: Number(rows[0]?.first), aheadMs, seconds, changesPerCent })
    await run('warm-up', 0, 2)
    await run('paced, 2 % change', 0, 2)
    // Everything is overdue.
    await run('the most checks', everyS * 2_000, 0)
    await run('the most changes', everyS * 4_000, 100)
    for (const child of children) child.send('end')
    await Promise.all(children.map(child => once(child, 'exit')))
  } finally {
    await admin.end()
    await store.close()
    await server.drop()
  }
}

async function printSizes(admin: Client, count: number): Promise<void> {
  const { rows } = await admin.query<{ relname: string; heap: string; indexes: string }>(
    `SELECT parent::text AS relname, sum(pg_relation_size(coalesce(relid, parent))) AS heap,
        sum(pg_indexes_size(coalesce(relid, parent))) AS indexes
      FROM unnest(ARRAY['wares.watches', 'wares.watch_spans']::regclass[]) AS parent
      LEFT JOIN LATERAL pg_partition_tree(parent) ON true GROUP BY parent ORDER BY parent::text DESC`,
  )
  const each = (bytes: string) => (Number(bytes) / count).toFixed(0)
  for (const { relname, heap, indexes } of rows)
    console.log(`${relname}: ${each(heap)} + ${each(indexes)} bytes of indexes a watch`)
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

async function runPhase(children: readonly ChildProcess[], name: string, phase: Phase): Promise<void> {
  for (const child of children) child.send(phase)
  const results = await Promise.all(children.map(child => nextMessage<PhaseResult>(child)))
  const sum = (of: (result: PhaseResult) => number) => results.reduce((total, one) => total + of(one), 0)
  const lateMs = results.flatMap(one => one.lateMs).toSorted((a, b) => a - b)
  const late = (share: number) => ((lateMs[Math.floor(share * (lateMs.length - 1))] ?? 0) / 1_000).toFixed(2)
  const checks = sum(one => one.checks)
  console.log(
    `${name}: ${(checks / phase.seconds).toFixed(0)} checks and ${(sum(one => one.changes) / phase.seconds).toFixed(0)} changes a second; ` +
      `late p50 ${late(0.5)}, p99 ${late(0.99)} s; CPU a check ${((sum(one => one.cpuS) / checks) * 1e3).toFixed(2)} ms; ${sum(one => one.errors)} errors`,
  )
}

/** Copies of one watch that the program itself has added and checked. `admin`: a connection without a time limit. */
async function loadCopies(database: Database<unknown>, admin: Client, count: number, everyS: number) {
  const nowMs = Date.now()
  const watches = createWatchStore(database)
  const watch = await watches.add(
    {
      name: '',
      source: 'api',
      site: 'shop.example',
      url: PAGE,
      operation: 'general.product',
      params: { url: PAGE },
      target: `general.product?url=${PAGE}`,
      everyS,
      when: null,
      keepDays: null,
    },
    nowMs,
  )
  if (!watch) throw new Error('the database is not empty')
  const check = { kind: 'facts' as const, facts: FACTS, requestId: REQUEST_ID, atMs: nowMs }
  await createCheckStore(database).record(watch, check)
  const insertWatches = await watchCopies(admin, count, everyS, nowMs)
  const insertSpans = `INSERT INTO wares.watch_spans SELECT 'w_' || ${NUMBER}, series, first_seen, last_seen, ended, value
    FROM wares.watch_spans CROSS JOIN generate_series($2::int, $3::int) AS n WHERE watch_id = $1`
  for (let from = 1; from <= count; from += SLICE) {
    const slice = [watch.id, from, Math.min(count, from + SLICE - 1)]
    await admin.query(insertWatches, slice)
    await admin.query(insertSpans, slice)
  }
  await watches.remove(watch.id)
  await admin.query('VACUUM ANALYZE wares.watches')
  await admin.query('VACUUM ANALYZE wares.watch_spans')
}

async function watchCopies(admin: Client, count: number, everyS: number, nowMs: number): Promise<string> {
  const { rows } = await admin.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_schema = 'wares' AND table_name = 'watches'",
  )
  const numbered = (column: string) => `replace(${column}, '0000000000', ${NUMBER})`
  const changed: Readonly<Record<string, string>> = {
    id: `'w_' || ${NUMBER}`,
    site: `'shop-' || lpad((n % ${SITES})::text, 3, '0') || '.example'`,
    url: numbered('url'),
    params: numbered('params'),
    target: numbered('target'),
    // Spread over the interval, in another order than the ids.
    due_at: `${nowMs} + (n::bigint * 7919 % ${count}) * ${everyS * 1_000} / ${count}`,
  }
  const columns = rows.map(row => row.column_name)
  const values = columns.map(column => changed[column] ?? column)
  return `INSERT INTO wares.watches (${columns.join(', ')}) SELECT ${values.join(', ')}
    FROM wares.watches CROSS JOIN generate_series($2::int, $3::int) AS n WHERE id = $1`
}

/** One of the processes: checks what is due until it is told to end. */
async function work(url: string): Promise<void> {
  const store = await openPostgresStore(url)
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
      return { kind: 'facts' as const, facts, requestId: REQUEST_ID, atMs: nowMs() }
    },
    clock: { wallMs: nowMs, monotonicMs: nowMs },
    siteLimit: () => SITE_LIMIT,
    onError: () => counts.errors++,
  })
  const end = async () => {
    await runner.close()
    await store.close()
    process.disconnect?.()
  }
  process.on('message', (message: Phase | 'end') => {
    if (message === 'end') {
      void end()
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
      process.send?.({ ...counts, cpuS: (user + system) / 1e6, lateMs } satisfies PhaseResult)
    }, message.seconds * 1_000)
  })
  process.send?.(repairMs)
}
