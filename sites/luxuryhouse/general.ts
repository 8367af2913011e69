// Maps luxuryhouse to the general shape.
import {
  gtin,
  bestAvailability,
  highestPrice,
  lowestPrice,
  mapProduct,
  money,
  type Native,
  unique,
} from '#kit'
import type { product } from './product.schema.ts'

type Article = Native<typeof product>

const STATES: Readonly<Record<string, 'in_stock' | 'out_of_stock' | 'preorder'>> = {
  AVAILABLE: 'in_stock',
  OUTOFSTOCK: 'out_of_stock',
  PREORDER: 'preorder',
}
const stockOf = (status: string | undefined) => STATES[status?.replace(/[^A-Z]/g, '') ?? '']
const variantsOf = (article: Article) => article.variants ?? []
const prices = (article: Article) =>
  variantsOf(article).map(one => money(one?.price?.value, one?.price?.currency))

export const general = {
  product: mapProduct<Article>({
    operation: 'luxuryhouse.product',
    fields: {
      name: article => article.title,
      description: article => article.description,
      mpn: article => article.code,
      sku: article => article.sku,
      price: article => lowestPrice(prices(article)),
      price_max: article => highestPrice(prices(article)),
      availability: article =>
        variantsOf(article).length > 0
          ? bestAvailability(variantsOf(article).map(one => stockOf(one?.status)))
          : stockOf(article.status),
      images: article => unique((article.images ?? []).map(picture => picture?.uri)),
      variants: article =>
        variantsOf(article).map(one => ({
          sku: one?.sku,
          gtin: gtin(one?.ean),
          size: one?.title,
          price: money(one?.price?.value, one?.price?.currency),
          availability: stockOf(one?.status),
        })),
    },
  }),
}
