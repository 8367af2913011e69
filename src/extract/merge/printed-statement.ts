// What a page without structured data prints as the price of its product: the first price after the heading.
import type { Page } from '#kit/page/page'
import type { PageElement } from '#kit/page/page-element'
import { SHARED_SIGN } from '#reader/values/currency-by-country'
import { parsePrice } from '#reader/values/price'
import type { OfferClaim } from './find-disputes.ts'
import { claimFrom } from './schema-statement.ts'

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
