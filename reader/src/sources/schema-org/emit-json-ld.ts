// Candidates from JSON-LD: every product on the page with its offers; the likely main product is marked.
import { findTyped } from '../../data/json-ld.ts'
import { htmlToText, cleanText } from '../../values/text.ts'
import { ratingInData } from '../../values/rating.ts'
import { absoluteUrl } from '../../values/url.ts'
import type { Crumb } from '../../values/breadcrumb-trail.ts'
import { type Candidate, CODES, type Emit, type Features, type ScoredField } from '../../candidate.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { sharedWords } from '../../page/main-heading.ts'
import { isPurchasable } from '../../product-shape.ts'
import {
  brandOf,
  gtinsOf,
  identifierOf,
  imagesOf,
  type SchemaItem,
  itemsOf,
  schemedCodes,
  stringOf,
  textOf,
} from '../../schema-org/schema-org-values.ts'
import {
  allOffersOf,
  askedOffersOf,
  listPrice,
  offerCurrency,
  offerPrices,
  offerState,
} from '../../schema-org/schema-org-offers.ts'
import { firstVariants, variantsOf } from '../schema-variants.ts'

const MAX_OFFERS = 60

export function emitJsonLd(page: ReaderPage, emit: Emit): void {
  const { own, main, listed, isTold } = page.jsonLdProducts
  const mainName = main && textOf(main.name)
  const products = [...own, ...listed]
  products.forEach(item => {
    // Shops write one product per size: those with the same name are one product.
    const isSame = mainName !== undefined && textOf(item.name) === mainName && own.includes(item)
    const isMain = item === main || isSame
    emitProduct(page, item, { isMain, hasCodes: isMain && isTold, count: products.length }, emit)
  })
  emitBreadcrumbs(page, emit)
}

interface Part {
  readonly isMain: boolean
  /** Its numbers and brand are those of the page: never of a related product. */
  readonly hasCodes: boolean
  /** How many products the page states. */
  readonly count: number
}

function emitProduct(
  page: ReaderPage,
  item: SchemaItem,
  { isMain, hasCodes, count }: Part,
  emit: Emit,
): void {
  const about: Features = {
    'json-ld': 1,
    ...(isMain ? {} : { 'other product': 1 }),
    ...(count > 3 ? { 'many products in data': 1 } : {}),
    ...(isMain && sharedWords(textOf(item.name) ?? '', page.headingWords) > 0.6
      ? { 'named as heading': 1 }
      : {}),
  }
  const put: FieldEmitter = (field, value, key, more = {}, ofOffer = {}) => {
    if (!value || (CODES.has(field) && !hasCodes)) return
    const features = { ...about, ...more }
    emit({ field, value, source: 'json-ld', place: `Product.${key}`, features, ...ofOffer })
  }
  put('name', textOf(item.name), 'name')
  put('brand', brandOf(item.brand), 'brand')
  put('brand', brandOf(item.manufacturer), 'manufacturer', { 'key manufacturer': 1 })
  put('sku', textOf(item.sku), 'sku', { 'key sku': 1 })
  put('sku', identifierOf(item.productID), 'productID', { 'key id': 1 })
  // The number of all variants; what is ordered has that of one.
  put('sku', textOf(item.productGroupID), 'productGroupID', { 'key id': 1, 'key of the group': 1 })
  const [named] = schemedCodes(item, 'sku')
  const plain = itemsOf(item.identifier).some(one => one.propertyID ?? one.name) ? undefined : item.identifier
  put('sku', named?.value ?? textOf(plain), 'identifier', { 'key id': 1 })
  put('sku', textOf(item.mpn), 'mpn', { 'key mpn': 1 })
  put('mpn', textOf(item.mpn), 'mpn', { 'key mpn': 1 })
  for (const { value, key } of schemedCodes(item, 'mpn')) put('mpn', value, key, { 'key mpn': 1 })
  put('mpn', textOf(item.model), 'model', { 'key model': 1 })
  for (const { value, key } of gtinsOf(item)) put('gtin', value, key)
  if (isMain) emitDetails(page, item, put)
  emitOffers(page, item, put)
}

type FieldEmitter = (
  field: ScoredField,
  value: string | undefined,
  key: string,
  more?: Features,
  ofOffer?: Pick<Candidate, 'currency' | 'priceOfOffer'>,
) => void

