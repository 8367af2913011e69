// Maps fastfashion2 to the general shape. Prices come from the formatted text, which has the currency.
import {
  gtin,
  asText,
  at,
  bestAvailability,
  highestPrice,
  listPrice,
  lowestPrice,
  mapProduct,
  moneyFromText,
  type Native,
} from '#kit'
import type { product } from './product.schema.ts'

type Product = Native<typeof product>
type Variant = NonNullable<Product['variants']>[number]

const variantsOf = (product: Product): readonly Variant[] => product.variants ?? []
const priceOf = (variant: Variant) => moneyFromText(variant?.pricing?.formatted_sale)
const formerPriceOf = (variant: Variant) =>
  listPrice(moneyFromText(variant?.pricing?.formatted_standard), priceOf(variant))

function stockOf(variant: Variant) {
  const { in_stock, low_in_stock, status } = variant?.availability ?? {}
  if (status === 'PREORDER') return 'preorder'
  if (status === 'BACKORDER') return 'backorder'
  if (in_stock === undefined) return undefined
  return in_stock ? (low_in_stock ? 'limited' : 'in_stock') : 'out_of_stock'
}

export const general = {
  product: mapProduct<Product>({
    operation: 'fastfashion2.product',
    fields: {
      url: product => product.product_page_url,
      name: product => product.name,
      brand: product => asText(at(product.brand, 'name')),
      description: product => product.description,
      gtin: product => gtin([...(product.eans ?? []), ...(product.upcs ?? [])][0]),
      mpn: product => product.manufacturer_part_numbers?.[0] ?? product.model_numbers?.[0],
      sku: product => product.id,
      price: product => lowestPrice(variantsOf(product).map(priceOf)),
      list_price: product => lowestPrice(variantsOf(product).map(formerPriceOf)),
      price_max: product => highestPrice(variantsOf(product).map(priceOf)),
      availability: product => bestAvailability(variantsOf(product).map(stockOf)),
      images: product => (product.image_url ? [product.image_url] : []),
      variants: product =>
        variantsOf(product).map(one => ({
          sku: one?.id,
          size: one?.attributes?.size,
          color: one?.attributes?.color,
          price: priceOf(one),
          availability: stockOf(one),
        })),
    },
  }),
}
