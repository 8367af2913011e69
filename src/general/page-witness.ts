// The second witness: what the page's own structured data or its printed price states, beside what the site's reading found.
import type { FieldSource, GeneralProduct, SourceKind } from '../kit/general/general-product.ts'
import { codeKey } from '../kit/general/codes.ts'
import { asId } from '../kit/json-values.ts'
import { bestAvailability, unique } from '../kit/general/mapping-values.ts'
import { type Money, money } from '../kit/general/money.ts'
import type { Page } from '../kit/page.ts'
import { metaStatement, microdataStatement } from './page-statements.ts'
import { printedStatement } from './printed-statement.ts'
import { schemaStatement, type Statement } from './schema-statement.ts'

type Dispute = GeneralProduct['disputed'][number]
type DisputedField = Dispute['field']

export interface Witnessed {
  readonly disputed: readonly Dispute[]
  /** The sources that state the same, by field. */
  readonly also: Readonly<Partial<Record<DisputedField, readonly SourceKind[]>>>
}

/** Compares a product with the structured data, or else the printed price, of the page that it was read from. */
export function witnessPage(product: GeneralProduct, page: Page): Witnessed {
  const statements = statementsOf(product, page)
  const disputed: Dispute[] = []
  const also: Partial<Record<DisputedField, SourceKind[]>> = {}
  for (const field of ['price', 'currency', 'availability'] as const) {
    for (const statement of statements) {
      const verdict = compare(field, product, statement)
      if (verdict === 'same') (also[field] ??= []).push(statement.from)
      else if (verdict) disputed.push({ field, value: verdict.value, from: statement.from })
    }
  }
  return { disputed, also }
}

/** `sources` with the further witnesses of price and availability; the currency is a part of the price. */
export function withWitnesses(
  sources: Readonly<Record<string, FieldSource>>,
  { also }: Witnessed,
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

function statementsOf(product: GeneralProduct, page: Page): Statement[] {
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

type Verdict = 'same' | { readonly value: string } | undefined

/** Undefined when one of the two says nothing. */
function compare(field: DisputedField, product: GeneralProduct, statement: Statement): Verdict {
  if (field === 'price') return comparePrices(product, statement)
  if (field === 'currency') {
    const [stated] = statement.currencies
    if (!product.price || stated === undefined) return undefined
    return statement.currencies.includes(product.price.currency) ? 'same' : { value: stated }
  }
  const stated = bestAvailability(statement.availabilities)
  if (product.availability === null || stated === undefined) return undefined
  const known = [product.availability, ...product.variants.flatMap(one => one.availability ?? [])]
  return known.map(canBeBought).includes(canBeBought(stated)) ? 'same' : { value: stated }
}

/** The page may state the price of any variant, or a range: it contradicts only if no price of the product is among them. */
function comparePrices(product: GeneralProduct, statement: Statement): Verdict {
  const { amounts, currencies } = statement
  const own = [product.price, product.price_max, ...product.variants.map(one => one.price)]
  const known = own.filter((price): price is Money => price !== null)
  const [first] = amounts
  if (!product.price || first === undefined) return undefined
  if (currencies.length > 0 && !currencies.includes(product.price.currency)) return undefined
  const isAmong = (prices: readonly Money[]) =>
    amounts.some(amount => prices.some(price => Number(price.amount) === Number(amount)))
  const isKnown = isAmong(known)
  // Beside its heading a page may print the price before a reduction, or that of members.
  if (!isKnown && statement.from === 'page' && isAmong(otherPricesOf(product))) return undefined
  return isKnown ? 'same' : { value: money(first, product.price.currency)?.amount ?? first }
}

function otherPricesOf({ list_price, other_prices, variants }: GeneralProduct): Money[] {
  const all = [list_price, ...other_prices.map(one => one.price), ...variants.map(one => one.list_price)]
  return all.filter(price => price !== null)
}

/** "Limited" beside "in stock" is no contradiction. */
function canBeBought(availability: string): boolean {
  return availability !== 'out_of_stock' && availability !== 'discontinued'
}
