// The summary of one item: name, brand, price, availability, pictures, its page.
import { splitWords } from '../../../src/kit/page/price-field.ts'
import { isList, isObject, type JsonObject } from '../model/absent.ts'
import { availabilityOf, type Availability } from './availability.ts'
import { fieldsOf, findText, type FoundField, rowListsOf } from './find-fields.ts'
import { type Money, moneyAt } from './money.ts'
import { picturesOf } from './pictures.ts'
import { humanise } from './humanise.ts'

export interface ItemSummary {
  readonly title: string | undefined
  readonly subtitle: string | undefined
  readonly brand: string | undefined
  readonly pictures: readonly string[]
  readonly price: Money | undefined
  /** What kind of price, where it is not simply the price. */
  readonly priceKind: string | undefined
  /** The upper end where the rows of the item cost differently. */
  readonly priceMax: Money | undefined
  readonly previousPrice: Money | undefined
  readonly availability: Availability | undefined
  readonly rating: { readonly value: number; readonly count: number | undefined } | undefined
  readonly badge: string | undefined
  readonly link: string | undefined
  readonly description: string | undefined
  readonly code: string | undefined
  readonly released: string | undefined
}

export const TITLES = ['name', 'title', 'full_title', 'completeName']
const LINKS = new Set(['url', 'product_page_url', 'product_url', 'canonical_url'])
const DESCRIPTIONS = ['description', 'story', 'product_description', 'body_html']
const PREVIOUS_PRICE = /original|initial|compare|retail|standard/
const NOT_THE_PRICE =
  /original|initial|compare|retail|standard|employee|instant|last|highest|average|median|shipping|bid|offer/

export function summariseItem(item: JsonObject): ItemSummary {
  const fields = [...fieldsOf(item)]
  const own = priceOf(fields)
  const price = own?.money ?? rowPriceRange(item).low
  const title = findText(fields, TITLES)
  const subtitle = findText(fields, ['subtitle'])
  return {
    title,
    subtitle: subtitle === title ? undefined : subtitle,
    brand: brandOf(fields),
    pictures: picturesOf(item),
    price,
    priceKind: own && priceKindOf(own.name),
    priceMax: own ? undefined : rowPriceRange(item).high,
    previousPrice: previousPriceOf(fields, price),
    availability: availabilityOf(item, fields),
    rating: ratingOf(fields),
    badge: findText(fields, ['badge', 'save']),
    link: fields.map(linkOf).find(link => link !== undefined),
    description: findText(fields, DESCRIPTIONS),
    code: findText(fields, ['sku', 'style_color', 'reference_number']),
    released: findText(fields, ['release_date'])?.slice(0, 10),
  }
}

function brandOf(fields: readonly FoundField[]): string | undefined {
  const text = findText(fields, ['brand', 'brand_name', 'vendor', 'manufacturer'])
  if (text) return text
  const held = fields.find(({ name, value }) => name === 'brand' && isObject(value))?.value
  if (isObject(held) && typeof held.name === 'string') return held.name
  const list = fields.find(({ name, value }) => name === 'brands' && isList(value))?.value
  return isList(list) && typeof list[0] === 'string' ? list[0] : undefined
}

function priceKindOf(name: string): string | undefined {
  return /^(?:price|current_price|sale)$/.test(name) ? undefined : humanise(name).replace(/ cents$/, '')
}

function priceOf(fields: readonly FoundField[]): { name: string; money: Money } | undefined {
  const monies = fields.flatMap(({ parent, name, path }) => {
    const money = moneyAt(parent, name, path.at(-1))
    // A price of nothing is how some shops write that there is none.
    return money && money.amount > 0 && !NOT_THE_PRICE.test(splitWords(name).join(' '))
      ? [{ name, money }]
      : []
  })
  const plain = monies.find(({ name }) => name === 'price' || name === 'current_price')
  const first = plain ?? monies[0]
  // The same amount may stand there once more, with its currency.
  return monies.find(({ money }) => money.currency && money.amount === first?.money.amount) ?? first
}

function previousPriceOf(fields: readonly FoundField[], price: Money | undefined): Money | undefined {
  for (const { parent, name, path } of fields) {
    const money = PREVIOUS_PRICE.test(splitWords(name).join(' '))
      ? moneyAt(parent, name, path.at(-1))
      : undefined
    if (money && price && money.amount > price.amount) return money
  }
  return undefined
}

function rowPriceRange(item: JsonObject): { low: Money | undefined; high: Money | undefined } {
  for (const { rows } of rowListsOf(item)) {
    const all = newRows(rows)
      .flatMap(row => priceOf([...fieldsOf(row)])?.money ?? [])
      .toSorted((a, b) => a.amount - b.amount)
    const [low, high] = rangeOf(all)
    if (low) return { low, high: high && high.amount > low.amount ? high : undefined }
  }
  return { low: undefined, high: undefined }
}

/** Amounts of two currencies make no range: those of the most frequent one count. */
function rangeOf(sorted: readonly Money[]): [Money | undefined, Money | undefined] {
  const byCurrency = [...Map.groupBy(sorted, money => money.currency).values()]
  const [most = []] = byCurrency.toSorted((a, b) => b.length - a.length)
  return [most[0], most.at(-1)]
}

/** A damaged or used one is cheaper, and is another thing. */
function newRows(rows: readonly JsonObject[]): readonly JsonObject[] {
  const isUsed = ({ condition }: JsonObject) => typeof condition === 'string' && condition !== 'new'
  return rows.some(row => row.condition === 'new') ? rows.filter(row => !isUsed(row)) : rows
}

function ratingOf(fields: readonly FoundField[]): ItemSummary['rating'] {
  const found = fields.find(({ name, value }) => name === 'rating' && typeof value === 'number' && value <= 5)
  if (!found || typeof found.value !== 'number') return undefined
  const count = ['rating_count', 'reviews_count', 'count']
    .map(name => found.parent[name])
    .find(one => typeof one === 'number')
  // Nobody's opinion is no rating.
  if (count === 0) return undefined
  return { value: found.value, count: typeof count === 'number' ? count : undefined }
}

function linkOf({ name, value }: FoundField): string | undefined {
  return LINKS.has(name) && typeof value === 'string' && /^https?:\/\//.test(value) ? value : undefined
}
