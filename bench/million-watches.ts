// Millions of watches in PostgreSQL and several processes: the real queue, runner, store and feed with a stub in place of
// the shops. Prints bytes per watch, lateness at a given number of checks a second, a flash sale beside a long reader, the most
// checks and feed entries a second, and whether a reader of the feed missed anything.
// node bench/million-watches.ts [watches] [checks a second] [seconds a phase] [processes] [spans: yes or no] [URL of an empty database]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { openPostgresStore } from '../src/store/postgres/postgres-store.ts'
import { createHistoryStore } from '../src/watch/store/history-store.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'
import { createTestDatabase } from '../test/services.ts'
import { followFeed } from './follow-feed.ts'
import { loadCopies } from './million-watches-load.ts'
import type { Phase, PhaseResult } from './million-watches-process.ts'

const COUNT = Number(process.argv[2] ?? 100_000)
const PER_SECOND = Number(process.argv[3] ?? 200)
const SECONDS = Number(process.argv[4] ?? 20)
const PROCESSES = Number(process.argv[5] ?? 3)
const HAS_SPANS = process.argv[6] !== 'no'
const GIVEN_URL = process.argv[7]
const EVERY_S = Math.max(60, Math.round(COUNT / PER_SECOND))
const PRUNE_LIMIT_MS = 60_000
const HOUR_MS = 3_600_000

const server = GIVEN_URL === undefined ? await createTestDatabase() : undefined
const url = GIVEN_URL ?? server?.url ?? ''
const store = await openPostgresStore(url)
const admin = new Client({ connectionString: url })
await admin.connect()
try {
  const startedAt = performance.now()
  await loadCopies(store.database, admin, { count: COUNT, everyS: EVERY_S, hasSpans: HAS_SPANS })
  print(`${COUNT} watches every ${EVERY_S} s loaded in ${seconds(startedAt)} s`)
  await printSizes()
  await runPhases()
  await printPruning()
} finally {
  await admin.end()
  await store.close()
  await server?.drop()
}

async function printSizes(): Promise<void> {
  const { rows } = await admin.query<{ relname: string; heap: string; indexes: string }>(
    `SELECT parent::text AS relname, sum(pg_relation_size(coalesce(relid, parent))) AS heap,
        sum(pg_indexes_size(coalesce(relid, parent))) AS indexes
      FROM unnest(ARRAY['wares.watches', 'wares.watch_spans']::regclass[]) AS parent
      LEFT JOIN LATERAL pg_partition_tree(parent) ON true GROUP BY parent ORDER BY parent::text DESC`,
  )
  for (const { relname, heap, indexes } of rows)
    print(`${relname}: ${each(heap)} + ${each(indexes)} bytes of indexes a watch`)
  const startedAt = performance.now()
  const backlog = await createWatchStore(store.database).backlog(Date.now())
  print(`counts for /status.json: ${seconds(startedAt)} s, ${JSON.stringify(backlog)}`)
}

function each(bytes: string): string {
  return (Number(bytes) / COUNT).toFixed(0)
}

async function runPhases(): Promise<void> {
  const file = fileURLToPath(new URL('million-watches-process.ts', import.meta.url))
  const children = Array.from({ length: PROCESSES }, () => fork(file, [url], { execArgv: [] }))
  const ready = await Promise.all(children.map(child => nextMessage<{ repairMs: number }>(child)))
  print(
    `repair of due times at the start: ${ready.map(one => (one.repairMs / 1000).toFixed(1)).join(', ')} s`,
  )
  const reader = followStoredFeed()
  // The clock starts now for all of them: the first watches are due at once.
  const epochMs = await firstDueMs()
  const run = (name: string, phase: Omit<Phase, 'epochMs' | 'seconds'>, lastsS = SECONDS) =>
    runPhase(children, name, { epochMs, seconds: lastsS, ...phase })
  await run('warm-up', { aheadMs: 0, changesPerCent: 2 }, Math.ceil(SECONDS / 4))
  await run('paced, 2 % change', { aheadMs: 0, changesPerCent: 2 })
  const closeReader = await openLongReader()
  await run('flash sale beside a reader, 30 % change', { aheadMs: 0, changesPerCent: 30 })
  print(`dead rows beside the reader: ${await deadRows()}`)
  await closeReader()
  await admin.query('VACUUM wares.watches')
  print(`dead rows after it and a vacuum: ${await deadRows()}`)
  // Everything is overdue.
  const ahead = Math.max(HOUR_MS, EVERY_S * 2_000)
  await run('the most checks', { aheadMs: ahead, changesPerCent: 0 })
  await run('the most feed entries', { aheadMs: ahead * 2, changesPerCent: 100 })
  for (const child of children) child.send('end')
  await Promise.all(children.map(child => once(child, 'exit')))
  print(await reader.end())
}

