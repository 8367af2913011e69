// Schema of fastfashion2.product: the catalogue's fields, and the variants that the shop sells.
import { t } from '#kit'

const texts = (description: string) => t.list(t.text(), description)

export const cataloguePart = {
  id: t.text({ description: 'Six digits: the end of the product URL', examples: ['400005'] }),
  name: t.text('Title in the catalogue'),
  image_url: t.url('URL of the main picture'),
  category_id: t.text({ description: 'Key of the category in the catalogue', examples: ['men-tees'] }),
  description: t.text('Plain text with the line breaks of the catalogue'),
  product_page_url: t.url('URL of the product in the shop'),
  brand_external_id: t.orNull(t.text(), 'Key of the brand in the catalogue; null when it has none'),
  active: t.flag({ default: true, description: 'True unless the catalogue says otherwise' }),
  disabled: t.flag('Whether the catalogue has withdrawn the product'),
  eans: texts('EAN codes of the product, 13 digits each; often empty'),
  upcs: texts('UPC codes of the product, 12 digits each; often empty'),
  isbns: texts('ISBN codes; empty for everything but books'),
  story_ids: texts('Ids of customer stories about the product; often empty'),
  family_ids: texts('Keys of the product families it belongs to; often empty'),
  review_ids: texts('Ids of its reviews; often empty, since reviews are stored elsewhere'),
  question_ids: texts('Ids of questions that customers asked; often empty'),
  model_numbers: texts('Manufacturer’s model numbers; often empty'),
  brand: t.open('Empty, or an object with `id` and `name`'),
  attributes_order: texts('Names of attributes in display order'),
  manufacturer_part_numbers: texts('Manufacturer’s part numbers; often empty'),
}

const money = (what: string) => t.open(`${what}, as the shop’s own money object; usually empty`)

const pricing = t.object(
  {
    sale: t.number('Current price of the variant, in units of the currency'),
    standard: t.number('Regular price, in units of the currency; same as `sale` if not reduced'),
    available: t.flag('Whether the shop states any price'),
    quantities: t.list(
      t.object({
        unit: t.text('Unit that it is sold in; empty for single items'),
        value: t.number('Number of these units in one purchase'),
      }),
      'Quantities that the variant is sold in, usually one',
    ),
    multibuy_msg: t.text('Text of a quantity discount; empty if there is none'),
    formatted_sale: t.text({ description: '`sale`, formatted for the country', examples: ['£14.90'] }),
    is_promo_price: t.flag('Whether `sale` is a limited-time promotion'),
    price_percentage: t.text('Discount as a percentage, without the `%` sign; empty if there is none'),
    formatted_standard: t.text('`standard`, formatted for the country'),
    show_standard_price: t.flag('Whether the page shows the regular price, crossed out'),
    sale_price_available: t.flag('Whether the shop states `sale`'),
    standard_price_available: t.flag('Whether the shop states `standard`'),
    price_percentage_money: t.text('Discount as an amount of money; usually empty'),
    value: money('The effective price'),
    sale_price_money: money('`sale`'),
    standard_price_money: money('`standard`'),
  },
  'Prices of the variant in the chosen country',
)

const availability = t.object(
  {
    ats: t.text('Quantity available to sell, as text'),
    status: t.text({ description: 'Stock status', examples: ['IN_STOCK'] }),
    in_stock: t.flag('Whether at least one item is in stock'),
    available: t.flag('Whether the variant can be put in a basket'),
    current_qty: t.integer('Quantity in stock'),
    regular_qty: t.integer('Quantity in stock that is sold on regular terms'),
    in_stock_msg: t.text('Text shown while it is in stock'),
    is_available: t.flag('Same as `available`, under the name that newer pages use'),
    low_in_stock: t.flag('Whether only a few are left'),
    selected_qty: t.text('Quantity preselected on the page, as text'),
    in_stock_date: t.date('When it is expected back; empty while it is in stock'),
    pre_order_msg: t.text('Text shown while it can be pre-ordered; otherwise empty'),
    qty_threshold: t.text('Stock below which it counts as low, as text'),
    back_order_msg: t.text('Text shown while it is on back order; otherwise empty'),
    purchase_level: t.text({ description: 'Purchase restriction set by the shop', examples: ['normal'] }),
    status_quantity: t.text('Quantity that the status refers to, as text'),
    max_selected_qty: t.integer('Maximum quantity per order'),
    available_for_sale: t.flag('Whether the shop offers the variant at all'),
    generally_available: t.flag('Whether anyone can buy it, not only members or store customers'),
    selection_overdrive: t.flag('Whether more was selected than is in stock'),
  },
  'Stock of the variant in the chosen country',
)

export const variant = t.object({
  id: t.text('Product, colour and size joined in one code'),
  attributes: t.object(
    {
      size: t.text({ description: "The shop's size code", examples: ['SMA003'] }),
      color: t.text({ description: "The shop's colour code", examples: ['COL00'] }),
    },
    'Which size and colour this is',
  ),
  pricing,
  availability,
})

export const product = t.object({
  ...cataloguePart,
  variants: t.list(variant, 'Every colour in every size, ordered by code'),
})
