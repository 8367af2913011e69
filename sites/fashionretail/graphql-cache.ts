// The product in the cache that the first make of page carries for its own scripts: prices in minor units, `%` and `<` encoded.
import {
  absoluteUrl,
  asId,
  asList,
  asLooseInteger,
  asName,
  asObject,
  asText,
  asTrimmed,
  at,
  fullest,
  type JsonObject,
  minorUnits,
  type Page,
} from '#kit'
import { brandOf, type Product } from './json-ld-product.ts'

/** Undefined when the page carries no such cache, or none of this product. */
export function readGraphqlCache(page: Page): Product {
  const parts = partsOf(page)
  const first = (name: string) => parts.map(part => part[name]).find(value => (value ?? '') !== '')
  const variants = fullest(sizesOf(parts))
  if (!variants) return undefined
  const name = first('name')
  return {
    sku: asId(first('sku')) ?? asId(first('configSku')),
    name: name === undefined ? undefined : asName(decoded(name)),
    brand: brandOf(decoded(at(first('brand'), 'name'))),
    color: colourOf(first('color')),
    // The cache keeps it in pieces, for the folds of the page.
    description: undefined,
    manufacturer: undefined,
    images: asList(first('media') ?? first('galleryMedia'), image =>
      absoluteUrl(asTrimmed(at(image, 'uri')), page.url),
    ),
    variants,
  }
}

/** As the page tells it to search engines: the maker's word, and the shop's own where it is another. Half of it is none. */
function colourOf(color: unknown): string | undefined {
  const names = ['name', 'label'].map(key => asTrimmed(decoded(at(color, key))))
  return names.includes(undefined) ? undefined : [...new Set(names)].join('/')
}

/** The answers about the page's own product; recommended products have answers too. */
function partsOf(page: Page): JsonObject[] {
  const parts = page
    .scripts({ type: 'application/json', contains: 'graphqlCache' }, ['graphqlCache'])
    .flatMap(cache => Object.values(asObject(cache) ?? {}))
    .map(answer => asObject(at(answer, 'data', 'product')))
    .filter(part => part !== undefined)
  const path = new URL(page.url).pathname.toLowerCase()
  const addressed = parts.filter(part => path.endsWith(`-${skuOf(part)}.html`))
  if (addressed.length > 0) return addressed
  const own = ownSkus(page)
  return parts.filter(part => own.includes(skuOf(part)))
}

/** Where the address does not end in it: what the page's scripts are told that the page is about. */
function ownSkus(page: Page): (string | undefined)[] {
  return page
    .scripts({ type: 'application/json', contains: 'rootEntityData' }, ['rootEntityData', 'sku'])
    .map(sku => asText(sku)?.toLowerCase())
    .filter(sku => sku !== undefined)
}

/** `ern:product::AB123C0DE-K11`, or the SKU itself. */
function skuOf(part: JsonObject): string | undefined {
  const id = asText(part.id) ?? asText(part.sku)
  return id?.slice(id.lastIndexOf(':') + 1).toLowerCase()
}

type Variants = NonNullable<NonNullable<Product>['variants']>

/** Every answer lists the sizes with what it needs of them: the one with the most. */
function sizesOf(parts: readonly JsonObject[]): Variants[] {
  return parts.flatMap(part => {
    const sizes = asList(part.simples, variantOf)
    return sizes && sizes.length > 0 ? [sizes] : []
  })
}

function variantOf(simple: unknown) {
  const all = [at(simple, 'offer'), ...(asList(at(simple, 'allOffers'), one => one) ?? [])]
  const currency = all
    .map(offer => asTrimmed(at(offer, 'price', 'original', 'currency')))
    .find(one => one !== undefined)
  // Others sell the same size at prices of their own.
  const [offer, ...others] = all.filter(one => at(one, 'price') !== undefined)
  const own = [offer, ...others.filter(one => at(one, 'isDefaultOffer') === true)]
  // A promotion that cannot be read must not pass for the full price.
  const promotion = own.map(one => at(one, 'price', 'promotional') ?? undefined).find(Boolean)
  const amount = asLooseInteger(at(promotion ?? at(offer, 'price', 'original'), 'amount'))
  return {
    sku: asId(at(simple, 'sku')),
    price: amount === undefined || currency === undefined ? undefined : amount / 10 ** minorUnits(currency),
    price_currency: currency,
  }
}

/** The cache writes `%25` for a per cent sign and `%3C` for the start of a tag, so that no tag stands in the script. */
function decoded(value: unknown): unknown {
  return asText(value)?.replace(/%(25|3C)/gi, (_, code: string) => (code === '25' ? '%' : '<'))
}
