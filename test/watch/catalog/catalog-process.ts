// Checks the watched catalog of a folder as fast as possible until it is killed; each list has five products more, and one
// less that is still known: node catalog-process.ts FOLDER
import { systemClock } from '../../../src/runtime/clock.ts'
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { createCatalogChecker } from '../../../src/watch/check/catalog-checker.ts'
import { createCatalogStore } from '../../../src/watch/store/catalog-store.ts'
import { createCheckStore } from '../../../src/watch/store/check-store.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import { listAt, requestsOf } from './played-shop.ts'

const store = await openEmbeddedStore(process.argv[2] ?? '')
const watches = createWatchStore(store.database)
const catalogs = createCatalogStore(store.database)
const checks = createCheckStore(store.database)
for (;;) {
  const [watch] = (await watches.list({ limit: 1 })).watches
  if (!watch) throw new Error('there is no watch')
  // What the shop sells depends on the number of the check, so that a repeated one finds the same.
  const listed = listAt(watch.checkSeq)
  const request = requestsOf({ listed, sold: new Set(listed), list: 'whole' })
  const check = createCatalogChecker({ request, store: catalogs, clock: systemClock })
  const made = await check(watch, { signal: new AbortController().signal, maxAgeMs: 0, sliceMs: 1_000 })
  if (!('atMs' in made)) continue
  await checks.record(watch, made)
  process.send?.('checked')
}
