// Operation 10: one product with its market data, from its page and, if the page has no market data, from GraphQL.
import {
  asList,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  defineOperation,
  Fault,
  type JsonObject,
  must,
  mustExist,
  type Page,
  param,
  withPlaceholders,
  sameName,
  readBySchema,
} from '#kit'
import { queryProduct } from './graphql.ts'
import { imageOf, readTraits, styleOf, titleOf } from './product-traits.ts'
import { checkLowestAsk, lacksMarketData, readMarketData } from './market-data.ts'
import { cachedProduct, urlKeyOf } from './page-cache.ts'
import { productPlaceholders } from './placeholders.ts'
import { product as result, gtins, sizes } from './product.schema.ts'

export interface Loaded {
  /** The product in the page's cache. */
  readonly cached?: JsonObject | undefined
  /** The GraphQL response. */
  readonly answer?: Page | undefined
}

export const product = defineOperation({
  id: 'sneakerexchange.product',
  number: 10,
  summary: 'One product with bids, asks and sales for each size',
  path: '/api/v1/sneakerexchange/product',
  params: {
    slug: param.identifier('Slug of the product: the last part of its URL'),
    id: param.uuid(
      "UUID of the product; looked up through the site's GraphQL API, as no page URL contains it",
    ),
    url: param.productUrl(),
  },
  lookup: ['url', 'id', 'slug'],
  result: withPlaceholders(result, productPlaceholders),
  core: ['/id', '/name', '/slug'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/market/bids/lowest_ask' }],
  freshForS: 300,
  example: { slug: 'halvik-arc-runner-rose-pv4272-660' },

  async load({ slug, id, url }, get, site): Promise<Loaded> {
    if (id !== undefined) return { answer: await queryProduct(id, get, site) }
    const page = await get(url === undefined ? `/${encodeURIComponent(slug)}` : url)
    const key = urlKeyOf(page.url)
    const cached = cachedProduct(page, key)
    if (!cached) mustExist(page)
    // Pages have had no market data since 2024. GraphQL also replaces a product that is missing from the page.
    const complete = cached && (cached.pricing || !lacksMarketData(cached))
    return {
      cached,
      answer: complete ? undefined : await get.optional(inner => queryProduct(key, inner, site)),
    }
  },
  otherWay: {
    name: 'GraphQL',
    when: ({ id }) => id === undefined,
    async load({ id, slug, url }, get, site): Promise<Loaded> {
      const key = slug === undefined ? (url === undefined ? id : urlKeyOf(url)) : slug
      return { answer: await queryProduct(key, get, site) }
    },
  },

  extract({ cached, answer }, { id }) {
    const answered = valueAt(answer?.json(), 'data', 'product')
    if (!cached && answered === null) throw new Fault('not_found', 'the site has no such product')
    const source = must(cached ?? asObject(answered), 'product')
    if (id && source.id !== id) {
      throw new Fault('upstream_changed', 'the site returned another product', { field: '/id' })
    }
    const second = marketSourceOf(source, answered)
    const market = readMarketData(source.market, valueAt(second, 'market'))
    const variants = readVariants(source.variants, second)
    checkLowestAsk(market, variants?.filter(one => one !== undefined) ?? [])
    return {
      id: asTrimmed(source.id),
      sku: styleOf(source),
      name: titleOf(source),
      slug: asTrimmed(source.urlKey),
      brand: asText(source.brand),
      image: imageOf(source.media),
      model: asText(source.model),
      gender: asText(source.gender),
      // `primaryCategory` is a product line of a brand.
      category: asText(source.productCategory),
      market,
      traits: readTraits(source.traits),
      variants,
      '360_images': asList(valueAt(source.media, 'all360Images'), asTrimmed),
    }
  },
})

/** Separate market data: already joined to the product, or in the second response. */
export function marketSourceOf(source: JsonObject, answered: unknown): unknown {
  return source.pricing ?? (isSameProduct(source, answered) ? answered : undefined)
}

/** Compares ids. A response with market data only may lack the id but has the sizes. */
function isSameProduct(source: JsonObject, answered: unknown): boolean {
  const id = valueAt(answered, 'id')
  if (id !== undefined) return id === source.id
  const known = new Set(asList(source.variants, variant => valueAt(variant, 'id')))
  return (
    asList(valueAt(answered, 'variants'), variant => valueAt(variant, 'id'))?.some(one => known.has(one)) ??
    false
  )
}

/** The sizes, each with its own market data or that of the same id in the second response. */
function readVariants(variants: unknown, second: unknown) {
  const markets = new Map(
    asList(valueAt(second, 'variants'), one => [valueAt(one, 'id'), valueAt(one, 'market')]),
  )
  return asList(variants, element => {
    const variant = asObject(element)
    return (
      variant && {
        id: asTrimmed(variant.id),
        gtins: readBySchema(gtins, variant.gtins, sameName),
        sizes: readBySchema(sizes, valueAt(variant.sizeChart, 'displayOptions'), sameName),
        market: readMarketData(variant.market, markets.get(variant.id)),
        traits: { size: asText(valueAt(variant.traits, 'size')) },
      }
    )
  })
}
