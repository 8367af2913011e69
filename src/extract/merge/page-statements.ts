// What the meta elements and the microdata of a page state about price and stock.
import { schemaAvailability } from '#reader/schema-org/schema-org-states'
import type { Page } from '#kit/page/page'
import { amount } from '#reader/values/price'
import type { OfferClaim } from './find-disputes.ts'
import { claimFrom } from './schema-statement.ts'

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
