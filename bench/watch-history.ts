// A year of history: a price that changes every hour, twelve variants of which one changes every hour, a failed night in every week. Time from
// the question to the text that is sent, on SQLite and PostgreSQL, beside as many other watches as a small installation has.
// node bench/watch-history.ts [questions]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresStore } from '../src/state/postgres-store.ts'
import { openEmbeddedStore } from '../src/state/sqlite-store.ts'
import type { Store } from '../src/state/store.ts'
import { createHistoryStore } from '../src/watch/history-store.ts'
import { mergeHistory } from '../src/watch/history.ts'
import type { WatchTables } from '../src/watch/tables.ts'
import { historyView } from '../src/watch/view.ts'
import { createWatchStore } from '../src/watch/watch-store.ts'
import { createTestDatabase } from '../test/services.ts'
import { percentile } from './cold-environment.ts'

type SpanRow = WatchTables['watch_spans']

const QUESTIONS = Number(process.argv[2] ?? 60)
const HOUR_MS = 3_600_000
const HOURS = 365 * 24
const VARIANTS = 12
const END_MS = Date.UTC(2027, 0, 1)
const START_MS = END_MS - HOURS * HOUR_MS

const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
const sqlite = await openEmbeddedStore(folder)
await measure('sqlite', sqlite)
await sqlite.close()
rmSync(folder, { recursive: true })
const server = await createTestDatabase()
const postgres = await openPostgresStore(server.url)
await measure('postgres', postgres)
await postgres.close()
await server.drop()

async function measure(name: string, { database }: Store): Promise<void> {
  const watches = createWatchStore(database)
  const query = database.query.withTables<WatchTables>()
  const history = createHistoryStore(database)
  const url = 'https://shop.example/boots'
  const watch = await watches.add(
    {
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
    },
    START_MS,
  )
  if (!watch) throw new Error('the watch was not added')
  const rows = yearOf(watch.id)
  for (let from = 0; from < rows.length; from += 500)
    await query
      .insertInto('watch_spans')
      .values(rows.slice(from, from + 500))
      .execute()
  const checked = { ...watch, okAtMs: END_MS, checkedAtMs: END_MS }
  const period = { fromMs: START_MS, toMs: END_MS }
  const times: { read: number; merge: number; write: number; all: number }[] = []
  let text = ''
  let points = 0
  for (let n = 0; n < QUESTIONS; n++) {
    const startedAt = performance.now()
    const spans = await history.spans(checked, period)
    const readAt = performance.now()
    const merged = mergeHistory(spans, period)
    const mergedAt = performance.now()
    text = JSON.stringify(historyView(checked, merged, period))
    const endedAt = performance.now()
    points = merged.segments.length
    times.push({
      read: readAt - startedAt,
      merge: mergedAt - readAt,
      write: endedAt - mergedAt,
      all: endedAt - startedAt,
    })
  }
  const figure = (part: 'read' | 'merge' | 'write' | 'all') => {
    const own = times.slice(5).map(one => one[part])
    return `${part} p50 ${percentile(own, 0.5).toFixed(1)}, p95 ${percentile(own, 0.95).toFixed(1)} ms`
  }
  console.log(
    `${name}: ${rows.length} spans, ${points} points, ${(text.length / 1024).toFixed(0)} KB; ${figure('all')} (${figure('read')}; ${figure('merge')}; ${figure('write')})`,
  )
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
