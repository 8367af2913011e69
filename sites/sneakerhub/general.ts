// Maps sneakerhub to the general shape: the product, with its price rows from sneakerhub.prices.
import {
  attributes,
  bestAvailability,
  highestPrice,
  lowestPrice,
  mapProduct,
  mapSearch,
  moneyFromMinor,
  type Native,
  unique,
} from '#kit'
import type { priceRow } from './prices.ts'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>
type Row = Native<typeof priceRow>

interface Listed {
  readonly id?: string
  readonly url?: string
  readonly name?: string
  readonly image?: string
}

const CONDITIONS: Readonly<Record<string, 'new' | 'used' | 'damaged'>> = {
  new_no_defects: 'new',
  new_with_defects: 'damaged',
  used: 'used',
}
const STATES: Readonly<Record<string, 'in_stock' | 'limited' | 'out_of_stock'>> = {
  multiple_in_stock: 'in_stock',
  single_in_stock: 'limited',
  not_in_stock: 'out_of_stock',
}

const rowsIn = (more: Readonly<Record<string, unknown>>) => (more.prices ?? []) as readonly Row[]
const priceOf = (row: Row) => moneyFromMinor(row.lowestPriceCents?.amount, row.lowestPriceCents?.currency)
const stockOf = (row: Row) => STATES[row.stockStatus ?? '']

/** The product's price is that of a new pair, if one is offered. */
function mainPrices(rows: readonly Row[]) {
  const offered = rows.filter(row => priceOf(row) !== undefined && stockOf(row) !== 'out_of_stock')
  const asNew = offered.filter(row => row.shoeCondition === 'new_no_defects')
  return (asNew.length > 0 ? asNew : offered).map(priceOf)
}

export const general = {
  product: mapProduct<Product>({
    operation: 'sneakerhub.product',
    takes: ['country'],
    more: ({ id }, { country }) => ({
      prices: { operation: 'sneakerhub.prices', params: { id: String(id), country } },
    }),
    fields: {
      name: product => product.name,
      brand: product => product.brand_name,
      description: product => product.story,
      mpn: product => product.sku,
      sku: product => (product.id === undefined ? undefined : String(product.id)),
      color: product => product.color,
      price: (_, { more }) => lowestPrice(mainPrices(rowsIn(more))),
      price_max: (_, { more }) => highestPrice(mainPrices(rowsIn(more))),
      availability: (_, { more }) => bestAvailability(rowsIn(more).map(stockOf)),
      images: product =>
        unique([
          product.main_picture_url,
          ...(product.product_template_external_pictures ?? []).map(picture => picture?.main_picture_url),
        ]),
      attributes: product =>
        attributes({
          silhouette: product.silhouette,
          designer: product.designer,
          upper_material: product.upper_material,
          midsole: product.midsole,
          season: product.season,
          gender: product.single_gender,
          release_date: product.release_date?.slice(0, 10),
        }),
      variants: (_, { more }) =>
        rowsIn(more).map(row => ({
          size: row.sizeOption?.presentation,
          condition: CONDITIONS[row.shoeCondition ?? ''],
          price: priceOf(row),
          availability: stockOf(row),
        })),
    },
  }),
  search: mapSearch<readonly Listed[]>({
    operation: 'sneakerhub.search',
    params: ({ query, page }) => [{ query, page }],
    page: products => ({
      results: products.map(one => ({ url: one.url, name: one.name, image: one.image, sku: one.id })),
    }),
  }),
}
