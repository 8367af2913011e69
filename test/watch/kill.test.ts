// Killed repeatedly at any moment: every change is in the feed exactly once and in order, and spans, changes and deliveries
// agree.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** To run a few hundred by hand: WARES_KILLS=300 npx vitest run test/watch/kill */
const KILLS = Number(process.env.WARES_KILLS ?? 6)
const WATCHES = 5
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A new one for each try. */
function createFolder(): string {
  const folder = temporaryFolder('kill')
  folders.push(folder)
  return folder
}

it(
  `feed and history stay consistent over ${KILLS} kills`,
  async () => {
    const folder = createFolder()
    const before = await openEmbeddedStore(folder)
    for (let n = 0; n < WATCHES; n++) await createWatchStore(before.database).add(newWatch(), Date.now())
    const receiver = { url: 'https://receiver.example/', events: [], allowPrivate: false }
    await createWebhookStore(before.database).add(receiver, Date.now())
    await before.close()
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(fileURLToPath(new URL('checking-process.ts', import.meta.url)), [folder], {
        execArgv: [],
      })
      await once(child, 'message')
      await sleep(Math.random() * 150)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    const after = await openEmbeddedStore(folder)
    const history = createHistoryStore(after.database)
    const query = after.database.query.withTables<WatchTables>()
    const changes = await history.changes({ after: 0, limit: 1_000_000 })
    expect(changes.length).toBeGreaterThan(KILLS)
    expect(changes.map(change => change.id)).toEqual(changes.map((_, place) => place + 1))
    expect(await history.lastChangeId()).toBe(changes.length)
    for (const watch of (await createWatchStore(after.database).list({ limit: 100 })).watches) {
      const own = changes.filter(change => change.watchId === watch.id)
      // The first check makes no change, each further one exactly one.
      expect(own.map(change => [change.before.price, change.after.price, change.requestId])).toEqual(
        Array.from({ length: Math.max(0, watch.checkSeq - 1) }, (_, n) => [
          `${n + 1}.00 EUR`,
          `${n + 2}.00 EUR`,
          `request-${n + 2}`,
        ]),
      )
      const spans = await history.spans(watch, { fromMs: 0, toMs: Date.now() * 2 }, ['price'])
      const prices = spans.find(one => one.series === 'price')
      expect(prices?.values ?? []).toEqual(
        Array.from({ length: watch.checkSeq }, (_, n) => `${n + 1}.00 EUR`),
      )
      expect(prices?.endedMs.slice(0, -1)).toEqual(prices?.firstSeenMs.slice(1))
    }
    const deliveries = await query.selectFrom('deliveries').select('change_id').orderBy('change_id').execute()
    expect(deliveries.map(row => row.change_id)).toEqual(changes.map(change => change.id))
    await after.close()
  },
  60_000 + KILLS * 60_000,
)
