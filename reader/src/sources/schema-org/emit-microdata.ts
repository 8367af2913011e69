// Candidates from microdata and RDFa attributes, read leniently: shops nest them wrongly or omit the scope.
import { parseBrand } from '../../values/brand.ts'
import { parseGtin } from '../../values/gtin.ts'
import { ratingInData } from '../../values/rating.ts'
import { cleanText } from '../../values/text.ts'
import { absoluteUrl } from '../../values/url.ts'
import { CODES, type Emit, type Features, type ScoredField } from '../../candidate.ts'
import { attribute, isInside, textIn, markupOf } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { currencyInData } from '../../page/dollar-country.ts'
import { parseAvailability } from '../../product-shape.ts'
import { parseMachinePrice } from '../../values/machine-price.ts'
import { schemedCodes } from '../../schema-org/schema-org-values.ts'
import { allOffersOf, askedOffersOf, listPrice, offerPrices } from '../../schema-org/schema-org-offers.ts'
import { firstVariants, variantsOf } from '../schema-variants.ts'
import { isProductScope, type MarkupProduct, typeOf } from './markup-product.ts'
import type { Property } from './markup-property.ts'

const UNFILLED = /^\s*(?:\$\w+|\{\{.*\}\}|<%.*%>|undefined|null|n\/a|-)\s*$/i
const OFFER_LIKE = /Offer|Rating|Brand/i
const MAX_TEXT = 400
const MAX_BRANDS = 20

export function emitMicrodata(page: ReaderPage, markup: MarkupProduct, emit: Emit): void {
  const { properties, main } = markup
  const iso = firstIso(page, properties)
  const images: string[] = []
  const rating = new Map<string, string>()
  let brands = 0
  const target = { page, markup, iso, emit }
  for (const property of properties) {
    // Parsing a brand's markup is expensive: only the first few can be the product's.
    if (property.names.some(name => name === 'brand' || name === 'manufacturer') && ++brands > MAX_BRANDS)
      continue
    const inMain = main !== undefined && property.product === main
    const isOther = (main ?? property.product) !== undefined && !inMain
    const type = property.scope === undefined ? '' : typeOf(page, property.scope)
    // Outside a product, only properties without a scope and those of offers count, not those of reviews, lists or organisations.
    if (property.product === undefined && type !== '' && !OFFER_LIKE.test(type)) continue
    // What delivery costs is no price of the product.
    if (/ChargeSpecification\b/.test(type)) continue
    const about: Features = {
      [property.kind]: 1,
      ...(isOther ? { 'other product': 1 } : {}),
      ...(property.product === undefined ? { 'outside any product': 1 } : {}),
    }
    for (const name of property.names) {
      emitProperty(property, name, about, target)
      if (!inMain) continue
      if (name === 'image') images.push(...imageOf(page, property.node))
      const value = /^(?:ratingValue|bestRating|reviewCount|ratingCount)$/.test(name)
        ? valueOf(page, property.node)
        : undefined
      if (value !== undefined && !rating.has(name)) rating.set(name, value)
    }
  }
  emitGathered(images, rating, emit)
  emitItem(page, markup, emit)
  emitSchemed(markup, emit)
}

/** Codes that name their scheme in an item of their own. */
function emitSchemed({ item = {}, main, kind, hasCodes, properties }: MarkupProduct, emit: Emit): void {
  const own = properties.find(({ product }) => main !== undefined && product === main)
  if (!own || !hasCodes(own)) return
  for (const field of ['gtin', 'mpn', 'sku'] as const)
    for (const { value, key } of schemedCodes(item, field)) {
      const code = field === 'gtin' ? parseGtin(value)?.value : value
      const features = { [kind]: 1, ...(field === 'gtin' ? {} : { [`key ${field}`]: 1 }) }
      if (code) emit({ field, value: code, source: kind, place: `${key} ${field}`, features })
    }
}

/** What only the whole item says: the former price of the offer that the price is of, and the variants. */
function emitItem({ url }: ReaderPage, { item, kind }: MarkupProduct, emit: Emit): void {
  if (!item) return
  const features = { [kind]: 1 }
  for (const offer of askedOffersOf(allOffersOf(item))) {
    const value = listPrice(offer)
    const priceOfOffer = offerPrices(offer)[0]?.amount
    if (value === undefined || priceOfOffer === undefined) continue
    emit({ field: 'list_price', value, source: kind, place: 'priceSpecification', features, priceOfOffer })
  }
  const variants = firstVariants(variantsOf(item, url), 'offers')
  if (variants) emit({ field: 'variants', ...variants, source: kind, features })
}

/** How many products the markup has. */
export function countMicrodataProducts(page: ReaderPage): number {
  return page.scopes.filter(scope => isProductScope(page, scope)).length
}

function firstIso(page: ReaderPage, properties: readonly Property[]): string | undefined {
  const property = properties.find(
    ({ names }) => names.includes('priceCurrency') || names.includes('currency'),
  )
  return property && currencyInData(valueOf(page, property.node) ?? '', page)
}

