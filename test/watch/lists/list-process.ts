// A replica that plays the histories of all watched lists of a database, check by check, until each is at its end; it says what
// it is about to do. With RECORD and QUERY it kills itself while it records that check, after that query: no timer of another
// process hits a moment between two queries. node list-process.ts FOLDER DATABASE_URL|- [RECORD QUERY]
import { setTimeout as sleep } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { systemClock } from '../../../src/runtime/clock.ts'
import { isDatabaseTrouble } from '../../../src/store/database-trouble.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { createCatalogChecker } from '../../../src/watch/check/catalog-checker.ts'
import type { Watch } from '../../../src/watch/model/watch.ts'
import { replicaOf } from '../catalog/replicas.ts'
import { makeListHistory } from './list-script.ts'
import { replyAt } from './list-shop.ts'

/** Without it, SQLite plays all histories before whoever kills hears of the first steps. */
const REPLY_MS = 3

/** Another replica has recorded the check meanwhile: the shop is at the next one. */
class Passed extends Error {}

// Whoever runs the test may end it.
process.on('disconnect', () => process.exit())
const [, , dataDir = '', url = '-', record = 0, query = 0] = process.argv
const store = await openStore({ dataDir, databaseUrl: url === '-' ? undefined : url })
let records = 0
let queries = 0
const killing: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (records === Number(record) && ++queries === Number(query)) process.kill(process.pid, 'SIGKILL')
    return result
  },
}
const database = { ...store.database, query: store.database.query.withPlugin(killing) }
const { watches, catalogs, checks } = replicaOf(database)
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
      await sleep(REPLY_MS)
      return replyAt(check, asked, `${checkSeq}-${++count}`)
    },
    store: catalogs,
    clock: { ...systemClock, wallMs: () => check.at },
  })
  const made = await checker(watch, { signal: new AbortController().signal, maxAgeMs: 0 })
  if (!('atMs' in made)) return
  process.send?.('records')
  records++
  queries = 0
  await checks.record(watch, made)
  process.send?.('recorded')
}

/** On a crowded machine a query may time out, as for any replica: it is asked again. */
function onceMore(error: unknown): undefined {
  if (!(error instanceof Passed) && !isDatabaseTrouble(error)) throw error
  return undefined
}

/** Of all watches. More time without a check is no crowded machine. */
let recorded = -1
let recordedAtMs = Date.now()
const STUCK_MS = 60_000

function throwIfStuck(all: readonly Watch[]): void {
  const sum = all.reduce((before, watch) => before + watch.checkSeq, 0)
  if (sum !== recorded) recordedAtMs = Date.now()
  recorded = sum
  if (Date.now() - recordedAtMs > STUCK_MS) throw new Error('no check is recorded any more')
}

for (;;) {
  const all = await watches.list({ limit: 100 }).catch(onceMore)
  const left = all?.watches.filter(watch => watch.checkSeq < historyOf(watch).checks.length)
  if (left?.length === 0) break
  throwIfStuck(all?.watches ?? [])
  for (const watch of left ?? []) await checkOnce(watch).catch(onceMore)
}
await store.close()
process.disconnect?.()
