// Random histories of a catalog through the real stores, SQLite and PostgreSQL: two replicas check at the same time, take turns
// as the seed says and are interrupted at any step. Each product is told as new and as removed exactly when it is, and once.
import { beforeAll, describe, expect, it } from 'vitest'
import { newsOfChange } from '../../../src/watch/lists/catalog-news.ts'
import type { CatalogStore } from '../../../src/watch/store/catalog-store.ts'
import type { CatalogRequest } from '../../../src/watch/check/catalog-checker.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { choicesOf } from '../histories/seeded.ts'
import { newCatalogWatch, NOTHING_STATED, type PlayedShop, requestsOf } from './played-shop.ts'
import { checkOnce, type Replica, replicaOf } from './replicas.ts'

/** In 36 a list is cut, doubted, and whole again with a product that is new: it was never told. */
const SEEDS = [1, 2, 3, 4, 36]
const STEPS = 12
/** Enough for the last products that are no longer listed to be asked for. */
const LAST_CHECKS = 33

const NOW = Date.UTC(2027, 0, 1)
const HOUR = 3_600_000

/** A list of one product. */
function priceOf(amount: string): CatalogRequest {
  const products = [
    { ...NOTHING_STATED, url: 'https://shop.example/p/1', name: 'Lamp', price: { amount, currency: 'EUR' } },
  ]
  const list = { base: 'https://shop.example', products, cursor: null, patterns: [], given: 1, problems: [] }
  const value = { ...list, requests: { used: 1, budget: 10 } }
  return async () => ({
    kind: 'answer',
    requestId: `at ${amount}`,
    atMs: Date.now(),
    isPartial: false,
    value,
  })
}

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })
  const replicas = () => [connections.database, connections.other].map(replicaOf)

  describe('a watched catalog', () => {
    it.each(SEEDS)(
      'tells each product once, with two replicas that are interrupted (%i)',
      async seed => {
        const choices = choicesOf(seed)
        const chance = (share: number) => choices.chance(share)
        const both = replicas()
        const [{ watches, history }] = both as [Replica, Replica]
        const { id } = (await watches.add(newCatalogWatch(), Date.now())) ?? { id: '' }
        const shop: PlayedShop = { listed: pathsTo(20), sold: new Set(pathsTo(20)), list: 'whole' }
        let highest = 20
        const oracle = createOracle(pathsTo(20))
        for (let step = 0; step < STEPS + LAST_CHECKS; step++) {
          if (step > 0 && step < STEPS) {
            highest = changeShop(shop, highest, chance)
          } else if (step >= STEPS) shop.list = 'whole'
          await checkOnce(both, id, requestsOf(shop), choices)
          oracle.compare(await newsSince(oracle, history, both[0]?.catalogs, id), shop)
        }
        expect(shop.listed.filter(path => !oracle.known.has(path))).toEqual([])
        // What was never listed while the list could be had is not known.
        expect([...oracle.known].filter(path => !shop.sold.has(path))).toEqual([])
      },
      120_000,
    )

    it('of a time that has not passed yet is moved to now: the cooldown of a product ends', async () => {
      const one = replicaOf(connections.database)
      const rules = { when: 'price drops', cooldownS: 6 * 3600 }
      const { id } = (await one.watches.add({ ...newCatalogWatch(), ...rules }, NOW)) ?? { id: '' }
      const alerts = async (hours: number, amount: string): Promise<boolean> => {
        const last = await one.history.lastChangeId()
        const always = { between: (least: number) => least, chance: () => false }
        await checkOnce([one], id, priceOf(amount), always, () => NOW + hours * HOUR)
        const changes = await one.history.changes({ after: last, watchId: id, limit: 10 })
        return changes.some(change => change.alert)
      }
      const WEEK_H = 7 * 24
      expect([await alerts(WEEK_H, '20.00'), await alerts(WEEK_H + 1, '9.00')]).toEqual([false, true])
      // The clock is set back.
      expect([await alerts(1, '8.00'), await alerts(2, '7.00')]).toEqual([false, false])
      expect(await alerts(8, '6.00')).toBe(true)
      const [[, products] = [0, []]] = await one.catalogs.chunks(id, 0, 1)
      const seen = (products[0]?.past ?? []).map(([first]) => first)
      expect(seen).toHaveLength(4)
      expect(seen.every(atMs => atMs <= NOW + 8 * HOUR)).toBe(true)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    })

    it('of a watch that is removed leaves nothing behind', async () => {
      const [one] = replicas() as [Replica]
      const watch = await one.watches.add(newCatalogWatch(), Date.now())
      const shop: PlayedShop = { listed: pathsTo(20), sold: new Set(pathsTo(20)), list: 'whole' }
      await checkOnce([one], watch?.id ?? '', requestsOf(shop), { between: min => min, chance: () => false })
      const known = async () => (await one.catalogs.load(watch?.id ?? '', 1)).chunks.flat()
      expect(await known()).toHaveLength(20)
      await one.watches.remove(watch?.id ?? '')
      expect(await known()).toEqual([])
      expect(await one.catalogs.read(watch?.id ?? '')).toMatchObject({ version: 0, baseline: null })
      // A check that was under way writes after the removal; the regular clean-up takes that away.
      await one.catalogs.save(watch?.id ?? '', { version: 0, lastRun: 1, run: null, baseline: null })
      await one.history.prune(Date.now(), 1)
      expect(await one.catalogs.read(watch?.id ?? '')).toMatchObject({ version: 0 })
    })

    it('keeps one state when two replicas save at the same time', async () => {
      const [one, two] = replicas() as [Replica, Replica]
      const state = { version: 0, lastRun: 1, run: null, baseline: null }
      const saved = await Promise.all([one, two].map(each => each.catalogs.save('w_same', state)))
      expect(saved.filter(Boolean)).toHaveLength(1)
    })
  })
})

