// When a canary is doubtful, failing and well again, and what the feed then says.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Canary, createCanaryStore } from '../../src/health/canaries/canary-store.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const NOW = Date.UTC(2027, 0, 1)
const folder = temporaryFolder('canary-store')
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterAll(async () => {
  await store.close()
})

const canary = (id: string): Canary => ({
  id,
  name: id,
  site: 'shop',
  operation: 'shop.product',
  params: {},
  everyS: 3600,
  expect: ['price > 0'],
})

async function statesOf(
  id: string,
  results: readonly { unmet?: string; mayPass?: boolean }[],
): Promise<string[]> {
  const canaries = createCanaryStore(store.database)
  await canaries.apply([canary(id)], NOW)
  const states: string[] = []
  for (const [n, { unmet, mayPass = false }] of results.entries())
    states.push(await canaries.record(canary(id), { unmet, mayPass, requestId: `r-${n}` }, NOW + n * 60_000))
  return states
}

const FAULT = { unmet: 'upstream_failed: HTTP 500', mayPass: true }
const WRONG = { unmet: 'expected price > 0' }

it('a fault that may pass makes a canary doubtful, a second one failing', async () => {
  expect(await statesOf('passing', [{}, FAULT, FAULT, {}])).toEqual(['ok', 'doubtful', 'failing', 'ok'])
  expect(await statesOf('passed', [{}, FAULT, {}, FAULT])).toEqual(['ok', 'doubtful', 'ok', 'doubtful'])
})

it('a wrong value makes it failing at once', async () => {
  expect(await statesOf('wrong', [{}, WRONG])).toEqual(['ok', 'failing'])
})

it('the feed has failures and recoveries, not doubts', async () => {
  const changes = await createHistoryStore(store.database).changes({ after: 0, limit: 100 })
  expect(changes.map(({ type, after }) => [type, after.canary])).toEqual([
    ['canary.failing', 'passing'],
    ['canary.recovered', 'passing'],
    ['canary.failing', 'wrong'],
  ])
})

it('a canary that is no longer in the settings is removed, the others keep their state', async () => {
  const canaries = createCanaryStore(store.database)
  await canaries.apply([canary('kept'), canary('removed')], NOW)
  await canaries.record(canary('kept'), { unmet: undefined, mayPass: false, requestId: 'r-1' }, NOW)
  const listed = async () =>
    (await canaries.list()).map(one => [one.id, one.state, one.checked_at, one.request_id])
  expect(await listed()).toEqual([
    ['kept', 'ok', '2027-01-01T00:00:00.000Z', 'r-1'],
    ['removed', 'new', null, null],
  ])
  await canaries.apply([canary('kept')], NOW)
  expect(await listed()).toEqual([['kept', 'ok', '2027-01-01T00:00:00.000Z', 'r-1']])
  await canaries.apply([], NOW)
  expect(await listed()).toEqual([])
})
