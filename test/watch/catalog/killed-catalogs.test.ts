// Killed repeatedly at any moment of a check of a catalog: every product is reported as new once and as removed once.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { newsOfChange } from '../../../src/watch/lists/catalog-news.ts'
import { createCatalogStore } from '../../../src/watch/store/catalog-store.ts'
import { createHistoryStore } from '../../../src/watch/store/history-store.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import { listAt, newCatalogWatch } from './played-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** To run a few hundred by hand: WARES_KILLS=300 npx vitest run test/watch/catalog/killed */
const KILLS = Number(process.env.WARES_KILLS ?? 5)
const folder = temporaryFolder('killed-catalog')

it(
  `a catalog stays exact over ${KILLS} kills`,
  async () => {
    const before = await openEmbeddedStore(folder)
    await createWatchStore(before.database).add(newCatalogWatch(), Date.now())
    await before.close()
    for (let kill = 0; kill < KILLS; kill++) {
      const child = fork(fileURLToPath(new URL('catalog-process.ts', import.meta.url)), [folder], {
        execArgv: [],
      })
      await once(child, 'message')
      await sleep(Math.random() * 250)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    const after = await openEmbeddedStore(folder)
    const catalogs = createCatalogStore(after.database)
    const [watch] = (await createWatchStore(after.database).list({ limit: 1 })).watches
    const { id = '', checkSeq = 0 } = watch ?? {}
    expect(checkSeq).toBeGreaterThanOrEqual(KILLS)
    const changes = await createHistoryStore(after.database).changes({
      after: 0,
      watchId: id,
      limit: 100_000,
    })
    const reported: string[] = []
    for (const change of changes) {
      const news = newsOfChange(change)
      const rows = (await catalogs.news(id, news?.run ?? 0, change.type)) ?? []
      expect(rows).toHaveLength(news?.count ?? 0)
      reported.push(...rows.map(({ url }) => `${change.type} ${new URL(url).pathname}`))
    }
    const expected = Array.from({ length: checkSeq - 1 }, (_, n) => {
      const [was, is] = [listAt(n), listAt(n + 1)]
      return [
        ...is.filter(path => !was.includes(path)).map(path => `catalog.added ${path}`),
        ...was.filter(path => !is.includes(path)).map(path => `catalog.removed ${path}`),
      ]
    }).flat()
    expect(reported.toSorted()).toEqual(expected.toSorted())
    await after.close()
  },
  60_000 + KILLS * 60_000,
)