function emitDetails(page: ReaderPage, item: SchemaItem, put: FieldEmitter): void {
  const images = imagesOf(item.image, page.url)
  if (images.length > 0) put('image', JSON.stringify(images), 'image')
  if (typeof item.description === 'string') put('description', htmlToText(item.description), 'description')
  const rating = ratingInData(itemsOf(item.aggregateRating)[0] ?? {})
  if (rating) put('rating', JSON.stringify(rating), 'aggregateRating')
  const variants = firstVariants(variantsOf(item, page.url), 'hasVariant')
  if (variants) put('variants', variants.value, variants.place)
}

function emitOffers(page: ReaderPage, item: SchemaItem, put: FieldEmitter): void {
  const all = allOffersOf(item)
  const offers = all.length > MAX_OFFERS ? firstAndLowest(all) : all
  const several: Features = offers.length > 1 ? { 'several offers': 1 } : {}
  const askedOffers = new Set(askedOffersOf(offers))
  const lowest = lowestByCurrency([...askedOffers])
  offers.forEach((offer, index) => {
    const key = `offers${offers.length > 1 ? `[${index}]` : ''}`
    const state = offerState(offer)
    const about: Features = {
      ...several,
      ...(index === 0 ? { 'first offer': 1 } : {}),
      ...(offers.length > 1 && stringOf(offer.url) === page.url ? { 'offer of this address': 1 } : {}),
      ...(state !== undefined && isPurchasable(state) ? { 'offer in stock': 1 } : {}),
    }
    const prices = askedOffers.has(offer) ? offerPrices(offer) : []
    prices.forEach(({ amount, key: name, currency }, rank) =>
      put(
        'price',
        amount,
        `${key}.${name}`,
        {
          ...about,
          ...(rank > 0 ? { 'second price of offer': 1 } : {}),
          ...(offers.length > 1 && Number(amount) === lowest.get(currency) ? { 'lowest of offers': 1 } : {}),
          ...(/(?:highP|maxP)rice$/.test(name) ? { 'high price': 1 } : {}),
        },
        { currency },
      ),
    )
    put('currency', offerCurrency(offer), `${key}.priceCurrency`)
    const [own] = prices
    if (own)
      put('list_price', listPrice(offer), `${key}.priceSpecification`, {}, { priceOfOffer: own.amount })
    put('sku', textOf(offer.sku), `${key}.sku`, { 'key sku': 1, 'key of offer': 1, ...several })
    put('mpn', textOf(offer.mpn), `${key}.mpn`, { 'key mpn': 1, ...several })
    for (const gtin of gtinsOf(offer)) put('gtin', gtin.value, `${key}.${gtin.key}`, several)
    put('availability', state, `${key}.availability`)
  })
}

/** Of many offers, the cheapest is often not among the first. */
function firstAndLowest(all: readonly SchemaItem[]): SchemaItem[] {
  const lowest = new Set(lowestByCurrency(askedOffersOf(all)).values())
  const isLowest = (offer: SchemaItem) => offerPrices(offer).some(({ amount }) => lowest.has(Number(amount)))
  return [...all.slice(0, MAX_OFFERS), ...all.slice(MAX_OFFERS).filter(isLowest).slice(0, MAX_OFFERS)]
}

/** Amounts in two currencies cannot be compared. */
function lowestByCurrency(offers: readonly SchemaItem[]): Map<string | undefined, number> {
  const lowest = new Map<string | undefined, number>()
  for (const { amount, currency } of offers.flatMap(offerPrices))
    lowest.set(currency, Math.min(Number(amount), lowest.get(currency) ?? Number.POSITIVE_INFINITY))
  return lowest
}

function emitBreadcrumbs(page: ReaderPage, emit: Emit): void {
  for (const list of findTyped(page.jsonLd, 'BreadcrumbList')) {
    const crumbs = itemsOf(list.itemListElement).map(entry => crumbOf(entry, page.url))
    if (crumbs.length === 0) continue
    emit({
      field: 'breadcrumbs',
      value: JSON.stringify(crumbs),
      source: 'json-ld',
      place: 'BreadcrumbList.itemListElement',
      features: { 'json-ld': 1, ...(crumbs.length > 1 ? { 'several crumbs': 1 } : {}) },
    })
  }
}

function crumbOf(entry: SchemaItem, url: string): Crumb {
  const [item] = itemsOf(entry.item)
  const name = entry.name ?? item?.name
  const link = typeof entry.item === 'string' ? entry.item : (item?.['@id'] ?? item?.url)
  return {
    name: (typeof name === 'string' ? cleanText(name) : undefined) ?? null,
    url: (typeof link === 'string' ? absoluteUrl(link, url) : undefined) ?? null,
  }
}
