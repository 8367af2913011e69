// Facts: the values that a watch keeps from an answer, as a flat table of series and texts. Pure; a fault is never a fact.
import type { Availability, GeneralProduct } from '../kit/general/general-product.ts'
import { compareAmounts, type Money } from '../kit/general/money.ts'

/** Values by series name. Money is `119.99 GBP`: exact, and always with its currency. */
export type Facts = Readonly<Record<string, string>>

/** A page may list thousands of variants; only the first by name are kept. */
export const VARIANTS_MAX = 200
const TEXT_MAX = 300
const VARIANT_PREFIX = 'variant/'

type Variant = GeneralProduct['variants'][number]

export function factsOfProduct(product: GeneralProduct): Facts {
  return sortedFacts({
    name: product.name,
    condition: product.condition,
    price: moneyText(product.price),
    list_price: moneyText(product.list_price),
    price_max: moneyText(product.price_max),
    availability: product.availability,
    seller: product.seller?.name,
    ...variantFacts(product.variants),
  })
}

/** The parts of a general.offers answer that become facts. */
export interface OffersAnswer {
  readonly product: { readonly name: string } | null
  readonly offers: readonly {
    readonly site: string
    readonly seller: { readonly name: string | null } | null
    readonly price: Money | null
  }[]
}

/** Prices in different currencies cannot be compared: `price` is the lowest in the most frequent currency. */
export function factsOfOffers({ product, offers }: OffersAnswer): Facts {
  const lowest = lowestOf(offers.map(offer => offer.price))
  const bySite = Map.groupBy(offers, offer => offer.site)
  const sellers = new Set(offers.map(({ site, seller }) => `${site} ${seller?.name ?? ''}`))
  return sortedFacts({
    name: product?.name,
    price: moneyText(lowest),
    availability: offers.length > 0 ? 'in_stock' : 'out_of_stock',
    seller_count: String(sellers.size),
    offer_count: String(offers.length),
    ...Object.fromEntries(
      [...bySite].map(([site, own]) => [
        `site/${site}/price`,
        moneyText(lowestOf(own.map(one => one.price))),
      ]),
    ),
  })
}

function moneyText(money: Money | null | undefined): string | undefined {
  return money ? `${money.amount} ${money.currency}` : undefined
}

export function moneyOf(text: string | undefined): Money | undefined {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text ?? '') ?? []
  return amount === undefined || currency === undefined ? undefined : { amount, currency }
}

/** A series named by a JSON Pointer (`/offers/0/price`) is not a price: its currency is in another field. */
export function isPriceSeries(series: string): boolean {
  if (series.startsWith('/')) return false
  return series === 'price' || series === 'list_price' || series === 'price_max' || series.endsWith('/price')
}

export function isAvailabilitySeries(series: string): boolean {
  return series === 'availability' || series.endsWith('/availability')
}

export function isBuyable(availability: string | undefined): boolean {
  return availability === 'in_stock' || availability === 'limited'
}

/** Merges listings of the same variant: lowest price, best availability. */
function variantFacts(variants: readonly Variant[]): Record<string, string | undefined> {
  const named = variants.flatMap(variant => {
    const name = variantName(variant)
    return name === undefined ? [] : [{ name, variant }]
  })
  const groups = [...Map.groupBy(named, ({ name }) => name)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const facts: Record<string, string | undefined> = {}
  for (const [name, group] of groups.slice(0, VARIANTS_MAX)) {
    facts[`${VARIANT_PREFIX}${name}/price`] = moneyText(lowestOf(group.map(({ variant }) => variant.price)))
    facts[`${VARIANT_PREFIX}${name}/availability`] = bestOf(group.map(({ variant }) => variant.availability))
  }
  return facts
}

/** The options that people choose, or else the SKU or GTIN. Not the position, which changes between checks. */
function variantName({ size, color, condition, sku, gtin }: Variant): string | undefined {
  const chosen = [size, color, condition].filter(Boolean).join(', ')
  const name = chosen === '' ? (sku ?? gtin ?? '') : chosen
  return name === '' ? undefined : name.replaceAll('/', '∕').slice(0, 80)
}

const BEST_FIRST: readonly Availability[] = [
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
]

function bestOf(all: readonly (Availability | null)[]): Availability | undefined {
  return BEST_FIRST.find(one => all.includes(one))
}

/** The lowest price in the most frequent currency; in a tie, in the first by name. */
function lowestOf(all: readonly (Money | null)[]): Money | undefined {
  const prices = all.filter(price => price !== null)
  const byCurrency = [...Map.groupBy(prices, price => price.currency)].toSorted(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  )
  return byCurrency[0]?.[1].reduce((lowest, price) => (compareAmounts(price, lowest) < 0 ? price : lowest))
}

/** Sorted, so that equal facts have equal JSON. */
function sortedFacts(all: Readonly<Record<string, string | null | undefined>>): Facts {
  const present = Object.entries(all).flatMap(([series, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[series, value.slice(0, TEXT_MAX)] as const],
  )
  return Object.fromEntries(present.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
