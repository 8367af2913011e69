// The statistics of a running process: when counts are written, read again and removed, and what a failure keeps.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createDrift } from '../../src/health/drift/create-drift.ts'
import { createDriftStore, dayOf } from '../../src/health/drift/drift-store.ts'
import { addAnswer, type Tallies } from '../../src/health/drift/tally.ts'
import type { RunOutcome } from '../../src/runtime/client-closed.ts'
import { createEvents, type Events } from '../../src/runtime/events.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NOW = Date.UTC(2027, 0, 31)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const FLUSH_EVERY_MS = 3_000
const realSetTimeout = globalThis.setTimeout
const planned: (() => void)[] = []
const folder = temporaryFolder('create-drift')
const measures = { fields: 2, silent: 0 }
let store: Store
let drift: ReturnType<typeof createDrift>
let events: Events
let [wallMs, monotonicMs, requests] = [NOW, 0, 0]
const onError = vi.fn<(error: unknown) => void>()

beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterAll(async () => {
  await store.close()
})
beforeEach(() => {
  planned.length = 0
  // The database has timers of its own, which must run.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== FLUSH_EVERY_MS) return realSetTimeout(run, ms)
    planned.push(run)
    return { unref: () => undefined }
  }) as unknown as typeof setTimeout)
  ;[wallMs, monotonicMs] = [NOW, 0]
  onError.mockReset()
  events = createEvents()
  const clock = { wallMs: () => wallMs, monotonicMs: () => monotonicMs }
  drift = createDrift({ database: store.database, events, shops: () => ['shop'], clock, onError })
})
afterEach(async () => {
  await drift.close()
  vi.restoreAllMocks()
})

/** An answer to a request that was not made before. */
function answered(operation: string): void {
  events.emit('fields', { site: 'shop', operation, key: String(requests++), absent: [], measures })
}

function batchOf(operation: string): Tallies {
  const tallies: Tallies = new Map()
  addAnswer(tallies, { operation, absent: [], measures })
  return tallies
}

/** Resolves when the next turn is planned, three seconds later. */
async function turnEnds(): Promise<void> {
  while (planned.length === 0) await new Promise(resolve => setImmediate(resolve))
}

async function pass(ms: number): Promise<void> {
  monotonicMs += ms
  planned.shift()?.()
  await turnEnds()
}

async function start(): Promise<void> {
  drift.start()
  await turnEnds()
}

const countOf = async (operation: string) =>
  (await createDriftStore(store.database).days(dayOf(NOW))).find(
    row => row.operation === operation && row.field === '',
  )?.answers

it('writes what was counted every three seconds, and reads it at once', async () => {
  expect(drift.current()).toBeUndefined()
  await start()
  expect(drift.current()?.shop).toMatchObject({ drifting: [] })
  answered('shop.written')
  expect(await countOf('shop.written')).toBeUndefined()
  await pass(0)
  expect(await countOf('shop.written')).toBe(1)
  expect(drift.states().get('shop.written')?.answers).toBe(1)
})

it('reads what other replicas wrote after fifteen seconds', async () => {
  await start()
  await createDriftStore(store.database).add(batchOf('shop.elsewhere'), NOW)
  await pass(15_000)
  expect(drift.states().has('shop.elsewhere')).toBe(false)
  await pass(1)
  expect(drift.states().has('shop.elsewhere')).toBe(true)
})

it('shows the answers of thirty days', async () => {
  const before = createDriftStore(store.database)
  await before.add(batchOf('shop.old'), NOW - 31 * DAY_MS)
  await before.add(batchOf('shop.recent'), NOW - 30 * DAY_MS)
  await start()
  const days = drift.current()?.shop?.presence.map(({ day }) => day)
  expect(days).toContain('2027-01-01')
  expect(days).not.toContain('2026-12-31')
})

it('removes old days every six hours', async () => {
  const old = dayOf(NOW - 91 * DAY_MS)
  const hasOld = async () => (await createDriftStore(store.database).days(old)).some(row => row.day === old)
  await createDriftStore(store.database).add(batchOf('shop.removed'), NOW - 91 * DAY_MS)
  await start()
  await pass(6 * HOUR_MS)
  expect(await hasOld()).toBe(true)
  await pass(1)
  expect(await hasOld()).toBe(false)
})

it('keeps the counts of a write that failed for the next one', async () => {
  const add = vi.spyOn(drift.store, 'add').mockRejectedValueOnce(new Error('the database is gone'))
  // A repeated test finds nothing of the first try.
  const operation = `shop.kept${requests}`
  answered(operation)
  await start()
  expect(onError).toHaveBeenCalledTimes(1)
  answered(operation)
  await pass(0)
  expect(add).toHaveBeenCalledTimes(2)
  expect(await countOf(operation)).toBe(2)
})

it('counts the requests that a shop answered, and those that failed', async () => {
  const run = (outcome: RunOutcome) =>
    events.emit('run', { site: 'shop', operation: 'general.product', outcome, ms: 1, absent: 0 })
  vi.spyOn(drift.store, 'add').mockRejectedValueOnce(new Error('the database is gone'))
  // That a product is gone is an answer; that a caller left says nothing.
  for (const outcome of ['ok', 'not_found', 'upstream_timeout', 'client_closed'] as const) run(outcome)
  await start()
  run('upstream_blocked')
  await pass(0)
  expect(drift.current()?.shop?.requests).toEqual([{ day: '2027-01-31', answered: 2, failed: 2 }])
})

it('writes the rest when it closes, and plans nothing more', async () => {
  await start()
  answered('shop.closing')
  planned.shift()?.()
  await drift.close()
  expect(await countOf('shop.closing')).toBe(1)
  expect(planned).toEqual([])
})
