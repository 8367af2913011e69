// What operation 14 answers: the part that the catalogue knows, and the variants that the shop sells.
import { t } from '#kit'

const texts = () => t.list(t.text())

export const cataloguePart = {
  id: t.text(),
  name: t.text(),
  image_url: t.text(),
  category_id: t.text(),
  description: t.text(),
  product_page_url: t.text(),
  brand_external_id: t.orNull(t.text()),
  active: t.flag({ default: true, description: 'True where the catalogue does not say otherwise' }),
  disabled: t.flag(),
  eans: texts(),
  upcs: texts(),
  isbns: texts(),
  story_ids: texts(),
  family_ids: texts(),
  review_ids: texts(),
  question_ids: texts(),
  model_numbers: texts(),
  brand: t.open({ description: 'Empty, or `id` and `name`' }),
  attributes_order: texts(),
  manufacturer_part_numbers: texts(),
}

const pricing = t.object({
  sale: t.number({ description: 'In units of the currency' }),
  standard: t.number({ description: 'In units of the currency' }),
  available: t.flag(),
  quantities: t.list(t.object({ unit: t.text(), value: t.number() })),
  multibuy_msg: t.text(),
  formatted_sale: t.text({ description: 'As the country writes it', examples: ['£14.90'] }),
  is_promo_price: t.flag(),
  price_percentage: t.text(),
  formatted_standard: t.text({ description: 'As the country writes it' }),
  show_standard_price: t.flag(),
  sale_price_available: t.flag(),
  standard_price_available: t.flag(),
  price_percentage_money: t.text(),
  value: t.open(),
  sale_price_money: t.open(),
  standard_price_money: t.open(),
})

const availability = t.object({
  ats: t.text({ description: 'How many can be sold, as text' }),
  status: t.text({ examples: ['IN_STOCK'] }),
  in_stock: t.flag(),
  available: t.flag(),
  current_qty: t.integer(),
  regular_qty: t.integer(),
  in_stock_msg: t.text(),
  is_available: t.flag(),
  low_in_stock: t.flag(),
  selected_qty: t.text(),
  in_stock_date: t.date(),
  pre_order_msg: t.text(),
  qty_threshold: t.text(),
  back_order_msg: t.text(),
  purchase_level: t.text(),
  status_quantity: t.text(),
  max_selected_qty: t.integer(),
  available_for_sale: t.flag(),
  generally_available: t.flag(),
  selection_overdrive: t.flag(),
})

export const variant = t.object({
  id: t.text(),
  attributes: t.object({
    size: t.text({ examples: ['SMA003'] }),
    color: t.text({ examples: ['COL00'] }),
  }),
  pricing,
  availability,
})

export const product = t.object({ ...cataloguePart, variants: t.list(variant) })
