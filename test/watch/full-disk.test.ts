// A disk that is full or read-only while a check is recorded: nothing of it is written, and it is recorded once there is
// space.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../src/runtime/clock.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import { createWatchRunner } from '../../src/watch/check/runner.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = temporaryFolder('full')
  store = await openEmbeddedStore(folder)
})
afterEach(async () => {
  await store.close()
})

/** More than fits into the existing pages of the file. */
function manyFacts(price: string): Record<string, string> {
  const names = Array.from({ length: 400 }, (_, n) => [`variant/${n}/price`, `${price} EUR`])
  return { price: `${price} EUR`, name: 'x'.repeat(300), ...Object.fromEntries(names) }
}

const pragma = (text: string) => sql.raw(`PRAGMA ${text}`).execute(store.database.query)
const recorded = async (id: string) => {
  const query = store.database.query.withTables<WatchTables>()
  const [watch, spans, changes] = await Promise.all([
    createWatchStore(store.database).find(id),
    query.selectFrom('watch_spans').select('series').execute(),
    createHistoryStore(store.database).changes({ after: 0, limit: 100 }),
  ])
  return { checks: watch?.checkSeq, spans: spans.length, changes: changes.map(change => change.type) }
}

it.each([
  ['full', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['read-only', 'query_only = 1', 'query_only = 0'],
])('a %s disk leaves nothing of a check behind', async (_, spoil, mend) => {
  const watches = createWatchStore(store.database)
  const checks = createCheckStore(store.database)
  const watch = await watches.add(newWatch(), Date.now())
  if (!watch) throw new Error('the watch is not there')
  const check = { kind: 'facts' as const, facts: manyFacts('2.00'), requestId: 'r', atMs: Date.now() }
  await pragma(spoil)
  await expect(checks.record(watch, check)).rejects.toThrow()
  expect(await recorded(watch.id)).toEqual({ checks: 0, spans: 0, changes: [] })
  await pragma(mend)
  expect(await checks.record(watch, check)).toEqual([])
  expect(await recorded(watch.id)).toEqual({ checks: 1, spans: 403, changes: [] })
})

it('a check that failed on a full disk is recorded once when there is space again', async () => {
  const watches = createWatchStore(store.database)
  const checks = createCheckStore(store.database)
  const watch = await watches.add(newWatch(), Date.now() - 3_600_000)
  if (!watch) throw new Error('the watch is not there')
  const first = {
    kind: 'facts' as const,
    facts: { price: '1.00 EUR' },
    requestId: 'r',
    atMs: Date.now() - 7_200_000,
  }
  await checks.record(watch, first)
  await store.database.query
    .withTables<WatchTables>()
    .updateTable('watches')
    .set({ due_at: Date.now() - 1 })
    .execute()
  let asked = 0
  const runner = createWatchRunner({
    queue: createWatchQueue(store.database),
    checks,
    check: async () => {
      asked++
      await pragma('max_page_count = 1')
      return { kind: 'facts' as const, facts: manyFacts('2.00'), requestId: 'later', atMs: Date.now() }
    },
    clock: systemClock,
    siteLimit: () => 1,
    onError: () => {},
  })
  expect(await runner.tick()).toBe(1)
  await expect.poll(() => store.unavailableReason(), { timeout: 20_000 }).toMatch(/the disk is full/)
  expect((await recorded(watch.id)).checks).toBe(1)
  await pragma('max_page_count = 1000000')
  await runner.idle()
  expect(await recorded(watch.id)).toMatchObject({ checks: 2, changes: ['price.changed', 'product.changed'] })
  expect(asked).toBe(1)
  await runner.close()
})
