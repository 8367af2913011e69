// When a canary is doubtful, failing and well again, and what the feed then says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Canary, createCanaryStore } from '../../src/drift/canary-store.ts'
import { openEmbeddedStore } from '../../src/state/sqlite-store.ts'
import type { Store } from '../../src/state/store.ts'
import { createHistoryStore } from '../../src/watch/history-store.ts'

const NOW = Date.UTC(2027, 0, 1)
const folder = mkdtempSync(join(tmpdir(), 'wares-canary-store-'))
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(folder)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
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
