// Facts: the values that a watch keeps from an answer, as a flat table of series and texts. Pure; a fault is never a fact.
import { preferredOffers } from '#reader/values/offers'
import type { Availability } from '#reader/values/offers'
import type { GeneralProduct } from '#kit/product/general-product'
import { compareAmounts, type Money } from '#reader/values/money'
import { isChosen } from './variant-choice.ts'
import type { VariantChoice } from '../../settings/watch-rules/variant.ts'

/** Values by series name. Money is `119.99 GBP`: exact, and always with its currency. */
export type Facts = Readonly<Record<string, string>>

const TEXT_MAX = 300
const VARIANT_PREFIX = 'variant/'

type Variant = GeneralProduct['variants'][number]

/** `variant`: price and availability are those of the variants that match. */
export function factsOfProduct(product: GeneralProduct, variant?: VariantChoice | null): Facts {
  return sortedFacts({
    name: product.name,
    sku: statedCode(product.sku),
    gtin: statedCode(product.gtin),
    mpn: statedCode(product.mpn),
    condition: product.condition,
    price: moneyText(product.price),
    list_price: moneyText(product.list_price),
    price_max: moneyText(product.price_max),
    availability: product.availability,
    seller: product.seller?.name,
    ...(variant ? chosenFacts(product, variant) : variantFacts(product.variants)),
  })
}

/**
 * The price is the lowest that matches. A shop that lists variants but not this one does not offer it now: many shops
 * drop a size that is sold out. Without any list, nothing is known.
 */
function chosenFacts(product: GeneralProduct, choice: VariantChoice): Record<string, string | undefined> {
  const { variants, price, price_max: priceMax } = product
  const chosenVariants = variants.filter(variant => isChosen(variant, choice, product))
  const none = { list_price: undefined, price_max: undefined }
  if (chosenVariants.length === 0) {
    return { ...none, price: undefined, availability: variants.length > 0 ? 'out_of_stock' : undefined }
  }
  const isOnePrice =
    variants.every(variant => variant.price === null) && (!priceMax || priceMax.amount === price?.amount)
  return {
    ...none,
    price: moneyText(isOnePrice ? price : priceOfListings(chosenVariants)),
    availability: bestOf(chosenVariants.map(variant => variant.availability)),
    ...variantFacts(chosenVariants),
  }
}

export function moneyText(money: Money | null | undefined): string | undefined {
  return money ? `${money.amount} ${money.currency}` : undefined
}

export function moneyOf(text: string | undefined): Money | undefined {
  const [, amount, currency] = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(text ?? '') ?? []
  return amount === undefined || currency === undefined ? undefined : { amount, currency }
}

/** The name under which the last price in a currency is remembered. */
export function inCurrency(series: string, currency: string): string {
  return `${series} ${currency}`
}

/** A series named by a JSON Pointer (`/offers/0/price`) is not a price: its currency is in another field. */
export function isPriceSeries(series: string): boolean {
  if (series.startsWith('/')) return false
  return series === 'price' || series === 'list_price' || series === 'price_max' || series.endsWith('/price')
}

export function isAvailabilitySeries(series: string): boolean {
  return series === 'availability' || series.endsWith('/availability')
}

/** Whether the product is in stock; undefined if the shop does not say. */
export function stockOf({ availability }: Facts): 'in' | 'out' | undefined {
  if (availability === undefined) return undefined
  return availability === 'in_stock' || availability === 'limited' ? 'in' : 'out'
}

/** Also before it is in stock. A shop that says nothing does not say that it cannot be bought. */
export function isPurchasable({ availability }: Facts): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}

