// Reads sneakerhub's documents in the general shape: the product, with its price rows; and maps its search.
import {
  asList,
  asLooseInteger,
  asLooseText,
  asText,
  asTrimmed,
  attributes,
  type Availability,
  type Condition,
  defineProductMapping,
  defineSearchMapping,
  Fault,
  htmlToText,
  type JsonObject,
  listPrice,
  lowestPrice,
  money,
  type Page,
  unique,
  valueAt,
  variantTotals,
} from '#kit'
import { loadPriceRows } from './prices.ts'
import { templateIn } from './product.ts'

interface Listed {
  readonly id?: string
  readonly url?: string
  readonly name?: string
  readonly image?: string
}

interface Documents {
  readonly template: JsonObject
  /** Undefined when the shop does not have them. */
  readonly rows: readonly unknown[] | undefined
}

export const general = {
  product: defineProductMapping({
    operation: 'sneakerhub.product',
    requests: 2,
    takes: ['country'],
    further: {
      // Without its price rows, the product has no price and no stock.
      prices: {
        isCore: true,
        holds: 'json',
        fields: ['price', 'list_price', 'price_max', 'availability', 'variants', 'other_prices'],
        load(page: Page, get, { query }) {
          const id = asLooseText(templateIn(page)?.id)
          return id === undefined ? undefined : loadPriceRows(id, countryOf(query.country), get)
        },
      },
    },
    open(page, _, { prices }): Documents | undefined {
      const template = templateIn(page)
      return template && { template, rows: asList(prices?.json(), row => row) }
    },
    fields: {
      name: ({ template }) => asTrimmed(template.name),
      brand: ({ template }) => asTrimmed(template.brandName),
      description: ({ template }) => asTrimmed(template.story) ?? htmlToText(asText(template.storyHtml)),
      breadcrumbs: ({ template }) =>
        [template.taxonomyLevel1, template.taxonomyLevel2].map(level => ({ name: asTrimmed(level) })),
      mpn: ({ template }) => asTrimmed(template.sku),
      sku: ({ template }) => asLooseText(template.id),
      color: ({ template }) => asTrimmed(template.color),
      price: found => totalsOf(found).price,
      // The retail price is a former price only where it is higher.
      list_price: found =>
        listPrice(centsOf(found.template.localizedSpecialDisplayPriceCents), totalsOf(found).price),
      price_max: found => totalsOf(found).price_max,
      availability: found => totalsOf(found).availability,
      images: ({ template }) =>
        unique([
          asTrimmed(template.mainPictureUrl) ?? asTrimmed(template.pictureUrl),
          ...(asList(template.productTemplateExternalPictures, one =>
            asTrimmed(valueAt(one, 'mainPictureUrl')),
          ) ?? []),
        ]),
      attributes: ({ template }) =>
        attributes({
          silhouette: asTrimmed(template.silhouette),
          colorway: asTrimmed(template.details),
          designer: asTrimmed(template.designer),
          'upper material': asTrimmed(template.upperMaterial),
          midsole: asTrimmed(template.midsole),
          season: asTrimmed(template.season),
          gender: asTrimmed(template.singleGender),
          'release date': asTrimmed(template.releaseDate)?.slice(0, 10),
        }),
      variants: readVariants,
      other_prices: usedPrice,
    },
  }),
  search: defineSearchMapping<readonly Listed[]>({
    operation: 'sneakerhub.search',
    params: ({ query, page }) => [{ query, page }],
    page: products => ({
      results: products.map(one => ({ url: one.url, name: one.name, image: one.image, sku: one.id })),
    }),
  }),
}

/** The shop knows these three. */
const COUNTRIES: Readonly<Record<string, string>> = { UK: 'GB', GB: 'GB', FR: 'FR', US: 'US' }

function countryOf(country = 'US'): string {
  const code = COUNTRIES[country.toUpperCase()]
  if (code) return code
  const message = 'country must be one of UK, FR, US'
  throw new Fault('invalid_parameter', message, {
    errors: [{ name: 'country', in: 'query', message, accepted: ['UK', 'FR', 'US'] }],
  })
}

const CONDITIONS: Readonly<Record<string, Condition>> = {
  new_no_defects: 'new',
  new_with_defects: 'damaged',
  used: 'used',
}
const STATES: Readonly<Record<string, Availability>> = {
  multiple_in_stock: 'in_stock',
  single_in_stock: 'limited',
  not_in_stock: 'out_of_stock',
}

/** One row per size and condition; without rows only the sizes are known. */
function readVariants(found: Documents) {
  if (found.rows) return readRows(found)
  const color = asTrimmed(found.template.color)
  return (
    asList(found.template.sizeOptions, one => ({ size: asTrimmed(valueAt(one, 'presentation')), color })) ??
    []
  )
}

function readRows({ template, rows = [] }: Documents) {
  return rows.map(row => ({
    size: asTrimmed(valueAt(row, 'sizeOption', 'presentation')),
    color: asTrimmed(template.color),
    condition: CONDITIONS[asText(valueAt(row, 'shoeCondition')) ?? ''],
    price: centsOf(valueAt(row, 'lowestPriceCents')),
    availability: STATES[asText(valueAt(row, 'stockStatus')) ?? ''],
  }))
}

function totalsOf(found: Documents) {
  return variantTotals(readRows(found))
}

/** Hundredths of a unit in every currency, also of yen; 0 means "unknown". */
function centsOf(price: unknown) {
  const cents = asLooseInteger(valueAt(price, 'amount'))
  return money(cents ? cents / 100 : undefined, asTrimmed(valueAt(price, 'currency')))
}

/** What a worn pair costs, next to the price of a new one. */
function usedPrice(found: Documents) {
  const offered = readRows(found).filter(row => row.price && row.availability !== 'out_of_stock')
  const used = offered.filter(row => row.condition === 'used')
  const price = lowestPrice(used.map(row => row.price))
  return price && used.length < offered.length ? [{ kind: 'used' as const, price, text: 'used' }] : []
}
