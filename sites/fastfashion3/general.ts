// Maps fastfashion3 to the general shape: an article is a product in one colour.
import { mapProduct, money } from '#kit'

interface Article {
  readonly sku?: string
  readonly name?: string
  readonly color?: string
  readonly description?: string
  readonly price?: number
  readonly price_currency?: string
  readonly images?: readonly string[]
}

export const general = {
  product: mapProduct<Article>({
    operation: 'fastfashion3.product',
    fields: {
      name: article => article.name,
      description: article => article.description,
      sku: article => article.sku,
      color: article => article.color,
      price: article => money(article.price, article.price_currency),
      images: article => article.images,
    },
  }),
}