const FIELDS: Readonly<Record<string, readonly [ScoredField, Features?]>> = {
  name: ['name'],
  brand: ['brand'],
  manufacturer: ['brand', { 'key manufacturer': 1 }],
  sku: ['sku', { 'key sku': 1 }],
  productID: ['sku', { 'key id': 1 }],
  productid: ['sku', { 'key id': 1 }],
  identifier: ['sku', { 'key id': 1 }],
  mpn: ['mpn', { 'key mpn': 1 }],
  model: ['mpn', { 'key model': 1 }],
  price: ['price'],
  lowPrice: ['price'],
  highPrice: ['price', { 'second price of offer': 1, 'high price': 1 }],
  minPrice: ['price'],
  maxPrice: ['price', { 'second price of offer': 1, 'high price': 1 }],
  priceCurrency: ['currency'],
  currency: ['currency'],
  availability: ['availability'],
  description: ['description'],
  gtin: ['gtin'],
  gtin13: ['gtin'],
  gtin14: ['gtin'],
  gtin12: ['gtin'],
  gtin8: ['gtin'],
  isbn: ['gtin'],
  ean: ['gtin'],
}

const NO_PRICE = { currency: undefined, features: {} }

interface Target {
  readonly page: ReaderPage
  readonly markup: MarkupProduct
  /** The currency that the page states. */
  readonly iso: string | undefined
  readonly emit: Emit
}

function emitProperty(
  property: Property,
  name: string,
  about: Features,
  { page, markup, iso, emit }: Target,
): void {
  const { node, kind, scope, product } = property
  const fieldEntry = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined
  if (!fieldEntry) return
  const [field, more = {}] = fieldEntry
  if ((field === 'name' || field === 'description') && (product === undefined || scope !== product)) return
  if (CODES.has(field) && !markup.hasCodes(property)) return
  // An item of its own, with a scheme.
  if (name === 'identifier' && page.scopes.includes(node)) return
  const value = readValue(page, node, field, iso)
  if (!value) return
  const place = `${kind === 'microdata' ? 'itemprop' : 'property'}=${name}`
  const facts = field === 'price' ? markup.describePrice(property, value) : NO_PRICE
  if (!facts) return
  const { currency } = facts
  emit({
    field,
    value,
    source: kind,
    place,
    node,
    features: { ...about, ...more, ...facts.features },
    currency,
  })
  if (field === 'mpn' && name === 'mpn')
    emit({ field: 'sku', value, source: kind, place, node, features: { ...about, ...more } })
}

function readValue(
  page: ReaderPage,
  node: number,
  field: ScoredField,
  iso: string | undefined,
): string | undefined {
  if (field === 'price') return priceOf(page, node, iso)
  if (field === 'currency') return currencyInData(valueOf(page, node) ?? '', page)
  if (field === 'availability') return parseAvailability(attribute(page, node, 'href') ?? valueOf(page, node))
  if (field === 'gtin') return parseGtin(valueOf(page, node))?.value
  if (field === 'brand') return brandOf(page, node)
  return field === 'sku' ? shownValue(page, node) : valueOf(page, node)
}

function valueOf(page: ReaderPage, node: number): string | undefined {
  const written =
    attribute(page, node, 'content') ?? attribute(page, node, 'datetime') ?? textIn(page, node, MAX_TEXT)
  return UNFILLED.test(written) ? undefined : cleanText(written)
}

// An article number is printed with its punctuation ("466/7999"), while content may have it without.
function shownValue(page: ReaderPage, node: number): string | undefined {
  const bare = valueOf(page, node)?.replace(/^(?:sku|mpn|id)\s*:\s*/i, '')
  const shown = textIn(page, node, 80)
  const same = shown.replace(/\W/g, '').toLowerCase() === bare?.replace(/\W/g, '').toLowerCase()
  const value = same && shown !== '' ? shown : bare
  return value !== undefined && value.length <= 60 ? value : undefined
}

function brandOf(page: ReaderPage, node: number): string | undefined {
  const content = attribute(page, node, 'content')
  if (content !== undefined) return UNFILLED.test(content) ? undefined : cleanText(content)
  const name = page.properties.find(
    inner =>
      inner > node &&
      isInside(page.tree, inner, node) &&
      /(?:^|:|\s)name$/.test(attribute(page, inner, 'itemprop') ?? attribute(page, inner, 'property') ?? ''),
  )
  // "See all of the brand: X": the name is after the colon.
  const brand = (name === undefined ? parseBrand(markupOf(page, node)) : valueOf(page, name))?.replace(
    /^.*[:：]\s*(?=\S)/u,
    '',
  )
  return brand === undefined || UNFILLED.test(brand) ? undefined : brand
}

function priceOf(page: ReaderPage, node: number, currency: string | undefined): string | undefined {
  const content = attribute(page, node, 'content')
  const price = parseMachinePrice(
    content === undefined || content === '' ? textIn(page, node, 60) : content,
    currency,
  )
  return price === undefined || Number(price) === 0 ? undefined : price
}

function imageOf(page: ReaderPage, node: number): string[] {
  const link =
    attribute(page, node, 'content') ?? attribute(page, node, 'src') ?? attribute(page, node, 'href')
  return absoluteUrl(link, page.url) === undefined ? [] : [absoluteUrl(link, page.url) as string]
}

function emitGathered(images: readonly string[], rating: ReadonlyMap<string, string>, emit: Emit): void {
  const features = { microdata: 1 }
  if (images.length > 0)
    emit({
      field: 'image',
      value: JSON.stringify([...new Set(images)]),
      source: 'microdata',
      place: 'itemprop=image',
      features,
    })
  const read = ratingInData(Object.fromEntries(rating))
  if (!read) return
  emit({
    field: 'rating',
    value: JSON.stringify(read),
    source: 'microdata',
    place: 'itemprop=ratingValue',
    features,
  })
}
