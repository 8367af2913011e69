// Reads sneakerexchange's documents in the general shape, and maps its search.
import {
  absoluteUrl,
  asId,
  asList,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  cleanText,
  defineProductMapping,
  defineSearchMapping,
  gtin,
  htmlToText,
  type JsonObject,
  listPrice,
  money,
  schemaCondition,
  type SiteView,
  unique,
  valueAt,
  variantTotals,
} from '#kit'
import { amountOf, bidOf, marketOf } from './market-data.ts'
import { imageOf, readTraits, styleOf, titleOf, traitOf } from './product-traits.ts'
import { type Loaded, marketSourceOf } from './product.ts'

interface Listed {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly sku?: string
  readonly brand?: string
  readonly image?: string
}

interface Documents {
  readonly product: JsonObject
  /** Market data that stands apart from the product. */
  readonly second: unknown
}

export const general = {
  product: defineProductMapping({
    operation: 'sneakerexchange.product',
    requests: 2,
    open({ cached, answer }: Loaded): Documents | undefined {
      const answered = valueAt(answer?.json(), 'data', 'product')
      const product = cached ?? asObject(answered)
      return product && { product, second: marketSourceOf(product, answered) }
    },
    fields: {
      url: ({ product }, { site }) => urlOf(asTrimmed(product.urlKey), site),
      name: ({ product }) => titleOf(product),
      brand: ({ product }) => asTrimmed(product.brand),
      description: ({ product }) => htmlToText(asText(product.description)),
      breadcrumbs: ({ product }, { site }) => breadcrumbsOf(product, site),
      mpn: ({ product }) => styleOf(product),
      sku: ({ product }) => asId(product.id),
      color: ({ product }) => traitOf(product, 'colorway') ?? traitOf(product, 'color'),
      condition: ({ product }) => schemaCondition(product.condition),
      price: (found, { site }) => askOf(marketIn(found), site) ?? totalsOf(found, site).price,
      // The retail price is a former price only where it is higher than the lowest ask.
      list_price: (found, { site }) =>
        listPrice(
          retailPrice(found.product, site),
          askOf(marketIn(found), site) ?? totalsOf(found, site).price,
        ),
      price_max: (found, { site }) => totalsOf(found, site).price_max,
      availability: (found, { site }) =>
        found.product.deleted === true
          ? 'discontinued'
          : (totalsOf(found, site).availability ?? stockOf(marketIn(found))),
      images: ({ product: { media } }) =>
        unique([
          imageOf(media),
          ...(asList(valueAt(media, 'gallery'), asTrimmed) ?? []),
          ...(asList(valueAt(media, 'all360Images'), asTrimmed) ?? []),
        ]),
      attributes: ({ product }) => [
        ...attributes({
          model: asTrimmed(product.model),
          gender: asTrimmed(product.gender),
          category: asTrimmed(product.productCategory),
        }),
        ...(readTraits(product.traits) ?? []).filter(one => one?.name && one.value),
      ],
      variants: (found, { site }) => readVariants(found, site),
    },
  }),
  search: defineSearchMapping<readonly Listed[]>({
    operation: 'sneakerexchange.search',
    params: ({ query, page }) => [{ query, page }],
    page: (products, { site }) => ({
      results: products.map(one => ({
        url: urlOf(one.slug, site),
        name: one.name,
        brand: one.brand,
        image: one.image,
        sku: one.id,
        mpn: one.sku,
      })),
    }),
  }),
}

function urlOf(slug: string | undefined, { origins }: SiteView): string | undefined {
  return slug && origins.main ? `${origins.main}/${encodeURIComponent(slug)}` : undefined
}

/** The list ends with the product itself. */
function breadcrumbsOf(product: JsonObject, { origins }: SiteView) {
  const name = titleOf(product)
  return (asList(product.breadcrumbs, one => one) ?? [])
    .map(one => ({
      name: cleanText(asText(valueAt(one, 'name'))),
      url: absoluteUrl(asText(valueAt(one, 'url')), `${origins.main ?? ''}/`),
    }))
    .filter(one => one.name !== name)
}

function marketIn({ product, second }: Documents): JsonObject | undefined {
  return marketOf(product.market, valueAt(second, 'market'))
}

/** Whole units of the currency that the data states, or that was requested. */
function askOf(market: JsonObject | undefined, { settings }: SiteView) {
  const currency = asTrimmed(market?.currencyCode) ?? settings.currency ?? 'USD'
  return money(amountOf(bidOf(market, 'lowestAsk')) || undefined, currency)
}

/** An ask means that somebody is selling. */
function stockOf(market: JsonObject | undefined): Availability | undefined {
  const asks = asLooseNumber(bidOf(market, 'numberOfAsks'))
  if (amountOf(bidOf(market, 'lowestAsk')) || (asks ?? 0) > 0) return 'in_stock'
  return asks === 0 || bidOf(market, 'lowestAsk') === null ? 'out_of_stock' : undefined
}

function readVariants({ product, second }: Documents, site: SiteView) {
  const markets = asList(valueAt(second, 'variants'), one => one) ?? []
  return (asList(product.variants, one => one) ?? []).map(variant => {
    const id = asId(valueAt(variant, 'id'))
    const apart = markets.find(one => id !== undefined && asId(valueAt(one, 'id')) === id)
    const market = marketOf(valueAt(variant, 'market'), valueAt(apart, 'market'))
    const codes = asList(valueAt(variant, 'gtins'), code => gtin(asId(valueAt(code, 'identifier')))) ?? []
    return {
      sku: id,
      gtin: codes.find(Boolean),
      size:
        asTrimmed(valueAt(variant, 'sizeChart', 'displayOptions', 0, 'size')) ??
        asTrimmed(valueAt(variant, 'traits', 'size')),
      color: traitOf(product, 'colorway') ?? traitOf(product, 'color'),
      condition: schemaCondition(product.condition),
      price: askOf(market, site),
      availability: stockOf(market),
    }
  })
}

function totalsOf(found: Documents, site: SiteView) {
  return variantTotals(readVariants(found, site))
}

function retailPrice(product: JsonObject, { settings }: SiteView) {
  return money(traitOf(product, 'retailPrice')?.replace(/^\$/, ''), settings.currency ?? 'USD')
}