function pathsTo(last: number): string[] {
  return Array.from({ length: last }, (_, n) => `/p/${n + 1}`)
}

/** Returns the highest number that was ever sold. */
function changeShop(shop: PlayedShop, highest: number, chance: (share: number) => boolean): number {
  const sold = new Set(shop.sold)
  const listed = new Set(shop.listed)
  let last = highest
  while (chance(0.5)) {
    const path = `/p/${++last}`
    sold.add(path)
    listed.add(path)
  }
  for (const path of sold) {
    if (chance(0.05)) sold.delete(path)
    if (!sold.has(path) || chance(0.05)) listed.delete(path)
    else if (chance(0.3)) listed.add(path)
  }
  shop.sold = sold
  shop.listed = [...listed]
  shop.list = chance(0.2) ? 'down' : chance(0.2) ? 'partial' : 'whole'
  return last
}

interface News {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** Knows only what the shop sells and lists, and what was told. */
function createOracle(first: readonly string[]) {
  const known = new Set(first)
  return {
    known,
    cursor: 0,
    compare({ added, removed }: News, shop: PlayedShop) {
      for (const path of added) {
        expect(known.has(path), `${path} is new, but known`).toBe(false)
        known.add(path)
      }
      for (const path of removed) {
        expect(known.delete(path), `${path} is removed, but unknown`).toBe(true)
        expect(shop.sold.has(path), `${path} is removed, but sold`).toBe(false)
      }
    },
  }
}

async function newsSince(
  oracle: { cursor: number },
  history: Replica['history'],
  catalogs: CatalogStore | undefined,
  watchId: string,
): Promise<News> {
  const changes = await history.changes({ after: oracle.cursor, watchId, limit: 100 })
  oracle.cursor = changes.at(-1)?.id ?? oracle.cursor
  const added: string[] = []
  const removed: string[] = []
  for (const change of changes) {
    const news = newsOfChange(change)
    if (!news) continue
    const isAdded = change.type === 'catalog.added'
    const rows = (await catalogs?.news(watchId, news.run, change.type)) ?? []
    expect(rows).toHaveLength(news.count)
    for (const { url } of rows) (isAdded ? added : removed).push(new URL(url).pathname)
  }
  return { added, removed }
}
