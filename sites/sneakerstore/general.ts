// Maps sneakerstore to the general shape. Its answer has no price.
import { mapProduct } from '#kit'

interface Product {
  readonly id?: string
  readonly slug?: string
  readonly name?: string
  readonly description?: string
  readonly sku?: string
  readonly images?: readonly string[]
}

export const general = {
  product: mapProduct<Product>({
    operation: 'sneakerstore.product',
    byCode: code => ({ sku: code }),
    fields: {
      name: product => product.name,
      description: product => product.description,
      // The SKU is the maker's style code, as usual in this trade.
      mpn: product => product.sku,
      sku: product => product.id,
      images: product => product.images,
    },
  }),
}
