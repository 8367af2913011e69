// A replica that plays the histories of all watched lists of a database, check by check, until each is at its end; it says what
// it is about to do: node list-process.ts FOLDER [DATABASE_URL]
import { systemClock } from '../../../src/runtime/clock.ts'
import { openStore } from '../../../src/state/open-store.ts'
import { createCatalogChecker } from '../../../src/watch/catalog/catalog-checker.ts'
import type { Watch } from '../../../src/watch/watch.ts'
import { replicaOf } from '../catalog/replicas.ts'
import { makeListHistory } from './list-script.ts'
import { replyAt } from './list-shop.ts'

/** Another replica has recorded the check meanwhile: the shop is at the next one. */
class Passed extends Error {}

const [, , dataDir = '', databaseUrl] = process.argv
const store = await openStore({ dataDir, databaseUrl })
const { watches, catalogs, checks } = replicaOf(store.database)
const histories = new Map<string, ReturnType<typeof makeListHistory>>()

function historyOf({ name }: Watch) {
  const history = histories.get(name) ?? makeListHistory(Number(name))
  histories.set(name, history)
  return history
}

async function checkOnce(watch: Watch): Promise<void> {
  const { id, checkSeq } = watch
  const check = historyOf(watch).checks[checkSeq]
  if (!check) throw new Error('the history is at its end')
  let count = 0
  const checker = createCatalogChecker({
    async request(_, asked) {
      if ((await watches.find(id))?.checkSeq !== checkSeq) throw new Passed()
      process.send?.('asks')
      return replyAt(check, asked, `${checkSeq}-${++count}`)
    },
    store: catalogs,
    clock: { ...systemClock, wallMs: () => check.at },
  })
  const made = await checker(watch, { signal: new AbortController().signal, maxAgeMs: 0 })
  if (!('atMs' in made)) return
  process.send?.('records')
  await checks.record(watch, made)
  process.send?.('recorded')
}

for (;;) {
  const { watches: all } = await watches.list({ limit: 100 })
  const left = all.filter(watch => watch.checkSeq < historyOf(watch).checks.length)
  if (left.length === 0) break
  for (const watch of left)
    await checkOnce(watch).catch((error: unknown) => {
      if (!(error instanceof Passed)) throw error
    })
}
await store.close()
process.disconnect?.()
