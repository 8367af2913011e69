// What operation 17 answers: the page's own members, its pictures and its sizes.
import { t } from '#kit'

export const picture = t.object({
  alt: t.text(),
  uri: t.url(),
  width: t.integer(),
  height: t.integer(),
  view_code: t.text({ examples: ['E01'] }),
})

export const variant = t.object({
  title: t.text({ description: 'Label of the size' }),
  code: t.text(),
  sku: t.text(),
  detail: t.text(),
  status: t.text({ examples: ['AVAILABLE', 'OUTOFSTOCK'] }),
  ean: t.text(),
  price: t.object({
    value: t.number({ description: 'In units of the currency' }),
    currency: t.text({ examples: ['EUR'] }),
  }),
  image: t.object({ uri: t.url(), width: t.integer(), height: t.integer(), alt: t.text() }),
})

/** A text that the house seldom gives; what it holds was never seen. */
const rare = t.orNull(t.text())

export const product = t.object({
  sku: t.text({ description: 'Of the article; of its first size where it has several' }),
  code: t.text({ description: 'Style and colour, as the address ends' }),
  title: t.text(),
  status: t.text({ description: 'Of the article whose sku is given', examples: ['AVAILABLE', 'OUTOFSTOCK'] }),
  subtitle: t.text(),
  backend_sku: t.text(),
  category_id: t.text(),
  description: t.text({ description: 'Without HTML' }),
  size_and_fit: t.text({ description: 'Without HTML' }),
  sub_universe: t.text({ examples: ['WOMEN'] }),
  size_declination_label: t.text(),
  look: rare,
  video: rare,
  pre_sales: rare,
  free_block: rare,
  inspiration: rare,
  customization: rare,
  personalization: rare,
  size_declinations: rare,
  external_variations: rare,
  preorder_shipping_date: rare,
  personalization_sections: rare,
  tags: t.orNull(t.list(t.anything())),
  tags_keys: t.list(t.text()),
  characteristics: t.list(t.text()),
  images: t.list(picture),
  variants: t.list(variant),
  has_vto: t.flag({ description: 'Whether it can be tried on virtually' }),
  has_size_guide: t.flag(),
  has_multiple_prices: t.flag(),
  services: t.object({ retouch: t.flag() }),
  image: picture,
})
