// A replica that plays the histories of all watches of a database, check by check, until each is at its end:
// node history-process.ts FOLDER [DATABASE_URL]
import { openStore } from '../../../src/store/open-store.ts'
import { createCheckStore } from '../../../src/watch/store/check-store.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import { resultOf } from './answer.ts'
import { makeHistory } from './make-history.ts'

const [, , dataDir = '', databaseUrl] = process.argv
const store = await openStore({ dataDir, databaseUrl })
const watches = createWatchStore(store.database)
const checks = createCheckStore(store.database)
for (;;) {
  const { watches: all } = await watches.list({ limit: 100 })
  // The name of a watch is the number of its history.
  const left = all.filter(watch => watch.checkSeq < makeHistory(Number(watch.name)).steps.length)
  if (left.length === 0) break
  for (const watch of left) {
    const history = makeHistory(Number(watch.name))
    const step = history.steps[watch.checkSeq]
    if (step?.do !== 'check') throw new Error('only histories without edits are played by several processes')
    // Another replica may have recorded this check meanwhile: then nothing is recorded.
    await checks.record(watch, {
      ...resultOf(step.page, history),
      requestId: `check-${watch.checkSeq}`,
      atMs: step.at,
    })
    process.send?.('checked')
  }
}
await store.close()
process.disconnect?.()
