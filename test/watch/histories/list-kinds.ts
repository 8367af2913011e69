// Histories of several shops and of lists: a shop fails, answers for the first time, rows come, go and move.
import type { Kind } from './product-kinds.ts'
import { faults, script, settings, some } from './script.ts'
import { ANY, bound, type Chance, DAY, lowest, move } from './seed.ts'
import { shuffled, walk } from './shop.ts'
import type { ByShop, Offer, Row } from './truth.ts'

const SHOPS = ['alder', 'birch', 'cedar', 'dogwood'] as const

const row = (n: number, cents: number): Row => ({ key: `r${n}`, name: `Article ${n}`, cents })

function offersOf(luck: Chance, shop: string, cents: number): Offer[] {
  return Array.from({ length: luck.int(1, 2) }, (_, n) => ({
    key: `${shop}-${n}`,
    seller: shop,
    price: { cents: cents + n * 500 + luck.int(0, 30) * 10, currency: 'EUR' },
    stock: 'in_stock' as const,
  }))
}

/** Some shops of an answer fail, each with its own fault. */
function failing<T>(luck: Chance, shops: ByShop<T>, share: number): ByShop<T> {
  return Object.fromEntries(
    Object.entries(shops).map(([name, each]) => [
      name,
      luck.is(share) ? luck.pick(['upstream_failed', 'upstream_timeout', 'upstream_blocked']) : each,
    ]),
  )
}

const withShop = <T>(shops: ByShop<T>, name: string, rows: T[]): ByShop<T> => ({ ...shops, [name]: rows })

function repriced(luck: Chance, offer: Offer): Offer {
  return { ...offer, price: { ...offer.price, cents: walk(luck, offer.price.cents) } }
}

export const offers: Kind = luck => {
  const cents = luck.int(50, 150) * 100
  const names = SHOPS.slice(0, luck.int(2, 4))
  let truth: ByShop<Offer> = Object.fromEntries(names.map(name => [name, offersOf(luck, name, cents)]))
  const late = luck.is(0.6) ? names.at(-1) : undefined
  if (late) truth[late] = offersOf(luck, late, Math.round(cents * luck.pick([0.8, 0.95])))
  const story = script()
  const hidden = (shops: ByShop<Offer>) => (late ? { ...shops, [late]: 'upstream_timeout' } : shops)
  for (let n = 0; n < 18; n++) {
    const name = luck.pick(names)
    const list = truth[name] as Offer[]
    const roll = luck()
    if (n > 0 && roll < 0.6)
      truth = withShop(
        truth,
        name,
        list.map((each, place) => (place === 0 ? repriced(luck, each) : each)),
      )
    else if (n > 0 && roll < 0.7 && list.length > 1) truth = withShop(truth, name, list.slice(1))
    const shown = n < 4 ? hidden(truth) : n === 4 ? truth : failing(luck, truth, 0.2)
    story.check({ shows: 'offers', shops: shown })
  }
  const choices = [bound('<', cents), move('drops', { percent: 10 }), lowest(null), lowest(30 * DAY), ANY]
  return {
    operation: 'general.offers',
    settings: settings(some(luck, choices, 2)),
    steps: story.steps,
    open: ['watch.failing', 'watch.recovered'],
  }
}

export const searches: Kind = luck => {
  const names = SHOPS.slice(0, luck.int(2, 3))
  let truth: ByShop<Row> = Object.fromEntries(
    names.map((name, nth) => [
      name,
      Array.from({ length: luck.int(2, 6) }, (_, n) => row(nth * 100 + n, luck.int(20, 90) * 100)),
    ]),
  )
  const story = script()
  for (let n = 0; n < 14; n++) {
    const name = luck.pick(names)
    const list = truth[name] as Row[]
    if (n > 0) truth = withShop(truth, name, liveRows(luck, list, 1000 + n))
    story.check({ shows: 'search', shops: n === 0 ? truth : failing(luck, truth, 0.25) })
  }
  return {
    operation: 'general.search',
    settings: settings([ANY]),
    steps: story.steps,
    open: ['watch.failing', 'watch.recovered'],
  }
}

/** A row appears in front, goes, moves, changes its price, or is listed twice. */
function liveRows(luck: Chance, rows: Row[], next: number): Row[] {
  const roll = luck()
  const nth = luck.int(0, Math.max(0, rows.length - 1))
  if (roll < 0.2) return [row(next, luck.int(20, 90) * 100), ...rows]
  if (roll < 0.35 && rows.length > 1) return rows.filter((_, place) => place !== nth)
  if (roll < 0.5) return shuffled(luck, rows)
  if (roll < 0.7)
    return rows.map((each, place) => (place === nth ? { ...each, cents: walk(luck, each.cents) } : each))
  return rows
}

function rowsKind(from: number, to: number, checks: number): Kind {
  return luck => {
    let rows = Array.from({ length: luck.int(from, to) }, (_, n) => row(n, luck.int(20, 90) * 100))
    const story = script()
    for (let n = 0; n < checks; n++) {
      if (n > 0) rows = liveRows(luck, rows, 5000 + n)
      if (luck.is(0.08)) faults(luck, story)
      const twice = n > 0 && luck.is(0.2) ? [...rows, luck.pick(rows)] : rows
      story.check({ shows: 'rows', rows: twice })
    }
    return { operation: 'native', settings: settings([ANY]), steps: story.steps, open: [] }
  }
}

export const lists = rowsKind(2, 12, 16)
export const longLists = rowsKind(320, 420, 5)
