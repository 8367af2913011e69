// A catalog product in the format of the hosted platform's script route: prices in hundredths, and stock for each variant.
import { type Merchant, listItem, productAnswer } from './hosted-product.ts'
import type { SandboxProduct } from './product.ts'

const hundredths = (decimal: string) => Math.round(Number(decimal) * 100)

export function scriptAnswer(product: SandboxProduct, merchant: Merchant, origin: string) {
  const whole = productAnswer(product, merchant, origin)
  const listed = listItem(product, merchant, origin)
  const variants = whole.variants.map((variant, index) => ({
    id: variant.id,
    title: variant.title,
    option1: variant.option1,
    option2: null,
    option3: null,
    sku: variant.sku,
    requires_shipping: true,
    taxable: true,
    featured_image: null,
    available: listed.variants[index]?.available ?? false,
    name: whole.title,
    public_title: null,
    options: [variant.option1],
    price: hundredths(variant.price),
    weight: variant.grams,
    compare_at_price: variant.compare_at_price === '' ? null : hundredths(variant.compare_at_price),
    inventory_management: variant.inventory_management,
    barcode: variant.barcode,
    requires_selling_plan: false,
    selling_plan_allocations: [],
  }))
  const prices = variants.map(one => one.price)
  return {
    id: whole.id,
    title: whole.title,
    handle: whole.handle,
    description: whole.body_html,
    published_at: whole.published_at,
    created_at: whole.created_at,
    vendor: whole.vendor,
    type: whole.product_type,
    tags: listed.tags,
    price: Math.min(...prices),
    price_min: Math.min(...prices),
    price_max: Math.max(...prices),
    available: variants.some(one => one.available),
    price_varies: new Set(prices).size > 1,
    compare_at_price: variants[0]?.compare_at_price ?? null,
    variants,
    images: whole.images.map(image => image.src.replace(/^https?:/, '')),
    featured_image: whole.images[0]?.src.replace(/^https?:/, '') ?? null,
    options: listed.options,
    url: `/products/${whole.handle}`,
    requires_selling_plan: false,
    selling_plan_groups: [],
  }
}
