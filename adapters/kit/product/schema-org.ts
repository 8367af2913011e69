// Reads schema.org data in the terms of the general shape: the prices of an offer, stock, condition, rating, breadcrumbs.
import {
  asId,
  asImageUrl,
  asListOrOne,
  asLooseNumber,
  asLooseText,
  asObject,
  asText,
  valueAt,
  type JsonObject,
} from '../schema/json-values.ts'
import { readOfferPrice } from '../page/schema-org-offer.ts'
import { ratingInData } from '#reader/values/rating'
import { schemaAvailability, schemaCondition } from '#reader/schema-org/schema-org-states'
import { cleanText, htmlToText } from '#reader/values/text'
import { absoluteUrl } from '#reader/values/url'
import { gtin } from '#reader/values/gtin'
import { listPrice, unique } from './mapping-values.ts'
import { type Money, money } from '#reader/values/money'
import type { Page } from '../page/page.ts'
import type { ProductGetters } from './reading.ts'

/** What the JSON-LD of a page states about its product, with the first offer. */
export function schemaProduct(page: Page, item: JsonObject) {
  const [offer] = schemaOffers(item.offers)
  const name = () => schemaName(item.name)
  return {
    name,
    brand: () => schemaName(item.brand),
    description: () => htmlToText(asText(item.description)),
    breadcrumbs: () => schemaCrumbs(page.jsonLdOf('BreadcrumbList'), page.url, name()),
    gtin: () => schemaGtin(item),
    mpn: () => schemaName(item.mpn),
    sku: () => asId(item.sku),
    color: () => schemaName(item.color),
    condition: () => schemaCondition(item.itemCondition) ?? schemaCondition(offer?.itemCondition),
    price: () => schemaPrices(offer).price,
    list_price: () => schemaPrices(offer).list_price,
    availability: () => schemaAvailability(offer?.availability),
    images: () => schemaImages(item.image, page.url),
    rating: () => schemaRating(item.aggregateRating),
  } satisfies ProductGetters
}

/** An article of a group, with its first offer. */
export function schemaVariant(item: JsonObject, base: string) {
  const [offer] = schemaOffers(item.offers)
  return {
    sku: asId(item.sku),
    gtin: schemaGtin(item),
    size: schemaName(item.size),
    color: schemaName(item.color),
    condition: schemaCondition(offer?.itemCondition),
    ...schemaPrices(offer),
    availability: schemaAvailability(offer?.availability),
    url: absoluteUrl(asText(offer?.url) ?? asText(item.url), base),
  }
}

/** The group that a page's JSON-LD is about. Some shops leave out its type. */
export function schemaGroup(page: Page): JsonObject | undefined {
  return page.jsonLdOf('ProductGroup') ?? page.jsonLdItems().find(item => 'hasVariant' in item)
}

interface OfferPrices {
  readonly price?: Money | undefined
  readonly list_price?: Money | undefined
}

const LIST_PRICE = /ListPrice|StrikethroughPrice|SRP|SuggestedRetailPrice/i

/** A price of 0 stands on pages whose prices load later. */
export function schemaPrices(offer: unknown): OfferPrices {
  const specifications = asListOrOne(valueAt(offer, 'priceSpecification'), one => one) ?? []
  const isListed = (one: unknown) => LIST_PRICE.test(asText(valueAt(one, 'priceType')) ?? '')
  const priced = specifications.filter(one => !isListed(one))
  const read = readOfferPrice({
    price: valueAt(offer, 'price'),
    lowPrice: valueAt(offer, 'lowPrice'),
    priceCurrency: valueAt(offer, 'priceCurrency'),
    priceSpecification: priced,
  })
  const listed = readOfferPrice({ priceSpecification: specifications.filter(isListed) })
  const price = read.price === 0 ? undefined : money(read.price, read.currency)
  return { price, list_price: listPrice(money(listed.price, listed.currency ?? read.currency), price) }
}

/** The offers of a product, those of an aggregate one by one. */
export function schemaOffers(offers: unknown): JsonObject[] {
  return (asListOrOne(offers, one => one) ?? []).flatMap(offer => {
    const inner = asListOrOne(valueAt(offer, 'offers'), asObject) ?? [asObject(offer)]
    return inner.filter(one => one !== undefined)
  })
}

export function schemaRating(value: unknown) {
  const rating = ratingInData(asObject(value) ?? {})
  return rating && { value: rating.value, scale: rating.best, count: rating.count }
}

/** The categories of a BreadcrumbList, without the product itself, which many lists end with. */
export function schemaCrumbs(list: unknown, base: string, productName?: string | null) {
  const crumbs = (asListOrOne(valueAt(list, 'itemListElement'), one => one) ?? [])
    .toSorted((one, other) => positionOf(one) - positionOf(other))
    .map(item => ({
      name: cleanText(asText(valueAt(item, 'name')) ?? asText(valueAt(item, 'item', 'name'))),
      url: absoluteUrl(
        asText(valueAt(item, 'item')) ??
          asText(valueAt(item, 'item', '@id')) ??
          asText(valueAt(item, 'item', 'url')),
        base,
      ),
    }))
    .filter(one => one.name !== undefined)
  const isProduct = productName && crumbs.at(-1)?.name === cleanText(productName)
  return isProduct ? crumbs.slice(0, -1) : crumbs
}

function positionOf(element: unknown): number {
  return asLooseNumber(valueAt(element, 'position')) ?? 0
}

const GTIN_KEYS = ['gtin13', 'gtin', 'gtin14', 'gtin12', 'gtin8', 'ean', 'upc', 'isbn']

export function schemaGtin(item: unknown): string | undefined {
  return GTIN_KEYS.map(key => gtin(asId(valueAt(item, key)))).find(one => one !== undefined)
}

/** A name, or an object with one. */
export function schemaName(value: unknown): string | undefined {
  const [first] = asListOrOne(value, one => one) ?? []
  return cleanText(asLooseText(first) ?? asLooseText(valueAt(first, 'name')))
}

export function schemaImages(value: unknown, base: string): string[] {
  return unique(asListOrOne(value, image => absoluteUrl(asImageUrl(image), base)))
}