async function firstDueMs(): Promise<number> {
  const { rows } = await admin.query<{ first: string }>('SELECT min(due_at) AS first FROM wares.watches')
  return Number(rows[0]?.first)
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, 'message')) as [T]
  return message
}

async function runPhase(children: readonly ChildProcess[], name: string, phase: Phase): Promise<void> {
  const cpuBefore = await serverCpu()
  for (const child of children) child.send(phase)
  const results = await Promise.all(children.map(child => nextMessage<PhaseResult>(child)))
  const sum = (of: (result: PhaseResult) => number) => results.reduce((total, one) => total + of(one), 0)
  const lateMs = results.flatMap(one => one.lateMs).toSorted((a, b) => a - b)
  const at = (share: number) => ((lateMs[Math.floor(share * (lateMs.length - 1))] ?? 0) / 1000).toFixed(2)
  const checks = sum(one => one.checks)
  const serverS = [...(await serverCpu())].reduce(
    (total, [pid, s]) => total + s - (cpuBefore.get(pid) ?? 0),
    0,
  )
  print(
    `${name}: ${(checks / phase.seconds).toFixed(0)} checks and ${(sum(one => one.changes) / phase.seconds).toFixed(0)} changes a second; ` +
      `late p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} s; ` +
      `CPU a check ${((sum(one => one.cpuS) / checks) * 1e3).toFixed(2)} ms in the processes, ${((serverS / checks) * 1e3).toFixed(2)} ms or more in PostgreSQL; ` +
      `${sum(one => one.errors)} errors`,
  )
}

/** Seconds of each connection to this database, if the server runs on this machine. Those that are closed are not counted. */
async function serverCpu(): Promise<ReadonlyMap<number, number>> {
  const { rows } = await admin.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  )
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]))
}

function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
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
  return `${rows[0]?.dead} (${each(rows[0]?.bytes ?? '0')} bytes a watch with indexes)`
}

/** What the reader got, beside what is stored. */
function followStoredFeed(): { end(): Promise<string> } {
  const followed = followFeed(createHistoryStore(store.database))
  return {
    async end() {
      const { lastId, missed } = await followed.end()
      const { rows } = await admin.query<{ n: string; checks: string; last: string }>(
        `SELECT count(*) AS n, count(DISTINCT (watch_id, check_seq, type)) AS checks,
          (SELECT last_id FROM wares.feed) AS last FROM wares.changes`,
      )
      return `feed: the reader has read to ${lastId} and missed ${missed}; stored ${rows[0]?.n}, distinct ${rows[0]?.checks}, last id ${rows[0]?.last}`
    },
  }
}

async function printPruning(): Promise<void> {
  if (!HAS_SPANS) return
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(PRUNE_LIMIT_MS)
  await createHistoryStore(store.database).prune(Date.now(), 730, signal)
  print(
    `forgetting what is too old, with nothing too old: ${signal.aborted ? 'not done after' : 'done in'} ${seconds(startedAt)} s`,
  )
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(2)
}

function print(line: string): void {
  console.log(line)
}
