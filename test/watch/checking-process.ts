// Checks all watches of a folder as fast as possible, each time with a higher price, until it is killed: node
// checking-process.ts FOLDER
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'

const store = await openEmbeddedStore(process.argv[2] ?? '')
const watches = createWatchStore(store.database)
const checks = createCheckStore(store.database)
for (;;) {
  const page = await watches.list({ limit: 100 })
  await Promise.all(
    page.watches.map(watch =>
      checks.record(watch, {
        // The price identifies the check.
        kind: 'facts',
        facts: { price: `${watch.checkSeq + 1}.00 EUR`, availability: 'in_stock' },
        requestId: `request-${watch.checkSeq + 1}`,
        atMs: Date.now(),
      }),
    ),
  )
  // However busy the machine is, every watch has been checked once.
  process.send?.('checked')
}
