// Maps fastfashion1 to the general shape: a model with every size of every colour.
import { highestPrice, lowestPrice, mapProduct, money, type Native, unique } from '#kit'
import type { product } from './product.schema.ts'

type Model = Native<typeof product>

const prices = (model: Model) => (model.variants ?? []).map(one => money(one?.price, one?.price_currency))

export const general = {
  product: mapProduct<Model>({
    operation: 'fastfashion1.product',
    fields: {
      name: model => model.name,
      description: model => model.description,
      sku: model => model.sku,
      color: model => model.color,
      price: model => lowestPrice(prices(model)),
      price_max: model => highestPrice(prices(model)),
      images: model => unique([model.image, ...(model.variants ?? []).map(one => one?.image)]),
      variants: model =>
        model.variants?.map(one => ({
          sku: one?.sku,
          size: one?.size,
          color: one?.color,
          price: money(one?.price, one?.price_currency),
        })),
    },
  }),
}
