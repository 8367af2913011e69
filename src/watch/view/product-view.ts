// The API representation of the products of a watched catalog, and the order they are given in. Pure.
import { moneyOf } from '../facts/facts.ts'
import { publicFacts } from '../facts/public-facts.ts'
import { isoTime } from './view.ts'
import type { CatalogProduct } from '../model/watch-schemas.ts'
import type { Static } from '#kit/schema/schema'
import type { NewsRow } from '../lists/catalog-news.ts'
import { lastSeenMs } from '../lists/match-rows.ts'
import type { CatalogBaseline } from '../lists/catalog-state.ts'
import type { TrackedProduct } from '../lists/tracked-product.ts'

export type ProductView = Static<typeof CatalogProduct>

/** Enough for a small line in a table. */
const PRICES_MAX = 30

/** `unlisted`: no longer in the list, but its page does not say that it is gone. */
export function productView(
  product: TrackedProduct,
  baseline: CatalogBaseline | null,
  withPrices: boolean,
): ProductView {
  const { url, name = null, image = null, facts, removed, missing, sinceMs } = product
  const previous = previousPrice(product)
  return {
    url,
    name,
    image,
    state: removed ? 'removed' : missing ? 'unlisted' : 'listed',
    first_seen: isoTime(product.firstSeenMs),
    last_seen: isoTime(removed?.lastSeenMs ?? lastSeenMs(product, baseline)),
    removed_at: removed ? isoTime(removed.atMs) : null,
    price: moneyOf(facts?.price) ?? null,
    list_price: moneyOf(facts?.list_price) ?? null,
    price_max: moneyOf(facts?.price_max) ?? null,
    availability: facts?.availability ?? null,
    previous_price: previous ?? null,
    moved: movedOf(product),
    since: facts ? isoTime(sinceMs) : null,
    prices: withPrices ? pricesOf(product) : [],
    before: null,
    after: null,
    conditions: [],
  }
}

/** A product as a change has it: `now` is what is known of it today. */
export function newsView(row: NewsRow, now: ProductView | undefined, atMs: number): ProductView {
  const { url, name = null, image = null, firstSeenMs, removed, before, after, when = [] } = row
  const seenAt = isoTime(removed?.lastSeenMs ?? atMs)
  return {
    ...NOTHING,
    ...now,
    url,
    name,
    image,
    state: removed ? 'removed' : (now?.state ?? 'listed'),
    first_seen: isoTime(firstSeenMs),
    last_seen: now?.last_seen ?? seenAt,
    removed_at: removed ? isoTime(removed.atMs) : (now?.removed_at ?? null),
    before: before ? publicFacts(before) : null,
    after: after ? publicFacts(after) : null,
    conditions: [...when],
  }
}

const NOTHING = {
  price: null,
  list_price: null,
  price_max: null,
  availability: null,
  previous_price: null,
  moved: null,
  since: null,
  prices: [],
}

function previousPrice({ facts, past = [] }: TrackedProduct) {
  const price = moneyOf(facts?.price)
  if (!price) return undefined
  const texts = past.map(([, , , values]) => values.price)
  const last = texts.findLast(text => text !== facts?.price && moneyOf(text)?.currency === price.currency)
  return moneyOf(last)
}

/** The share by which the price moved when it last did. */
function movedOf(product: TrackedProduct): number | null {
  const [price, lastPrice] = [moneyOf(product.facts?.price), previousPrice(product)]
  if (!price || !lastPrice || Number(lastPrice.amount) === 0) return null
  return Math.round((Number(price.amount) / Number(lastPrice.amount) - 1) * 10_000) / 10_000
}

function pricesOf({ past = [], sinceMs, facts }: TrackedProduct): ProductView['prices'] {
  const all = [
    ...past.map(([firstMs, , , values]) => ({ ms: firstMs, price: values.price })),
    { ms: sinceMs, price: facts?.price },
  ]
  const changed = all.filter(({ price }, place) => place === 0 || price !== all[place - 1]?.price)
  return changed
    .slice(-PRICES_MAX)
    .map(({ ms, price }) => ({ at: isoTime(ms), price: moneyOf(price) ?? null }))
}

export type ProductOrder = 'found' | 'drop' | 'rise' | 'changed'

/** The order of a list that is sorted as a whole. */
export function compareProducts(
  order: Exclude<ProductOrder, 'found'>,
): (a: TrackedProduct, b: TrackedProduct) => number {
  if (order === 'changed') return (a, b) => b.sinceMs - a.sinceMs
  const sign = order === 'drop' ? 1 : -1
  return (a, b) => sign * ((movedOf(a) ?? 0) - (movedOf(b) ?? 0))
}
