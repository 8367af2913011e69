// Prices that the page states for the product and that are not its price: for members, per month, per unit.
import { OTHER_PRODUCTS, REVIEWS, SITE_CHROME, STRUCK } from '../page/element-context.ts'
import type { Page } from '../page/read-page.ts'
import type { OtherPrice } from '../product.ts'
import { allOffersOf, otherOfferPrices } from './schema-org-offers.ts'
import type { Item } from './schema-org-values.ts'
import type { ShownPrice } from './shown-prices.ts'

// How far, in segments, such a price may be from the heading, and how many there can be.
const BEFORE = 10
const AFTER = 150
const MAX_PRICES = 12
const MAX_TEXT = 80

export function findOtherPrices(
  page: Page,
  items: readonly { readonly item: Item }[],
  prices: readonly ShownPrice[],
  price: string | null,
): OtherPrice[] {
  const start = page.heading?.at ?? 0
  const stated = items.flatMap(({ item }) => otherOfferPrices(allOffersOf(item)))
  const printed = prices.flatMap(({ kind, amount, net, at, node, text: shown }): OtherPrice[] => {
    if ((kind ?? net) === undefined || at < start - BEFORE || at > Math.min(start + AFTER, page.othersAt))
      return []
    if ((page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS | STRUCK)) > 0) return []
    const text = textAround(page, at, shown)
    return [
      ...(kind === undefined ? [] : [{ kind, price: amount, text }]),
      ...(net === undefined ? [] : [{ kind: 'without_tax' as const, price: net, text }]),
    ]
  })
  const found = new Map<string, OtherPrice>()
  for (const one of [...stated, ...printed]) {
    const key = `${one.kind} ${Number(one.price)}`
    if (Number(one.price) !== Number(price) && !found.has(key) && found.size < MAX_PRICES) found.set(key, one)
  }
  return [...found.values()]
}

/** The price with its label, as a person reads it. */
function textAround(page: Page, at: number, shown: string): string {
  const written = page.segments[at]?.text ?? ''
  const own = shown.length > written.length ? shown : written
  const label = page.segments[at - 1]?.text ?? ''
  const after = page.segments[at + 1]?.text ?? ''
  const hasWords = /\p{L}{3}/u.test(own)
  const text = hasWords ? own : [/\d/.test(label) ? '' : label, own, /\d/.test(after) ? '' : after].join(' ')
  return text.trim().slice(0, MAX_TEXT)
}
