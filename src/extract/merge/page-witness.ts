// The second witness: what the page's own structured data or its printed price states, beside what the site's reading found.
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import { codeKey } from '#reader/values/gtin'
import { asId } from '#kit/schema/json-values'
import { unique } from '#kit/product/mapping-values'
import type { Page } from '#kit/page/page'
import { type ClaimComparison, findDisputes, type OfferClaim } from './find-disputes.ts'
import { metaStatement, microdataStatement, printedStatement, schemaStatement } from './page-claims.ts'

/** Compares a product with the structured data, or else the printed price, of the page that it was read from. */
export function compareWithPage(product: GeneralProduct, page: Page): ClaimComparison {
  const { price, price_max: most, list_price: former, other_prices: others } = product
  const variants = product.variants.map(variant => ({
    price: variant.price?.amount,
    availability: variant.availability ?? undefined,
  }))
  const offer = {
    currency: price?.currency,
    price: price?.amount,
    amounts: [most?.amount],
    others: [former, ...others.map(one => one.price), ...product.variants.map(one => one.list_price)].map(
      one => one?.amount,
    ),
    availability: product.availability ?? undefined,
    variants,
  }
  return findDisputes(offer, statementsOf(product, page))
}

/** `sources` with the further witnesses of price and availability; the currency is a part of the price. */
export function withWitnesses(
  sources: Readonly<Record<string, FieldSource>>,
  { also }: ClaimComparison,
): Record<string, FieldSource> {
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => {
      const witnesses = name === 'price' || name === 'availability' ? (also[name] ?? []) : []
      return [
        name,
        { ...source, also: unique([...source.also, ...witnesses]).filter(one => one !== source.from) },
      ]
    }),
  )
}

function statementsOf(product: GeneralProduct, page: Page): OfferClaim[] {
  const item = page.jsonLdOf('Product', 'ProductGroup')
  // A list, or a recommended product: it says nothing about this one.
  if (item && !isAbout(item, product)) return []
  const heading = page.first('h1')?.text()
  const isOwnPage = item !== undefined || sameName(heading, product.name)
  if (!isOwnPage) return []
  const stated = [item && schemaStatement(item), metaStatement(page), microdataStatement(page)].filter(
    statement => statement !== undefined,
  )
  if (stated.some(({ amounts }) => amounts.length > 0)) return stated
  const printed = printedStatement(page, text => sameName(text, product.name))
  return printed ? [...stated, printed] : stated
}

function isAbout(item: Readonly<Record<string, unknown>>, product: GeneralProduct): boolean {
  const own = [product, ...product.variants].flatMap(one => [one.sku, one.gtin]).concat(product.mpn)
  const codes = new Set(own.map(codeKey).filter(key => key !== undefined))
  const stated = ['sku', 'mpn', 'productID', 'productGroupID', 'gtin', 'gtin13', 'gtin12', 'gtin8'].map(key =>
    codeKey(asId(item[key])),
  )
  return stated.some(key => key !== undefined && codes.has(key)) || sameName(item.name, product.name)
}

/** One contains the other: pages add the brand or the colour. */
function sameName(one: unknown, other: string): boolean {
  const [a, b] = [plain(typeof one === 'string' ? one : ''), plain(other)]
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
