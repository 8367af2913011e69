// The feed in PostgreSQL: writers that commit in any order, three processes, open transactions, and a reader that keeps a cursor.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isDatabaseTrouble } from '../../src/store/database-trouble.ts'
import type { Database } from '../../src/store/database.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createFeed, type Feed, type NewChange } from '../../src/watch/feed/change-log.ts'
import { PUBLISH_ROWS } from '../../src/watch/feed/feed-publisher.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { newWatch } from './watch-store-conformance.ts'

const PROCESSES = 3

describe.skipIf(postgresServer === undefined)('the feed', () => {
  let server: Awaited<ReturnType<typeof createTestDatabase>>
  let stores: Store[] = []
  let database: Database<unknown>
  beforeAll(async () => {
    server = await createTestDatabase()
    for (let n = 0; n < PROCESSES; n++) stores.push(await openPostgresStore(server.url))
    database = (stores[0] as Store).database
  })
  afterEach(() => vi.useRealTimers())
  afterAll(async () => {
    for (const store of stores) await store.close()
    stores = []
    await server.drop()
  })

  const tables = () => database.query.withTables<WatchTables>()
  const change = (watchId: string, checkSeq: number): NewChange => ({
    origin: { watchId, checkSeq, requestId: '', atMs: checkSeq },
    change: { type: 'price.changed', before: { price: null }, after: { price: `${checkSeq}` }, alert: false },
  })
  const read = async (after: number) =>
    (await createHistoryStore(database).changes({ after, limit: 10_000 })).map(one => [one.watchId, one.atMs])
  const lastId = () => createHistoryStore(database).lastChangeId()

  it('gives every change to a reader once, in order, while three processes commit in any order', async () => {
    const first = await lastId()
    const feeds = stores.map(store => createFeed(store.database))
    const writers = Array.from({ length: PROCESSES * 4 }, async (_, n) => {
      const own = (stores[n % PROCESSES] as Store).database
      const feed = feeds[n % PROCESSES] as Feed
      for (let seq = 1; seq <= 10; seq++) {
        await own.query
          .withTables<WatchTables>()
          .transaction()
          .execute(async transaction => {
            await feed.append(transaction, [change(`writer-${n}`, seq)])
            await sleep(Math.random() * 25)
          })
        if (Math.random() < 0.5) await feed.publish()
      }
      await feed.publish()
    })
    const seen: number[] = []
    const got: (readonly [string, number])[] = []
    let isWriting = true
    const reader = (async () => {
      for (let cursor = first; ; ) {
        const isLast = !isWriting
        const page = await createHistoryStore(database).changes({ after: cursor, limit: 7 })
        seen.push(...page.map(one => one.id))
        got.push(...page.map(one => [one.watchId, one.atMs] as const))
        cursor = page.at(-1)?.id ?? cursor
        if (isLast && page.length === 0) return
        if (page.length === 0) await sleep(5)
      }
    })()
    await Promise.all(writers).finally(() => {
      isWriting = false
    })
    await reader
    expect(seen).toEqual(Array.from({ length: PROCESSES * 4 * 10 }, (_, n) => first + 1 + n))
    for (let n = 0; n < PROCESSES * 4; n++) {
      const own = got.filter(([id]) => id === `writer-${n}`).map(([, seq]) => seq)
      expect(own).toEqual(Array.from({ length: 10 }, (_, place) => place + 1))
    }
  })

  it('does not wait for a transaction that stays open, and has its change once it is committed', async () => {
    const first = await lastId()
    const feed = createFeed(database)
    const opened = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const slow = tables()
      .transaction()
      .execute(async transaction => {
        await feed.append(transaction, [change('slow', 1)])
        opened.resolve()
        await release.promise
      })
    await opened.promise
    for (const seq of [1, 2]) {
      await tables()
        .transaction()
        .execute(transaction => feed.append(transaction, [change('fast', seq)]))
      await feed.publish()
    }
    expect(await read(first)).toEqual([
      ['fast', 1],
      ['fast', 2],
    ])
    const cursor = await lastId()
    release.resolve()
    await slow
    await feed.publish()
    expect(await read(cursor)).toEqual([['slow', 1]])
    expect(await lastId()).toBe(cursor + 1)
  })

  it('leaves nothing of a transaction that was undone, and no gap', async () => {
    const first = await lastId()
    const feed = createFeed(database)
    const undone = tables()
      .transaction()
      .execute(async transaction => {
        await feed.append(transaction, [change('undone', 1)])
        throw new Error('undone')
      })
    await expect(undone).rejects.toThrow('undone')
    await tables()
      .transaction()
      .execute(transaction => feed.append(transaction, [change('done', 1)]))
    await feed.publish()
    expect(await read(first)).toEqual([['done', 1]])
    expect(await lastId()).toBe(first + 1)
  })

  it('publishes more than one batch at once', async () => {
    const first = await lastId()
    const feed = createFeed(database)
    const many = Array.from({ length: PUBLISH_ROWS + 1 }, (_, n) => change('many', n + 1))
    await tables()
      .transaction()
      .execute(transaction => feed.append(transaction, many))
    await feed.publish()
    expect(await read(first)).toEqual(many.map(one => ['many', one.origin.checkSeq]))
  })

  it('a check is recorded while somebody holds the feed; its caller is told to come again', async () => {
    const checks = createCheckStore(database)
    const watches = createWatchStore(database)
    const watch = await watches.add(newWatch(), 1)
    if (!watch) throw new Error('the watch was not added')
    const facts = (price: string) => ({ kind: 'facts' as const, facts: { price }, requestId: 'r', atMs: 2 })
    await checks.record(watch, facts('1.00 EUR'))
    const release = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holder = tables()
      .transaction()
      .execute(async transaction => {
        await transaction.selectFrom('feed').selectAll().forUpdate().execute()
        held.resolve()
        await release.promise
      })
    await held.promise
    const before = await watches.find(watch.id)
    if (!before) throw new Error('the watch is gone')
    const error: unknown = await checks.record(before, facts('2.00 EUR')).catch((failed: unknown) => failed)
    expect(isDatabaseTrouble(error)).toBe(true)
    expect((await watches.find(watch.id))?.checkSeq).toBe(2)
    // As the runner does: the check is not recorded a second time.
    expect(await checks.record(before, facts('2.00 EUR'))).toBeUndefined()
    release.resolve()
    await holder
    await createFeed(database).publish()
    expect(await createHistoryStore(database).changes({ watchId: watch.id, limit: 10 })).toHaveLength(1)
  })

  it('reads the whole queue again after a minute: a restored backup may have older transactions', async () => {
    const feed = createFeed(database)
    vi.useFakeTimers({ toFake: ['performance'] })
    await feed.publish()
    const first = await lastId()
    await tables()
      .insertInto('feed_queue')
      .values({
        xid: '3',
        watch_id: 'restored',
        check_seq: 1,
        at: 1,
        type: 'price.changed',
        before: '{}',
        after: '{}',
        alert: 0,
        request_id: '',
        owner: '',
        explanation: null,
      })
      .execute()
    vi.advanceTimersByTime(59_999)
    await feed.publish()
    expect(await read(first)).toEqual([])
    vi.advanceTimersByTime(1)
    await feed.publish()
    expect(await read(first)).toEqual([['restored', 1]])
  })
})
