// Reads luxuryhouse's pages in the general shape: one article in one colour, with or without sizes.
import {
  absoluteUrl,
  asId,
  asList,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  cleanText,
  defineProductMapping,
  gtin,
  htmlToText,
  type JsonObject,
  type Page,
  priceAndFormer,
  unique,
  valueAt,
  variantTotals,
} from '#kit'
import { findElements, listOf, memberOf, ofType, picturesIn, sectionIn, sizesIn } from './product-elements.ts'

interface Documents {
  readonly page: Page
  readonly props: JsonObject
  readonly elements: readonly JsonObject[]
}

export const general = {
  product: defineProductMapping({
    operation: 'luxuryhouse.product',
    requests: 1,
    open(page: Page): Documents | undefined {
      const props = asObject(page.script({ id: '__NEXT_DATA__' }, ['props']))
      const elements = props && findElements(props)
      return elements && { page, props, elements }
    },
    fields: {
      name: ({ elements }) => cleanText(asText(memberOf(elements, 'title'))),
      brand: ({ props }) => asTrimmed(valueAt(trackedProduct(props), 'brand')),
      description: ({ elements }) =>
        plain(sectionIn(elements, 'DESCRIPTION', 'description') ?? memberOf(elements, 'description')),
      gtin: found => {
        const [only, ...others] = readVariants(found)
        return gtin(asId(articleOf(found)?.ean)) ?? (others.length === 0 ? only?.gtin : undefined)
      },
      mpn: codeOf,
      sku: found => asId(articleOf(found)?.sku) ?? codeOf(found),
      color: ({ elements }) => asTrimmed(memberOf(elements, 'color')),
      price: found => totalsOf(found).price,
      price_max: found => totalsOf(found).price_max,
      availability: found => totalsOf(found).availability,
      images: ({ page, elements }) =>
        unique(
          (picturesIn(elements) ?? listOf(memberOf(elements, 'images')) ?? []).map(picture =>
            absoluteUrl(asText(valueAt(picture, 'uri')), page.url),
          ),
        ),
      attributes: ({ props, elements }) =>
        attributes({
          subtitle: cleanText(asText(memberOf(elements, 'subtitle'))),
          universe: asTrimmed(memberOf(elements, 'universe')),
          section: asTrimmed(memberOf(elements, 'subUniverse')),
          category:
            asTrimmed(memberOf(elements, 'primaryCategoryId')) ??
            asTrimmed(valueAt(trackedProduct(props), 'category')),
          characteristics: asList(memberOf(elements, 'characteristics'), asTrimmed)
            ?.filter(Boolean)
            .join(', '),
          'size and fit': plain(
            sectionIn(elements, 'SIZEFIT', 'size_and_fit') ?? memberOf(elements, 'sizeAndFit'),
          ),
        }),
      variants: readVariants,
    },
  }),
}

function trackedProduct(props: JsonObject): unknown {
  return valueAt(props, 'tracking', 'dataLayer', 'ecommerce', 'detail', 'products', 0)
}

/** Style and colour. */
function codeOf({ props, elements }: Documents): string | undefined {
  return asId(memberOf(elements, 'code')) ?? asId(valueAt(props, 'pageProps', 'identifier'))
}

/** The article of a product without sizes. */
function articleOf({ elements }: Documents): JsonObject | undefined {
  return (
    ofType(elements, 'PRODUCTUNIQUE')[0] ?? elements.find(element => 'sku' in element && 'price' in element)
  )
}

function readVariants({ elements }: Documents) {
  const sizes = sizesIn(elements) ?? memberOf(elements, 'variations') ?? memberOf(elements, 'variants')
  return (listOf(sizes) ?? []).map(size => readVariant(elements, size))
}

function readVariant(elements: Documents['elements'], size: unknown) {
  return {
    sku: asId(valueAt(size, 'sku')) ?? asId(valueAt(size, 'code')),
    gtin: gtin(asId(valueAt(size, 'ean'))),
    size: cleanText(asText(valueAt(size, 'title'))),
    color: asTrimmed(memberOf(elements, 'color')),
    ...offerOf(size),
  }
}

function totalsOf(found: Documents) {
  const variants = readVariants(found)
  const article = articleOf(found)
  return variantTotals(variants.length > 0 || !article ? variants : [offerOf(article)])
}

const STATES: Readonly<Record<string, Availability>> = {
  AVAILABLE: 'in_stock',
  INSTOCK: 'in_stock',
  LASTITEMS: 'limited',
  LOWSTOCK: 'limited',
  PREORDER: 'preorder',
  BACKORDER: 'backorder',
  OUTOFSTOCK: 'out_of_stock',
  SOLDOUT: 'out_of_stock',
  UNAVAILABLE: 'out_of_stock',
}

/** A price of 0 is one on request. A shipping date means that the piece is sold before it is there. */
function offerOf(article: unknown) {
  const status =
    STATES[
      asText(valueAt(article, 'status'))
        ?.toUpperCase()
        .replace(/[^A-Z]/g, '') ?? ''
    ]
  const isAhead = status === 'in_stock' && asTrimmed(valueAt(article, 'preorderShippingDate')) !== undefined
  return {
    price: priceAndFormer(valueAt(article, 'price', 'value'), valueAt(article, 'price', 'currency')).price,
    availability: isAhead ? ('preorder' as const) : status,
  }
}

function plain(html: unknown): string | undefined {
  return htmlToText(asText(html))
}
