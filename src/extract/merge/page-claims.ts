// What a page states about the price and the stock of its product: in its schema.org data, its meta elements and microdata,
// or, without these, as the first price printed behind the heading.
import { asListOrOne, valueAt } from '#kit/schema/json-values'
import { unique } from '#kit/product/mapping-values'
import type { Page } from '#kit/page/page'
import type { PageElement } from '#kit/page/page-element'
import { readOfferPrice } from '#kit/page/schema-org-offer'
import { schemaAvailability } from '#reader/schema-org/schema-org-states'
import { currencyFromSymbol } from '#reader/values/currency'
import { SHARED_SIGN } from '#reader/values/currency-by-country'
import type { Availability } from '#reader/values/offers'
import { amount, parsePrice } from '#reader/values/price'
import type { OfferClaim } from './find-disputes.ts'

/** The offers of a product and of its variants, those of an aggregate one by one. */
export function schemaStatement(item: unknown): OfferClaim | undefined {
  const items = [item, ...(asListOrOne(valueAt(item, 'hasVariant'), one => one) ?? [])]
  const own = items.flatMap(one => asListOrOne(valueAt(one, 'offers'), offer => offer) ?? [])
  const offers = own.concat(own.flatMap(offer => asListOrOne(valueAt(offer, 'offers'), inner => inner) ?? []))
  const prices = offers.map(readOfferPrice)
  return claimFrom({
    from: 'json-ld',
    // A price of 0 stands on pages whose prices load later.
    amounts: prices.flatMap(({ price = 0 }) => (price > 0 ? [String(price)] : [])),
    currencies: prices.map(({ currency }) => currency),
    availabilities: offers.map(offer => schemaAvailability(valueAt(offer, 'availability'))),
  })
}

const AMOUNT = /^(?:product:sale_price|product:price|og:price):amount$/
const CURRENCY = /^(?:product:sale_price|product:price|og:price):currency$/
const AVAILABILITY = /^(?:product|og|og:product):availability$/

/** Open Graph and its product namespace. A sale price counts instead of the price. */
export function metaStatement(page: Page): OfferClaim | undefined {
  const properties = page
    .select('meta')
    .flatMap(one => {
      const name = one.attr('property') ?? one.attr('name')
      const content = one.attr('content')
      return name === undefined || content === undefined ? [] : [{ name, content }]
    })
    .toSorted((a, b) => Number(b.name.includes('sale')) - Number(a.name.includes('sale')))
  const valuesOf = (pattern: RegExp) =>
    properties.filter(({ name }) => pattern.test(name)).map(({ content }) => content)
  return claimFrom({
    from: 'open-graph',
    amounts: valuesOf(AMOUNT).slice(0, 1).flatMap(amountsIn),
    currencies: valuesOf(CURRENCY).slice(0, 1),
    availabilities: valuesOf(AVAILABILITY).map(schemaAvailability),
  })
}

/** Only of a page with one product: lists mark up each of theirs. */
export function microdataStatement(page: Page): OfferClaim | undefined {
  const products = page.select('[itemtype$="schema.org/Product"]')
  const [product] = products
  if (products.length !== 1 || !product) return undefined
  const valuesOf = (name: string) =>
    product
      .select(`[itemprop="${name}"]`)
      .map(one => one.attr('content') ?? one.attr('href') ?? one.text())
      .filter(text => text !== '')
  return claimFrom({
    from: 'microdata',
    amounts: ['price', 'lowPrice'].flatMap(valuesOf).flatMap(amountsIn),
    currencies: valuesOf('priceCurrency'),
    availabilities: valuesOf('availability').map(schemaAvailability),
  })
}

function amountsIn(text: string): string[] {
  const value = amount(text)
  return value ? [String(value)] : []
}

const PRICE_ELEMENT = '[class*="price" i], [data-testid*="price" i], [id*="price" i]'
/** A former price, the price of something else, or a part of the price. */
const OTHER_PRICE =
  /old|was|former|regular|strike|crossed|list-?price|compare|original|retail|rrp|msrp|unit|ship|deliver|instal|month|member|save|saving|discount|from|range|filter|sort|alert|history|recommend|related|similar|carousel|tile|card/i
/** Later ones are seldom about the product of the heading. */
const ELEMENTS_MAX = 4
/** An element with more text is a part of the page rather than a price. */
const TEXT_MAX = 40

/** `isOwn`: whether a heading is that of the product. A page with several headings of the first level says nothing. */
export function printedStatement(page: Page, isOwn: (heading: string) => boolean): OfferClaim | undefined {
  const [heading, second] = page.select('h1')
  if (!heading || second || !isOwn(heading.text())) return undefined
  const elements = page.select(`h1, ${PRICE_ELEMENT}`)
  const start = elements.findIndex(one => one.text() === heading.text())
  const prices = elements
    .slice(start + 1, start + 1 + ELEMENTS_MAX)
    .filter(one => !OTHER_PRICE.test(namesOf(one)))
    .map(one => one.text().trim())
    .filter(text => text.length <= TEXT_MAX)
    .map(onlyPrice)
  const price = prices.find(one => one !== undefined)
  if (!price) return undefined
  const { amount, currency } = price
  return claimFrom({ from: 'page', amounts: [amount], currencies: [currency], availabilities: [] })
}

/** Of a text that is a price and nothing else: "from 10 €" and "10 € a month" are other prices. */
function onlyPrice(text: string) {
  const { amount, currency, isoCurrency } = parsePrice(text) ?? {}
  if (amount == null || currency == null || Number(amount) === 0) return undefined
  if (/\p{L}/u.test(text.replace(currency, ''))) return undefined
  return {
    amount: String(Number(amount)),
    currency: SHARED_SIGN.test(currency) ? undefined : (isoCurrency ?? undefined),
  }
}

function namesOf(element: PageElement): string {
  return ['class', 'id', 'data-testid'].map(name => element.attr(name) ?? '').join(' ')
}

interface RawStatement extends Pick<OfferClaim, 'from' | 'amounts'> {
  readonly currencies: readonly (string | undefined)[]
  readonly availabilities: readonly (Availability | undefined)[]
}

/** Undefined when the source states nothing. */
function claimFrom({ from, amounts, currencies, availabilities }: RawStatement): OfferClaim | undefined {
  const codes = unique(
    currencies.map(one => one && (SHARED_SIGN.test(one) ? undefined : currencyFromSymbol(one))),
  )
  const states = unique(availabilities)
  if (amounts.length === 0 && codes.length === 0 && states.length === 0) return undefined
  return { from, amounts, currencies: codes, availabilities: states }
}