/** Merges listings of the same variant: lowest price, best availability. */
function variantFacts(variants: readonly Variant[]): Record<string, string | undefined> {
  const namedVariants = variants.flatMap(variant => {
    const name = variantName(variant)
    return name === undefined ? [] : [{ name, variant }]
  })
  const groups = [...Map.groupBy(namedVariants, ({ name }) => name)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const facts: Record<string, string | undefined> = {}
  for (const [name, group] of groups) {
    facts[`${VARIANT_PREFIX}${name}/price`] = moneyText(priceOfListings(group.map(({ variant }) => variant)))
    facts[`${VARIANT_PREFIX}${name}/availability`] = bestOf(group.map(({ variant }) => variant.availability))
  }
  return facts
}

/** The lowest. Of several offers of one variant, those that can be bought count, and of these the new ones. */
function priceOfListings(variants: readonly Variant[]): Money | undefined {
  const priced = variants.filter(one => one.price !== null)
  const byVariant = Map.groupBy(priced, one => variantName({ ...one, condition: null }))
  const preferred = [...byVariant.values()].flatMap(listings => preferredOffers(listings, one => one))
  return lowestOf(preferred.map(one => one.price))
}

/** The options that people choose, or else the SKU or GTIN. Not the position, which changes between checks. */
function variantName({ size, color, condition, sku, gtin }: Variant): string | undefined {
  const chosen = [size, color, condition].filter(Boolean).join(', ')
  const name = chosen === '' ? (statedCode(sku) ?? statedCode(gtin) ?? '') : chosen
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
export function lowestOf(all: readonly (Money | null)[]): Money | undefined {
  const prices = all.filter(price => price !== null)
  const byCurrency = [...Map.groupBy(prices, price => price.currency)].toSorted(
    ([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1),
  )
  return byCurrency[0]?.[1].reduce((lowest, price) => (compareAmounts(price, lowest) < 0 ? price : lowest))
}

/** Sorted, so that equal facts have equal JSON. */
export function sortedFacts(all: Readonly<Record<string, string | null | undefined>>): Facts {
  const present = Object.entries(all).flatMap(([series, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [[series, value.slice(0, TEXT_MAX)] as const],
  )
  return Object.fromEntries(present.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Placeholders in lower case, without spaces and separators. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  [
    'na none null nil undefined unknown default standard generic empty blank missing no x xx xxx',
    'notapplicable notavailable doesnotapply doesntapply nonapplicable nichtzutreffend keine sansobjet noaplica',
    'tbd tba todo test sample example sku mpn gtin ean upc isbn code barcode',
    'nobarcode nosku nompn nogtin noean noupc',
  ].flatMap(line => line.split(' ')),
)

/** The code, unless it is a word for "none" or only zeros. */
function statedCode(code: string | null | undefined): string | null {
  const plain = plainOf(code)
  return plain === '' || PLACEHOLDERS.has(plain) || /^0+$/.test(plain) ? null : (code ?? null)
}

/** The code, if it can tell products apart: stated, longer than one character, and not one digit over and over. */
export function identifying(code: string | null | undefined): string | null {
  const plain = plainOf(code)
  return plain.length < 2 || /^(\d)\1*$/.test(plain) ? null : statedCode(code)
}

function plainOf(code: string | null | undefined): string {
  return (code ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The largest platforms allow 2,048 variants, each with a price and a stock. More would make every check slow. */
export const VALUES_MAX = 5_000

export interface BoundedFacts {
  readonly facts: Facts
  /** For people: what is not watched; null if all is. */
  readonly beyond: string | null
}

/** A row that is new never takes the place of one that is known: that would look like a removal. */
export function boundFacts(answer: Facts, lastFacts: Facts, most = VALUES_MAX): BoundedFacts {
  const all = Object.keys(answer)
  if (all.length <= most) return { facts: answer, beyond: null }
  const knownRows = new Set(Object.keys(lastFacts).map(rowOf))
  const rank = (row: string) => (row === '' ? 0 : knownRows.has(row) ? 1 : 2)
  const rows = [...Map.groupBy(all, rowOf)].toSorted(([a], [b]) => rank(a) - rank(b))
  const names = new Set<string>()
  const leftOut: string[] = []
  let leftValues = 0
  for (const [row, series] of rows) {
    if (leftOut.length === 0 && names.size + series.length <= most) for (const name of series) names.add(name)
    else {
      leftOut.push(row)
      leftValues += series.length
    }
  }
  const beyond = `${leftValues} of ${all.length} values are not watched (at most ${most}): from ${leftOut[0]?.slice(0, 100)} on`
  return { facts: Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name))), beyond }
}

/** The row of a list that a series belongs to; empty for a value of the whole answer. */
function rowOf(series: string): string {
  const parts = series.split('/')
  return series.startsWith('/') ? parts.slice(0, 3).join('/') : parts.slice(0, -1).join('/')
}
