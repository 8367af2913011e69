// A product of the sandbox as UCP describes it: options, variants, amounts in the minor unit of the currency.
import type { Goods, GoodsVariant } from '../platform-shop.ts'
import { currencies } from '../currencies.ts'

export interface Selected {
  readonly name: string
  readonly label: string
}

/** `priceCents` is in hundredths whatever the currency; UCP wants yen as they are. */
function price(goods: Goods, units: number) {
  const { digits } = currencies[goods.currency]
  return { amount: Math.round(units * 10 ** digits), currency: goods.currency }
}

export const productId = ({ id }: Goods): string => `prod_${id}`
const variantId = (variant: GoodsVariant): string => `var_${variant.id}`

export function optionsOf(goods: Goods, variant: GoodsVariant): Selected[] {
  const color = { name: 'Color', label: goods.product.colour.name }
  return variant.label === '' ? [color] : [color, { name: 'Size', label: variant.label }]
}

function statusOf(quantity: number): string {
  return quantity === 0 ? 'out_of_stock' : quantity <= 2 ? 'limited' : 'in_stock'
}

export function variantOf(goods: Goods, variant: GoodsVariant) {
  const options = optionsOf(goods, variant)
  const title = options.map(one => one.label).join(' / ')
  return {
    id: variantId(variant),
    sku: variant.sku,
    barcodes: [{ type: 'EAN', value: variant.gtin }],
    title,
    description: { plain: `${goods.product.name}, ${title}` },
    url: `${goods.url}?variant=${variantId(variant)}`,
    price: price(goods, goods.price),
    ...(goods.listPrice === undefined ? {} : { list_price: price(goods, goods.listPrice) }),
    availability: { available: variant.quantity > 0, status: statusOf(variant.quantity) },
    options,
  }
}

/** Everything but the variants. */
export function productOf(goods: Goods) {
  const { product } = goods
  const amount = price(goods, goods.price)
  const former = goods.listPrice === undefined ? undefined : price(goods, goods.listPrice)
  const values = (label: string) => ({ label })
  const sizes = goods.variants.map(one => one.label).filter(one => one !== '')
  return {
    id: productId(goods),
    handle: product.slug,
    title: product.name,
    description: { plain: product.description },
    url: goods.url,
    categories: [{ value: product.categoryPath.join(' > '), taxonomy: 'merchant' }],
    price_range: { min: amount, max: amount },
    ...(former ? { list_price_range: { min: former, max: former } } : {}),
    media: goods.pictures.map(url => ({ type: 'image', url, alt_text: product.name })),
    options: [
      { name: 'Color', values: [values(product.colour.name)] },
      ...(sizes.length > 0 ? [{ name: 'Size', values: sizes.map(values) }] : []),
    ],
    ...(product.rating === undefined
      ? {}
      : { rating: { value: product.rating, scale_max: 5, count: product.reviews.length } }),
    metadata: { brand: product.brand },
  }
}

/** By a product's id, its handle or its address, or by a variant's id or SKU. */
export function findGoods(
  all: readonly Goods[],
  id: string,
): { readonly goods: Goods; readonly variant: GoodsVariant; readonly match: string } | undefined {
  for (const goods of all) {
    const exact = goods.variants.find(one => variantId(one) === id || one.sku === id)
    if (exact) return { goods, variant: exact, match: 'exact' }
    const featured = goods.variants.find(one => one.quantity > 0) ?? goods.variants[0]
    const isProduct = [productId(goods), goods.product.slug, goods.url].includes(id)
    if (isProduct && featured) return { goods, variant: featured, match: 'featured' }
  }
  return undefined
}
