// Decides on the price, its currency and the earlier price, by checking data against what the page shows.
import { first, firstOf, type Found, type Readers } from './findings.ts'
import { currencyFromSymbol, findCurrency } from '../tidy/currency.ts'
import { CURRENCY_CODES } from '../tidy/currency-data.ts'
import { currencyOfPlace, usualSign } from './currency-place.ts'
import type { Source } from './facts.ts'
import type { PageModel } from './page-model.ts'
import type { ShownPrice } from './page-price.ts'

export type WeighedPrice = {
  price: Found<string>
  currency: Found<string>
  isoCurrency: Found<string>
  originalPrice: Found<string>
}

// Below this a number with a sign is too far from the product to be its price.
const LEAST = -3
// From here on a shown price is surely the product's.
const SURE = 5
// How far apart, in pieces of text, an old and a new price of one product stand.
const BESIDE = 12

export function weighPrice(
  readers: Readers,
  shown: readonly ShownPrice[],
  page: PageModel,
  url: string,
): WeighedPrice {
  const price = pickPrice(readers, shown)
  const told = first(readers, 'currency')
  const asShown = price && shownAs(price.value, shown)
  const isoCurrency = told ?? isoOf(asShown?.currency ?? null, page, url)
  return {
    price,
    currency: price && currencyShown(asShown, isoCurrency),
    isoCurrency,
    originalPrice:
      first(readers, 'originalPrice') ?? (price && firstOf(earlierPrice(price.value, shown), 'page')),
  }
}

function pickPrice(readers: Readers, shown: readonly ShownPrice[]): Found<string> {
  const told = readers.flatMap(([source, facts]) =>
    facts?.price === undefined ? [] : [{ value: facts.price, source }],
  )
  const stated = told.filter(({ source }) => source !== 'embedded')
  const inForce = shown.filter(price => !price.struck && price.score > LEAST)
  const best = inForce.find(price => !price.aside) ?? inForce[0]
  const onPage = firstOf(best?.amount, 'page')
  // What data says and the page shows is the price.
  const agreed = stated.find(({ value }) => isShown(value, shown))
  if (agreed) return agreed
  const [data] = stated
  if (data) {
    const reduced = reducedFrom(data.value, shown)
    if (reduced) return { value: reduced.amount, source: 'page' }
    const nowhere = !shown.some(({ amount }) => sameAmount(amount, data.value))
    // Customers pay what they are shown: data that the page shows nowhere gives way to a price by the button.
    return nowhere && best && best.score >= SURE ? onPage : data
  }
  // Tracking code reports other things too: it only confirms, or serves where nothing is shown.
  const tracked = told.find(({ value }) => isShown(value, shown))
  return tracked ?? onPage ?? told[0]
}

function isShown(price: string, shown: readonly ShownPrice[]): boolean {
  return shown.some(one => sameAmount(one.amount, price) && !one.struck && !one.aside)
}

// Data that lags behind: its price is shown struck through, with a lower one beside it.
function reducedFrom(price: string, shown: readonly ShownPrice[]): ShownPrice | undefined {
  const same = shown.filter(one => sameAmount(one.amount, price))
  if (same.length === 0 || same.some(one => !one.struck && !one.aside)) return undefined
  const old = same.find(one => one.struck)
  if (!old) return undefined
  return shown.find(
    one =>
      !one.struck &&
      Math.abs(one.at - old.at) <= BESIDE &&
      Number(one.amount) < Number(price) &&
      Number(one.amount) > Number(price) / 10,
  )
}

function earlierPrice(price: string, shown: readonly ShownPrice[]): string | undefined {
  const now = shown.find(one => sameAmount(one.amount, price) && !one.struck)
  const old = shown.find(
    one =>
      one.struck &&
      !one.aside &&
      Number(one.amount) > Number(price) &&
      (!now || Math.abs(one.at - now.at) <= BESIDE),
  )
  return old?.amount
}

function shownAs(price: string, shown: readonly ShownPrice[]): ShownPrice | undefined {
  return shown.find(one => sameAmount(one.amount, price) && one.currency !== null)
}

// "$12.99 USD" shows a sign beside the code; "EUR 12.99" shows none.
function currencyShown(shown: ShownPrice | undefined, iso: Found<string>): Found<string> {
  if (shown) {
    const sign = findCurrency(shown.text.replace(/(?<!\p{L})[A-Z]{3}(?![\p{L}$])/gu, ' '))
    return firstOf(sign !== undefined && !CURRENCY_CODES.has(sign.toUpperCase()) ? sign : undefined, 'page')
  }
  const usual = iso && usualSign(iso.value)
  return usual === undefined ? undefined : { value: usual, source: iso?.source ?? 'domain' }
}

// A sign several countries share is read by where the shop is.
function isoOf(sign: string | null, page: PageModel, url: string): Found<string> {
  const place = currencyOfPlace(url, page.language)
  const plain = sign === null ? undefined : currencyFromSymbol(sign)
  const shared = sign !== null && /^(?:\$|kr|Kr|Rs|¥|￥|£|L|R|K)$/.test(sign)
  const source: Source = shared || plain === undefined ? 'domain' : 'page'
  const value = shared ? (place ?? plain) : (plain ?? place)
  return firstOf(value, source)
}

function sameAmount(a: string, b: string): boolean {
  return Number(a) === Number(b)
}
