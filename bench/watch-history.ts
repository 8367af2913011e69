// A year of history: a price that changes every hour, twelve variants of which one changes every hour, a failed night
// every week. Time from the query to the serialised answer, wall and CPU of this process, on SQLite and PostgreSQL,
// interleaved.
// node bench/watch-history.ts [queries]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore } from '../src/state/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../src/state/sqlite/sqlite-store.ts'
import type { Store } from '../src/state/store.ts'
import { createHistoryStore } from '../src/watch/history/history-store.ts'
import { mergeHistory } from '../src/watch/history/history.ts'
import type { WatchTables } from '../src/watch/store/tables.ts'
import { historyView } from '../src/watch/view.ts'
import type { Watch } from '../src/watch/watch.ts'
import { createWatchStore } from '../src/watch/store/watch-store.ts'
import { createTestDatabase } from '../test/services.ts'
import { percentile } from './cold-environment.ts'

type SpanRow = WatchTables['watch_spans']

const QUESTIONS = Number(process.argv[2] ?? 60)
const WARM_UP = 10
const HOUR_MS = 3_600_000
const HOURS = 365 * 24
const VARIANTS = 12
const END_MS = Date.UTC(2027, 0, 1)
const START_MS = END_MS - HOURS * HOUR_MS

const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
const server = await createTestDatabase()
const stores = [
  await prepare('sqlite', await openEmbeddedStore(folder)),
  await prepare('postgres', await openPostgresStore(server.url)),
]
try {
  for (let n = 0; n < WARM_UP + QUESTIONS; n++) for (const store of stores) await ask(store)
  for (const store of stores) report(store)
} finally {
  for (const { store } of stores) await store.close()
  await server.drop()
  rmSync(folder, { recursive: true })
}

interface Prepared {
  readonly name: string
  readonly store: Store
  readonly watch: Watch
  readonly times: Record<Part, number>[]
  points: number
  bytes: number
}

type Part = 'read' | 'merge' | 'write' | 'all' | 'cpu'

async function prepare(name: string, store: Store): Promise<Prepared> {
  const url = 'https://shop.example/boots'
  const given = {
    name: 'boots',
    source: 'api',
    site: 'shop',
    url,
    operation: 'general.product',
    params: { url },
    target: url,
    everyS: 3_600,
    when: null,
    keepDays: null,
  } as const
  const watch = await createWatchStore(store.database).add(given, START_MS)
  if (!watch) throw new Error('the watch was not added')
  const rows = yearOf(watch.id)
  const query = store.database.query.withTables<WatchTables>()
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await query.insertInto('watch_spans').values(some).execute()
  }
  if (name === 'sqlite') console.log(`${rows.length} spans`)
  const checked = { ...watch, okAtMs: END_MS, checkedAtMs: END_MS }
  return { name, store, watch: checked, times: [], points: 0, bytes: 0 }
}

async function ask(prepared: Prepared): Promise<void> {
  const { store, watch, times } = prepared
  const period = { fromMs: START_MS, toMs: END_MS }
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const spans = await createHistoryStore(store.database).spans(watch, period)
  const readAt = performance.now()
  const merged = mergeHistory(spans, period)
  const mergedAt = performance.now()
  const body = Buffer.from(JSON.stringify(historyView(watch, merged, period)))
  const endedAt = performance.now()
  const cpu = process.cpuUsage(cpuBefore)
  prepared.points = merged.segments.length
  prepared.bytes = body.length
  times.push({
    read: readAt - startedAt,
    merge: mergedAt - readAt,
    write: endedAt - mergedAt,
    all: endedAt - startedAt,
    cpu: (cpu.user + cpu.system) / 1000,
  })
}

function report({ name, times, points, bytes }: Prepared): void {
  const figure = (part: Part) => {
    const own = times.slice(WARM_UP).map(one => one[part])
    const at = (share: number) => percentile(own, share).toFixed(1)
    return `${part} p10 ${at(0.1)}, p50 ${at(0.5)}, p90 ${at(0.9)} ms`
  }
  const parts = (['cpu', 'all', 'read', 'merge', 'write'] as const).map(figure).join('; ')
  console.log(`${name}: ${points} points, ${(bytes / 1024).toFixed(0)} KB; ${parts}`)
}

function yearOf(watchId: string): SpanRow[] {
  const row = (series: string, value: string, first: number, next: number): SpanRow => ({
    watch_id: watchId,
    series,
    value,
    first_seen: START_MS + first * HOUR_MS,
    last_seen: next >= HOURS ? null : START_MS + (next - 1) * HOUR_MS,
    ended: next >= HOURS ? null : START_MS + next * HOUR_MS,
  })
  const priceAt = (n: number) => `${(100 + 20 * Math.sin(n / 40) + (n % 7)).toFixed(2)} EUR`
  const rows = Array.from({ length: HOURS }, (_, n) => row('price', priceAt(n), n, n + 1))
  for (let variant = 0; variant < VARIANTS; variant++) {
    for (let n = variant; n < HOURS; n += VARIANTS)
      rows.push(row(`variant/${36 + variant}/price`, priceAt(n + variant), n, n + VARIANTS))
  }
  for (let week = 0; week < HOURS; week += 168) {
    rows.push(row('outcome', 'ok', week, week + 160))
    rows.push(row('outcome', 'upstream_failed', week + 160, week + 168))
  }
  return rows
}
