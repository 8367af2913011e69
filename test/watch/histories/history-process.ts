// A replica that plays the histories of all watches of a database, step by step, until each is at its end:
// node history-process.ts FOLDER [DATABASE_URL]
import { openStore } from '../../../src/state/open-store.ts'
import { createCheckStore } from '../../../src/watch/check-store.ts'
import { createWatchStore } from '../../../src/watch/watch-store.ts'
import { historyOf } from './history-plan.ts'
import { resultOf } from './render-page.ts'

const [, , dataDir = '', databaseUrl] = process.argv
const store = await openStore({ dataDir, databaseUrl })
const watches = createWatchStore(store.database)
const checks = createCheckStore(store.database)
for (;;) {
  const { watches: all } = await watches.list({ limit: 100 })
  // The name of a watch is the number of its history.
  const left = all.filter(watch => watch.checkSeq < historyOf(Number(watch.name)).steps.length)
  if (left.length === 0) break
  for (const watch of left) {
    const step = historyOf(Number(watch.name)).steps[watch.checkSeq]
    if (!step) throw new Error('the history is over')
    // Another replica may have recorded this check meanwhile: then nothing is recorded.
    await checks.record(watch, {
      result: resultOf(step, watch.variant),
      requestId: `check-${watch.checkSeq}`,
      atMs: step.atMs,
    })
    process.send?.('checked')
  }
}
await store.close()
process.disconnect?.()
