// Schema of storefront.products.
import { type Static, t } from '#kit'

const created = (what: string) =>
  t.timestamp(`When ${what} was created, ISO 8601 with the storefront's own offset`)
const updated = (what: string) => t.timestamp(`When ${what} was last changed, ISO 8601 with offset`)
const productId = () => t.integer('`id` of the product it belongs to')

const image = t.object({
  id: t.integer('Id of the picture'),
  product_id: productId(),
  position: t.integer('Position in the gallery, from 1'),
  created_at: created('the picture'),
  updated_at: updated('the picture'),
  alt: t.text('Alternative text of the picture; may be empty'),
  width: t.integer('In pixels'),
  height: t.integer('In pixels'),
  src: t.url('URL of the file'),
  variant_ids: t.list(
    t.integer(),
    '`id` of each variant that the picture shows; empty if it shows all of them',
  ),
})

const option = t.object({
  id: t.integer('Id of the option, unique in the storefront'),
  product_id: productId(),
  name: t.text({ description: 'What the customer chooses with this option', examples: ['Size', 'Color'] }),
  position: t.integer('1 to 3: its values are in `option1`, `option2` or `option3` of the variants'),
  values: t.list(t.text(), 'Everything that can be chosen, in display order'),
})

const variant = t.object({
  id: t.integer('Id of the variant, unique in the storefront'),
  product_id: productId(),
  title: t.text({ description: 'Values of its options, joined', examples: ['M / Black'] }),
  price: t.text({ description: 'Decimal amount in the currency of the storefront', examples: ['129.00'] }),
  sku: t.text("The merchant's own SKU; may be empty"),
  position: t.integer('Position among the variants, from 1'),
  compare_at_price: t.text('Price before a reduction'),
  fulfillment_service: t.text({ description: 'Service that ships it', examples: ['manual'] }),
  inventory_management: t.orNull(t.text(), 'System that tracks the stock; null if it is not tracked'),
  option1: t.text('Value of the first option; `Default Title` for a product without options'),
  option2: t.orNull(t.text(), 'Value of the second option; null when there is none'),
  option3: t.orNull(t.text(), 'Value of the third option; null when there is none'),
  created_at: created('the variant'),
  updated_at: updated('the variant'),
  taxable: t.flag('Whether tax is charged on it'),
  barcode: t.text('GTIN, EAN, UPC or ISBN; may be empty'),
  grams: t.integer('Weight in grams; may disagree with `weight`'),
  image_id: t.orNull(
    t.integer(),
    '`id` of the picture of this variant; null if it has no picture of its own',
  ),
  weight: t.number('In `weight_unit`'),
  weight_unit: t.text({
    description: 'Unit that `weight` is measured in',
    examples: ['kg', 'g', 'lb', 'oz'],
  }),
  requires_shipping: t.flag('False for gift cards, downloads and services'),
  quantity_rule: t.object(
    {
      min: t.integer('Minimum quantity per order'),
      max: t.orNull(t.integer(), 'Maximum quantity per order; null if there is no limit'),
      increment: t.integer('Quantities must be multiples of this'),
    },
    // Without the rule, any quantity can be ordered; a neutral 0 would mean that nothing can be bought.
    {
      description: 'Limits on the quantity per order',
      default: { min: 1, max: null, increment: 1 },
    },
  ),
})

export const product = t.object({
  id: t.integer('Id of the product, unique in the storefront'),
  title: t.text('Heading of the product page'),
  body_html: t.text('Description in HTML, as the merchant wrote it; may be empty'),
  vendor: t.text('Brand or supplier that the merchant entered'),
  product_type: t.text('Category, as the merchant names it; may be empty'),
  created_at: created('the product'),
  updated_at: updated('the product'),
  published_at: t.timestamp('When the product became visible in the storefront, ISO 8601 with offset'),
  handle: t.text('Last part of its page URL: `/products/<handle>`'),
  template_suffix: t.text('Name of a custom page template; may be empty'),
  published_scope: t.text({
    description: 'Sales channels where it is published',
    examples: ['web', 'global'],
  }),
  tags: t.text('The merchant’s keywords, separated by commas; may be empty'),
  variants: t.list(variant, 'What can be ordered: one variant for each combination of options'),
  options: t.list(option, 'What distinguishes the variants, at most three'),
  images: t.list(image, 'The gallery in display order'),
  image: t.describedAs(image, 'The first of `images`'),
})

export type StorefrontProduct = Static<typeof product>
