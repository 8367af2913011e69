// Maps departmentstore to the general shape. Its answer has neither a price nor images.
import { attributes, mapProduct, type Native } from '#kit'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>

export const general = {
  product: mapProduct<Product>({
    operation: 'departmentstore.product',
    fields: {
      name: product => product.detail?.completeName ?? product.detail?.name,
      brand: product => product.detail?.brand?.name,
      description: product => product.detail?.description,
      sku: product => (product.id === undefined ? undefined : String(product.id)),
      rating: ({ detail }) => {
        const { rating, count, ratingPercentage } = detail?.reviewStatistics?.aggregate ?? {}
        // A product without reviews has a rating of 0, which is not a rating.
        if (!rating || !count) return undefined
        return {
          value: rating,
          scale: ratingPercentage && Math.round((rating * 100) / ratingPercentage),
          count,
        }
      },
      attributes: product => attributes({ type: product.detail?.typeName }),
    },
  }),
}
