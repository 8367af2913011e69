// Spans in PostgreSQL by the month in which they ended: months are made ahead and dropped.
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { addMonths, dropMonths } from '../../src/watch/store/span-partitions.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import type { Watch } from '../../src/watch/model/watch.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createTestDatabase, postgresServer, queryPostgres } from '../services.ts'
import { newWatch } from './watch-store-conformance.ts'

const DAY = 86_400_000
/** Of the first partition; far ahead of any real clock: here, the first month is January 2101. */
const ENDED = Date.UTC(2100, 11, 5)

describe.skipIf(postgresServer === undefined)('spans by month', () => {
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  let store: Store
  let database: Database<unknown>
  const tables = () => database.query.withTables<WatchTables>()
  const months = async () => {
    const rows = await queryPostgres<{ name: string }>(
      server.url,
      `SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
        WHERE inhparent = 'wares.watch_spans'::regclass ORDER BY 1`,
    )
    return rows.map(row => row.name.replace('watch_spans_', ''))
  }
  const placesOf = async (watch: Watch) => {
    const { rows } = await sql<{ place: string; value: string }>`
      SELECT replace(tableoid::regclass::text, 'wares.watch_spans_', '') AS place, value FROM wares.watch_spans
      WHERE watch_id = ${watch.id} AND series = 'price' ORDER BY first_seen`.execute(tables())
    return rows.map(row => `${row.place} ${row.value}`)
  }
  const added = async (keepDays: number | null = null): Promise<Watch> => {
    const watch = await createWatchStore(database).add(newWatch({ keepDays }), ENDED)
    if (!watch) throw new Error('the watch was not added')
    return watch
  }
  const check = async ({ id }: Watch, atMs: number, price: string) => {
    const watch = await createWatchStore(database).find(id)
    if (watch)
      await createCheckStore(database).record(watch, {
        kind: 'facts',
        facts: { price },
        requestId: 'r',
        atMs,
      })
  }
  beforeAll(async () => {
    server = await createTestDatabase()
    store = await openPostgresStore(server.url)
    database = store.database
    const first = Date.UTC(2101, 0)
    await queryPostgres(
      server.url,
      `DROP TABLE wares.watch_spans_later;
       ALTER TABLE wares.watch_spans_open DROP CONSTRAINT watch_spans_open_ended_check, ADD CHECK (ended IS NULL OR ended < ${first});
       CREATE TABLE wares.watch_spans_later PARTITION OF wares.watch_spans FOR VALUES FROM (${first}) TO (MAXVALUE);
       CREATE UNIQUE INDEX ON wares.watch_spans_later (watch_id, series, first_seen);
       INSERT INTO wares.watch_spans (watch_id, series, first_seen, last_seen, ended, value) VALUES
         ('w_old', 'price', 1, 2, ${ENDED}, '1.00 EUR'), ('w_old', 'price', ${ENDED}, NULL, NULL, '2.00 EUR')`,
    )
  })
  afterAll(async () => {
    await store.close()
    await server.drop()
  })

  it('the first partition has what ended before the first month', async () => {
    expect(await months()).toEqual(['later', 'open'])
    const old = { id: 'w_old', checkedAtMs: ENDED, okAtMs: ENDED } as Watch
    const spans = await createHistoryStore(database).spans(old, { fromMs: 0, toMs: ENDED + 1 })
    expect(spans.map(one => one.values)).toEqual([['1.00 EUR', '2.00 EUR']])
  })

  it('makes months three ahead, without reading the first partition, and moves what was later', async () => {
    const watch = await added()
    await check(watch, ENDED, '1.00 EUR')
    await check(watch, Date.UTC(2101, 0, 1), '2.00 EUR')
    expect(await placesOf(watch)).toEqual(['later 1.00 EUR', 'open 2.00 EUR'])
    const client = new Client({ connectionString: server.url })
    await client.connect()
    expect(await addMonths(tables(), Date.UTC(2100, 8, 30, 23, 59, 59, 999))).toBe(0)
    expect(await addMonths(tables(), Date.UTC(2100, 9, 1))).toBe(1)
    expect(await months()).toEqual(['2101_01', 'later', 'open'])
    expect(await addMonths(tables(), Date.UTC(2101, 0, 31))).toBe(3)
    expect(await months()).toEqual(['2101_01', '2101_02', '2101_03', '2101_04', 'later', 'open'])
    expect(await placesOf(watch)).toEqual(['2101_01 1.00 EUR', 'open 2.00 EUR'])
    const notices: string[] = []
    client.on('notice', ({ message = '' }) => notices.push(message))
    await client.query('SET client_min_messages = debug1')
    await client.query('ALTER TABLE wares.watch_spans DETACH PARTITION wares.watch_spans_later')
    await client.query(
      `CREATE TABLE wares.probe PARTITION OF wares.watch_spans FOR VALUES FROM (${Date.UTC(2101, 4)}) TO (MAXVALUE)`,
    )
    await client.end()
    expect(notices.join('\n')).toContain('implied by existing constraints')
    await queryPostgres(server.url, 'DROP TABLE wares.probe')
    await queryPostgres(
      server.url,
      `ALTER TABLE wares.watch_spans ATTACH PARTITION wares.watch_spans_later FOR VALUES FROM (${Date.UTC(2101, 4)}) TO (MAXVALUE)`,
    )
  })

  it('does not hold up others while somebody reads for long', async () => {
    const reader = new Client({ connectionString: server.url })
    await reader.connect()
    await reader.query('BEGIN; SELECT 1 FROM wares.watch_spans LIMIT 1')
    const startedAt = performance.now()
    await expect(addMonths(tables(), Date.UTC(2101, 6, 1))).rejects.toThrow('lock timeout')
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    await reader.end()
  })

  it('what ended before the first month is deleted by its age', async () => {
    const left = async () =>
      (await queryPostgres(server.url, "SELECT 1 FROM wares.watch_spans WHERE watch_id = 'w_old'")).length
    await createHistoryStore(database).prune(ENDED + 365 * DAY, 365)
    expect(await left()).toBe(2)
    await createHistoryStore(database).prune(ENDED + 365 * DAY + 1, 365)
    expect(await left()).toBe(1)
  })

  it('drops a month when no watch keeps it, and not a millisecond before', async () => {
    const end = Date.UTC(2101, 1, 1)
    expect(await dropMonths(tables(), end - 1)).toBe(0)
    const [own, other] = [await added(60), await added()]
    for (const watch of [own, other]) {
      await check(watch, ENDED, '1.00 EUR')
      await check(watch, Date.UTC(2101, 0, 10), '2.00 EUR')
    }
    const prune = (atMs: number) => createHistoryStore(database).prune(atMs, 30)
    // Past the default: the month stays for the one that keeps it longer, and only with what that one has.
    await prune(end + 30 * DAY)
    expect(await placesOf(own)).toEqual(['2101_01 1.00 EUR', 'open 2.00 EUR'])
    expect(await placesOf(other)).toEqual(['open 2.00 EUR'])
    await prune(end + 60 * DAY - 1)
    expect(await months()).toContain('2101_01')
    await prune(end + 60 * DAY)
    expect(await months()).not.toContain('2101_01')
    expect(await placesOf(own)).toEqual(['open 2.00 EUR'])
  })
})
