// The product of the sportswear shop: one style in one colour.
import { type Draft, type Static, t } from '#kit'

/** Empty whenever it was seen, so the contract leaves the items open. */
const unseen = t.list(t.anything())

const picture = t.object({ id: t.text(), url: t.text(), aspect_ratio: t.number() })

const section = t.object({ header: t.text(), body: t.list(t.text()) })

const size = t.object({
  gtins: t.list(t.object({ gtin: t.text({ description: 'With its leading zeros' }) })),
  label: t.text(),
  status: t.text({ description: 'ACTIVE says that the size exists, not that it is in stock' }),
  merch_sku_id: t.text(),
  sort_sequence: t.integer(),
  localized_label: t.text(),
  localized_label_prefix: t.text({ description: 'Empty where the market writes none, as in the US' }),
})

const prices = t.object({
  currency: t.text(),
  current_price: t.number({ description: 'In units of the currency' }),
  initial_price: t.number(),
  employee_price: t.number(),
  discount_percentage: t.number(),
  employee_discount_percentage: t.number(),
})

const productInfo = t.object({
  url: t.text(),
  badge: t.text(),
  title: t.text(),
  subtitle: t.text(),
  full_title: t.text(),
  canonical_url: t.text(),
  product_description: t.text({ description: 'Plain text' }),
  origins: t.list(section),
  product_details: t.list(section),
  enhanced_benefits: t.list(section),
  more_descriptions: unseen,
  size_fit_sections: unseen,
  features_and_benefits: unseen,
  sustainability_message: t.list(
    t.object({
      body: t.text({ description: 'HTML' }),
      json_body: t.object({ type: t.text(), content: t.list(t.anything()) }),
    }),
  ),
})

export const product = t.object({
  id: t.text(),
  color_code: t.text(),
  style_code: t.text(),
  style_color: t.text({ examples: ['AB1234-001'] }),
  product_type: t.text({ examples: ['FOOTWEAR'] }),
  size_chart_url: t.text(),
  status_modifier: t.text({ examples: ['BUYABLE_BUY', 'OUT_OF_STOCK'] }),
  merch_product_id: t.text(),
  availability_date: t.date(),
  color_description: t.text(),
  global_product_id: t.text(),
  badge: t.text(),
  gender: t.integer({ description: "The page's own code; words such as MEN have no known code and give 0" }),
  group_index: t.integer(),
  group_label: t.orNull(t.text()),
  net_quantity: t.orNull(t.anything()),
  selected_sku: t.orNull(t.anything()),
  brands: t.list(t.text()),
  sport_tags: t.list(t.text()),
  more_info: unseen,
  enhanced_pdp: unseen,
  sizes: t.list(size),
  prices,
  pdp_url: t.object({ url: t.text(), canonical_url: t.text() }),
  product_info: productInfo,
  content_images: t.list(
    t.object({
      card_type: t.text(),
      properties: t.object({ alt_text: t.text(), portrait: picture, squarish: picture }),
    }),
  ),
})

export type SportswearProduct = NonNullable<Draft<Static<typeof product>>>
