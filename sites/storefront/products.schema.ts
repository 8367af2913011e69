// The storefront's product as the contract gives it.
import { type Static, t } from '#kit'

const image = t.object({
  id: t.integer(),
  product_id: t.integer(),
  position: t.integer(),
  created_at: t.timestamp(),
  updated_at: t.timestamp(),
  alt: t.text(),
  width: t.integer(),
  height: t.integer(),
  src: t.url(),
  variant_ids: t.list(t.integer()),
})

const option = t.object({
  id: t.integer(),
  product_id: t.integer(),
  name: t.text(),
  position: t.integer(),
  values: t.list(t.text()),
})

const variant = t.object({
  id: t.integer(),
  product_id: t.integer(),
  title: t.text(),
  price: t.text({ description: 'Decimal amount in the currency of the storefront', examples: ['129.00'] }),
  sku: t.text(),
  position: t.integer(),
  compare_at_price: t.text({ description: 'Price before a reduction; empty when there is none' }),
  fulfillment_service: t.text(),
  inventory_management: t.orNull(t.text()),
  option1: t.text(),
  option2: t.orNull(t.text()),
  option3: t.orNull(t.text()),
  created_at: t.timestamp(),
  updated_at: t.timestamp(),
  taxable: t.flag(),
  barcode: t.text({ description: 'May be empty' }),
  grams: t.integer({ description: 'Weight in grams; may disagree with `weight`' }),
  image_id: t.orNull(t.integer()),
  weight: t.number({ description: 'In `weight_unit`' }),
  weight_unit: t.text(),
  requires_shipping: t.flag(),
  quantity_rule: t.object(
    { min: t.integer(), max: t.orNull(t.integer()), increment: t.integer() },
    // A storefront without the rule sells any number of pieces; a neutral 0 would say that none can be bought.
    { default: { min: 1, max: null, increment: 1 } },
  ),
})

export const product = t.object({
  id: t.integer(),
  title: t.text(),
  body_html: t.text({ description: 'HTML as the merchant wrote it' }),
  vendor: t.text(),
  product_type: t.text(),
  created_at: t.timestamp({ description: "With the storefront's own offset" }),
  updated_at: t.timestamp(),
  published_at: t.timestamp(),
  handle: t.text(),
  template_suffix: t.text({ description: 'May be empty' }),
  published_scope: t.text(),
  tags: t.text({ description: 'Comma-separated' }),
  variants: t.list(variant),
  options: t.list(option),
  images: t.list(image),
  image,
})

export type StorefrontProduct = Static<typeof product>
