// The gate's contests about watches: recording a check, with and without a change, against plain statements of node:sqlite.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '../src/store/sqlite/node-sqlite.ts'
import { openEmbeddedStore } from '../src/store/sqlite/sqlite-store.ts'
import { type CheckStore, createCheckStore } from '../src/watch/store/check-store.ts'
import type { Facts } from '../src/watch/facts/facts.ts'
import { createWatchStore, type WatchStore } from '../src/watch/store/watch-store.ts'
import { type Contest, cpuUs } from './gate-ratio.ts'

const CHECKS = 60
const WATCHES = 200
const EVERY_S = 3_600

const factsAt = (price: number): Facts => ({
  name: 'Steel watch with box and papers',
  price: `${price}.00 EUR`,
  availability: 'in_stock',
})

interface WatchBench {
  readonly folder: string
  readonly watches: WatchStore
  readonly checks: CheckStore
  readonly ids: readonly string[]
  close(): Promise<void>
}

async function openWatches(): Promise<WatchBench> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
  const store = await openEmbeddedStore(folder)
  const watches = createWatchStore(store.database)
  const ids: string[] = []
  for (let place = 0; place < WATCHES; place++) {
    const url = `https://shop.example/p/${place}`
    const added = await watches.add(
      {
        name: `Product ${place}`,
        source: 'api',
        site: 'shop.example',
        url,
        operation: 'general.product',
        params: { url },
        target: `general.product ${url}`,
        everyS: EVERY_S,
        when: null,
        keepDays: null,
      },
      Date.now(),
    )
    if (added) ids.push(added.id)
  }
  return {
    folder,
    watches,
    checks: createCheckStore(store.database),
    ids,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same rows in plain tables: what the database alone costs. */
function openPlain(folder: string) {
  const database = new DatabaseSync(join(folder, 'plain.db'))
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE watches (id TEXT PRIMARY KEY, seq INTEGER, checked_at INTEGER, due_at INTEGER, outcome TEXT, facts TEXT);
    CREATE TABLE spans (watch TEXT, series TEXT, first_seen INTEGER, last_seen INTEGER, value TEXT);
    CREATE INDEX spans_by_watch ON spans (watch, series, first_seen);
    CREATE TABLE changes (id INTEGER PRIMARY KEY, at INTEGER, type TEXT, watch TEXT, before TEXT, after TEXT)`)
  const insert = database.prepare('INSERT INTO watches VALUES (?, 0, 0, 0, NULL, ?)')
  for (let place = 0; place < WATCHES; place++) insert.run(`w${place}`, JSON.stringify(factsAt(1)))
  const read = database.prepare('SELECT * FROM watches WHERE id = ?')
  const update = database.prepare(
    'UPDATE watches SET seq = seq + 1, checked_at = ?, due_at = ?, outcome = ?, facts = ? WHERE id = ?',
  )
  const end = database.prepare(
    'UPDATE spans SET last_seen = ? WHERE watch = ? AND series = ? AND last_seen IS NULL',
  )
  const open = database.prepare('INSERT INTO spans VALUES (?, ?, ?, NULL, ?)')
  const append = database.prepare(
    'INSERT INTO changes (at, type, watch, before, after) VALUES (?, ?, ?, ?, ?)',
  )
  const check = (id: string, facts: string) => {
    read.get(id)
    update.run(Date.now(), Date.now() + EVERY_S * 1_000, 'ok', facts, id)
  }
  return {
    check,
    change(id: string, facts: string) {
      database.exec('BEGIN IMMEDIATE')
      check(id, facts)
      end.run(Date.now(), id, 'price')
      open.run(id, 'price', Date.now(), facts)
      append.run(Date.now(), 'price.changed', id, facts, facts)
      database.exec('COMMIT')
    },
    close: () => database.close(),
  }
}

async function recordCheck(
  { watches, checks, ids }: WatchBench,
  run: number,
  price: number,
): Promise<number> {
  const watch = await watches.find(ids[run % ids.length] ?? '')
  if (!watch) throw new Error('the watch is gone')
  const check = {
    kind: 'facts' as const,
    facts: factsAt(price),
    requestId: 'watch-0000000000000000',
    atMs: Date.now(),
  }
  return (await checks.record(watch, check))?.length ?? Number.NaN
}

/** A check that finds nothing new. */
export async function checkContest(bound: number): Promise<Contest> {
  const bench = await openWatches()
  const plain = openPlain(bench.folder)
  for (let run = 0; run < WATCHES; run++) await recordCheck(bench, run, 1)
  return {
    name: 'watch check: two plain SQLite statements',
    bound,
    ours: () =>
      cpuUs(CHECKS, async run => {
        if ((await recordCheck(bench, run, 1)) !== 0) throw new Error('a change was recorded')
      }),
    peer: () => cpuUs(CHECKS, run => plain.check(`w${run % WATCHES}`, JSON.stringify(factsAt(1)))),
    async close() {
      plain.close()
      await bench.close()
    },
  }
}

/** A check that finds another price, with its history and its entry in the feed. */
export async function feedContest(bound: number): Promise<Contest> {
  const bench = await openWatches()
  const plain = openPlain(bench.folder)
  let price = 1
  for (let run = 0; run < WATCHES; run++) await recordCheck(bench, run, price)
  return {
    name: 'feed append: one plain SQLite transaction',
    bound,
    ours: () => {
      price++
      return cpuUs(CHECKS, async run => {
        if ((await recordCheck(bench, run, price)) !== 1) throw new Error('no change was recorded')
      })
    },
    peer: () => cpuUs(CHECKS, run => plain.change(`w${run % WATCHES}`, JSON.stringify(factsAt(run)))),
    async close() {
      plain.close()
      await bench.close()
    },
  }
}
