// Maps fashionretail to the general shape: a product in one colour, with a SKU per size but no size labels.
import { highestPrice, htmlToText, lowestPrice, mapProduct, money, type Native } from '#kit'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>

const prices = (product: Product) =>
  (product.variants ?? []).map(one => money(one?.price, one?.price_currency))

export const general = {
  product: mapProduct<Product>({
    operation: 'fashionretail.product',
    fields: {
      name: product => product.name,
      brand: product => product.brand ?? product.manufacturer,
      description: product => product.description && htmlToText(product.description),
      sku: product => product.sku,
      color: product => product.color,
      price: product => lowestPrice(prices(product)),
      price_max: product => highestPrice(prices(product)),
      images: product => product.images,
      variants: product =>
        product.variants?.map(one => ({ sku: one?.sku, price: money(one?.price, one?.price_currency) })),
    },
  }),
}
