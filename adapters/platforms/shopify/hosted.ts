// A product of a site that is hosted on Shopify: its own document, the script route for the stock, the page for the currency.
import {
  asList,
  asLooseNumber,
  asObject,
  asTrimmed,
  valueAt,
  attributes,
  decimalOf,
  type DocumentExtractor,
  type JsonObject,
  type Page,
  readOfferPrice,
  schemaOffers,
  documentExtractor,
  type FieldExtractors,
} from '#kit'
import { planOnly, productFields } from './product.ts'

export interface HostedDocuments {
  /** As the shop sends it: of the JSON route, of the script route, or embedded in the page. */
  readonly product: JsonObject
  readonly document: Page
  /** Whether prices are decimals of the unit; the script route has hundredths, in any currency. */
  readonly hasDecimals: boolean
  /** The script route, for `available` of each variant. */
  readonly stock: Page | undefined
  /** Its page, fetched only when the product states no currency. */
  readonly page: Page | undefined
  /** The address of its page. */
  readonly url: string | undefined
}

/** `{product}` of the JSON route, or the bare object of the script route. */
export function productIn(document: Page): JsonObject | undefined {
  const body = document.json()
  return asObject(valueAt(body, 'product')) ?? asObject(body)
}

export function variantsIn(product: JsonObject | undefined): readonly JsonObject[] {
  return (asList(product?.variants, asObject) ?? []).filter(one => one !== undefined)
}

/** Newer shops state the currency of each price. */
export function priceCurrency(product: JsonObject | undefined): string | undefined {
  return variantsIn(product)
    .map(one => asTrimmed(one.price_currency))
    .find(Boolean)
}

/** Sites name the tags too: their customers search by them. */
export function productAttributes(product: JsonObject) {
  return attributes({
    type: asTrimmed(product.product_type) ?? asTrimmed(product.type),
    tags: asTrimmed(product.tags) ?? asList(product.tags, asTrimmed)?.filter(Boolean).join(', '),
  })
}

/** `own`: what the site's fields mean beyond those of the platform. */
export function hostedReadings(
  { product, document, hasDecimals, stock, page, url }: HostedDocuments,
  own: FieldExtractors<JsonObject>,
): DocumentExtractor[] {
  const second = stock && productIn(stock)
  const options = { url, plans: [product, second ?? {}].flatMap(planOnly) }
  const first = { ...options, ...(hasDecimals ? { amountOf: decimalAmount } : {}) }
  const from = document.holdsJson() ? 'api' : 'embedded'
  const currency = page && pageCurrency(page)
  return [
    documentExtractor(from, document.url, product, {
      ...productFields(first),
      ...own,
      platform: () => 'shopify',
    }),
    ...(stock && second ? [documentExtractor('api', stock.url, second, productFields(options))] : []),
    ...(currency
      ? [documentExtractor('page', page.url, { currency }, { currency: one => one.currency })]
      : []),
  ]
}

/** A whole number among decimals may be in hundredths. */
function decimalAmount(value: unknown): string | undefined {
  return Number.isInteger(value) ? undefined : decimalOf(value)
}

/** A page may show prices in the visitor's currency; the product's are in it only if the rate is 1. */
function pageCurrency(page: Page): string | undefined {
  const shown = page.assigned('Shopify.currency')
  if (asLooseNumber(valueAt(shown, 'rate')) === 1) return asTrimmed(valueAt(shown, 'active'))
  if (shown !== undefined) return undefined
  return (
    schemaOffers(page.jsonLdOf('Product', 'ProductGroup')?.offers)
      .map(offer => readOfferPrice(offer).currency)
      .find(Boolean) ?? page.first('meta[property="og:price:currency"]')?.attr('content')
  )
}
