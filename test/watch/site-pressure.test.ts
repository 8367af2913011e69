// The requests that the watches of a site want: read once in a while, and no check is lost if they cannot be read.
import { expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { ShopConfig } from '../../src/watch/store/shop-limits.ts'
import { createSitePressure } from '../../src/watch/store/site-pressure.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

it('is remembered for a quarter of an hour, and while the database is in trouble', async () => {
  const folder = temporaryFolder('pressure')
  const store = await openEmbeddedStore(folder)
  let nowMs = 0
  const config = {
    sites: { shop: { requestsPerSecond: 1 / 1800 } },
    reader: { hosts: [], sandboxOrigins: [] },
  } as unknown as ShopConfig
  const pressureOf = createSitePressure(store.database, config, { monotonicMs: () => nowMs })
  const watches = createWatchStore(store.database)
  await watches.add(newWatch({ everyS: 3_600 }), 0)
  expect(await pressureOf('shop')).toBeCloseTo(1)
  await watches.add(newWatch({ everyS: 3_600 }), 0)
  nowMs += 14 * 60_000
  expect(await pressureOf('shop')).toBeCloseTo(1)
  nowMs += 60_000
  expect(await pressureOf('shop')).toBeCloseTo(2)
  await store.close()
  nowMs += 15 * 60_000
  expect(await pressureOf('shop')).toBeCloseTo(2)
  expect(await pressureOf('other')).toBe(1)
})
