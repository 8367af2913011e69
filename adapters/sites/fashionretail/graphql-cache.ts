// Reads the product from the GraphQL cache in pages of the first template: prices in minor units, `%` and `<` encoded.
import {
  absoluteUrl,
  asId,
  asList,
  asLooseInteger,
  asName,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  mostComplete,
  type JsonObject,
  minorUnits,
  type Page,
} from '#kit'
import { brandOf, type Product } from './json-ld-product.ts'

/** Undefined when the page has no such cache, or none for this product. */
export function readGraphqlCache(page: Page): Product {
  const parts = cachedParts(page)
  const first = (name: string) => parts.map(part => part[name]).find(value => (value ?? '') !== '')
  const variants = mostComplete(sizesOf(parts))
  if (!variants) return undefined
  const name = first('name')
  return {
    sku: asId(first('sku')) ?? asId(first('configSku')),
    name: name === undefined ? undefined : asName(decoded(name)),
    brand: brandOf(decoded(valueAt(first('brand'), 'name'))),
    color: colourOf(first('color')),
    // The cache has the description only in pieces, one per accordion section.
    description: undefined,
    manufacturer: undefined,
    images: asList(first('media') ?? first('galleryMedia'), image =>
      absoluteUrl(asTrimmed(valueAt(image, 'uri')), page.url),
    ),
    variants,
  }
}

/** In the format of the JSON-LD: the brand's colour name, then the shop's if it differs. Undefined if either is missing. */
function colourOf(color: unknown): string | undefined {
  const names = ['name', 'label'].map(key => asTrimmed(decoded(valueAt(color, key))))
  return names.includes(undefined) ? undefined : [...new Set(names)].join('/')
}

/** The cached responses about the page's product; recommended products have cached responses too. */
export function cachedParts(page: Page): JsonObject[] {
  const parts = page
    .scripts({ type: 'application/json', contains: 'graphqlCache' }, ['graphqlCache'])
    .flatMap(cache => Object.values(asObject(cache) ?? {}))
    .map(answer => asObject(valueAt(answer, 'data', 'product')))
    .filter(part => part !== undefined)
  const path = new URL(page.url).pathname.toLowerCase()
  const addressed = parts.filter(part => path.endsWith(`-${skuOf(part)}.html`))
  if (addressed.length > 0) return addressed
  const own = ownSkus(page)
  return parts.filter(part => own.includes(skuOf(part)))
}

/** The cached responses that state no number of the product; their query names it: `{"variables":{"id":"ern:product::AB1-K11"}}`. */
export function partsNamed(page: Page, sku: string): JsonObject[] {
  return page
    .scripts({ type: 'application/json', contains: 'graphqlCache' }, ['graphqlCache'])
    .flatMap(cache => Object.entries(asObject(cache) ?? {}))
    .filter(([query]) => query.toLowerCase().includes(`:${sku.toLowerCase()}"`))
    .map(([, answer]) => asObject(valueAt(answer, 'data', 'product')))
    .filter(part => part !== undefined && skuOf(part) === undefined)
    .filter(part => part !== undefined)
}

/** For URLs that do not end in a SKU: the SKU of the page's root entity. */
function ownSkus(page: Page): (string | undefined)[] {
  return page
    .scripts({ type: 'application/json', contains: 'rootEntityData' }, ['rootEntityData', 'sku'])
    .map(sku => asText(sku)?.toLowerCase())
    .filter(sku => sku !== undefined)
}

/** `ern:product::AB123C0DE-K11`, or the SKU itself. */
export function skuOf(part: JsonObject): string | undefined {
  const id = asText(part.id) ?? asText(part.sku)
  return id?.slice(id.lastIndexOf(':') + 1).toLowerCase()
}

type Variants = NonNullable<NonNullable<Product>['variants']>

/** Each cached response lists the sizes with the fields it needs; the caller picks the fullest. */
function sizesOf(parts: readonly JsonObject[]): Variants[] {
  return parts.flatMap(part => {
    const sizes = asList(part.simples, variantOf)
    return sizes && sizes.length > 0 ? [sizes] : []
  })
}

function variantOf(simple: unknown) {
  if (!asObject(simple)) return undefined
  const all = [valueAt(simple, 'offer'), ...(asList(valueAt(simple, 'allOffers'), one => one) ?? [])]
  const currency = all
    .map(offer => asTrimmed(valueAt(offer, 'price', 'original', 'currency')))
    .find(one => one !== undefined)
  // Other sellers offer the same size at their own prices.
  const [offer, ...others] = all.filter(one => valueAt(one, 'price') !== undefined)
  const own = [offer, ...others.filter(one => valueAt(one, 'isDefaultOffer') === true)]
  // An unreadable promotion must not be reported as the full price.
  const promotion = own.map(one => valueAt(one, 'price', 'promotional') ?? undefined).find(Boolean)
  const amount = asLooseInteger(valueAt(promotion ?? valueAt(offer, 'price', 'original'), 'amount'))
  return {
    sku: asId(valueAt(simple, 'sku')),
    price: amount === undefined || currency === undefined ? undefined : amount / 10 ** minorUnits(currency),
    price_currency: currency,
  }
}

/** The cache encodes a per cent sign as `%25` and `<` as `%3C`, so that the script contains no tags. */
export function decoded(value: unknown): unknown {
  return asText(value)?.replace(/%(25|3C)/gi, (_, code: string) => (code === '25' ? '%' : '<'))
}
