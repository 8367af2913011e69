// The fields of the general shape that an answer states, as the rows of the table in docs/built-in-shops.md.
import { generalProduct, type GeneralProduct } from '#kit/product/general-product'

/** Every answer has these, or they are not about what the shop states. */
const ALWAYS = new Set([
  'url',
  'site',
  'operation',
  'name',
  'disputed',
  'platform',
  'fetched_at',
  'sources',
  'absent',
])

type Variant = GeneralProduct['variants'][number]

const variantFields = Object.keys(generalProduct.properties.variants.items.properties) as (keyof Variant)[]
const productFields = Object.keys(generalProduct.properties).filter(
  name => !ALWAYS.has(name),
) as (keyof GeneralProduct)[]

/** `brand`, …, `variants`, `variants.sku`, … */
export const generalFields: readonly string[] = [
  ...productFields,
  ...variantFields.map(name => `variants.${name}`),
]

export function fieldsOf(product: GeneralProduct): string[] {
  const own = productFields.filter(name => {
    const value = product[name]
    return value !== null && !(Array.isArray(value) && value.length === 0)
  })
  const ofVariants = variantFields.filter(name => product.variants.some(one => one[name] !== null))
  return [...own, ...ofVariants.map(name => `variants.${name}`)]
}
