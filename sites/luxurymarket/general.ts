// Maps luxurymarket (extended mode) to the general shape.
import { attributes, bestAvailability, highestPrice, listPrice, mapProduct, money, type Native } from '#kit'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>

const STATES: Readonly<Record<string, 'in_stock' | 'out_of_stock'>> = {
  InStock: 'in_stock',
  OutOfStock: 'out_of_stock',
}
const stockOf = (word: string | undefined) => STATES[word ?? '']
const priceOf = (product: Product) => money(product.price, product.price_currency)

export const general = {
  product: mapProduct<Product>({
    operation: 'luxurymarket.product',
    byUrl: url => ({ url, mode: 'extended' }),
    fields: {
      url: product => product.url,
      name: product => product.name,
      brand: product => product.brand,
      description: product => product.description,
      breadcrumbs: product => product.breadcrumbs?.map(crumb => ({ name: crumb?.name, url: crumb?.url })),
      sku: product => product.id,
      color: product => product.color,
      price: priceOf,
      list_price: product =>
        listPrice(money(product.original_price, product.price_currency), priceOf(product)),
      price_max: product =>
        highestPrice((product.variants ?? []).map(one => money(one?.price, one?.price_currency))),
      availability: product =>
        stockOf(product.availability) ??
        bestAvailability((product.variants ?? []).map(one => stockOf(one?.availability))),
      images: product => product.images,
      attributes: product =>
        attributes({
          gender: product.gender,
          category: product.category,
          materials: product.materials?.join(', '),
          care: product.care?.join(', '),
          made_in: product.made_in,
        }),
      variants: product =>
        product.variants?.map(one => ({
          sku: one?.sku,
          size: one?.size,
          color: one?.color,
          price: money(one?.price, one?.price_currency),
          availability: stockOf(one?.availability),
        })),
    },
  }),
}
