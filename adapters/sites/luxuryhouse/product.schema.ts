// Schema of luxuryhouse.product: the product's fields, pictures and sizes.
import { t } from '#kit'

const pixels = (side: string) => t.integer(`${side} of the file in pixels`)

export const picture = t.object({
  alt: t.text('Alternative text of the picture'),
  uri: t.url('URL of the file'),
  width: pixels('Width'),
  height: pixels('Height'),
  view_code: t.text({ description: 'Which view of the piece it shows', examples: ['E01'] }),
})

export const variant = t.object({
  title: t.text('Label of the size'),
  code: t.text('Style, colour and size joined'),
  sku: t.text('Order number of this size'),
  detail: t.text('Note on the size; may be empty'),
  status: t.text({ description: 'Stock status of this size', examples: ['AVAILABLE', 'OUTOFSTOCK'] }),
  ean: t.text('EAN code, 13 digits; may be empty'),
  price: t.object(
    {
      value: t.number('In units of the currency'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['EUR'] }),
    },
    'Price of this size',
  ),
  image: t.object(
    {
      uri: t.url('URL of the file'),
      width: pixels('Width'),
      height: pixels('Height'),
      alt: t.text('Alternative text of the picture'),
    },
    'Picture of this size',
  ),
})

/** A text that most pages leave null; no recording has a value. */
const rare = (about: string) => t.orNull(t.text(), `${about}; null on most pages`)

export const product = t.object({
  sku: t.text('SKU of the article, or of its first size if it has several'),
  code: t.text('Style and colour: the last part of the URL'),
  title: t.text('Heading of the product page'),
  status: t.text({
    description: 'Stock status of the article in `sku`',
    examples: ['AVAILABLE', 'OUTOFSTOCK'],
  }),
  subtitle: t.text('Line under the heading, usually material and colour'),
  backend_sku: t.text("Number in the house's own order system; may be empty"),
  category_id: t.text({ description: 'Key of the category', examples: ['bags'] }),
  description: t.text('Without HTML'),
  size_and_fit: t.text('Measurements and advice on the fit, without HTML'),
  sub_universe: t.text({ description: 'Section of the shop, in capitals', examples: ['WOMEN'] }),
  size_declination_label: t.text('Heading above the size selector; empty without sizes'),
  look: rare('The runway look that includes the piece'),
  video: rare('Video of the piece'),
  pre_sales: rare('Terms of a pre-release sale'),
  free_block: rare('Editorial text placed on the page'),
  inspiration: rare('Text about the inspiration for the piece'),
  customization: rare('Made-to-order options'),
  personalization: rare('Initials or marks that can be added'),
  size_declinations: rare('Sizes in the format of the page’s own scripts'),
  external_variations: rare('Variations stored outside this page'),
  preorder_shipping_date: rare('Date from which pre-orders are shipped'),
  personalization_sections: rare('Steps of choosing a personalisation'),
  tags: t.orNull(t.list(t.anything()), 'Labels shown on the piece; null when the page has none'),
  tags_keys: t.list(t.text(), 'Keys of those labels; the same in every language'),
  characteristics: t.list(t.text(), 'Facts such as material and origin, one per line'),
  images: t.list(picture, 'All pictures, in the order of the page'),
  variants: t.list(variant, 'The sizes; empty for a one-size piece'),
  has_vto: t.flag('Whether it can be tried on virtually'),
  has_size_guide: t.flag('Whether the page links to a size guide'),
  has_multiple_prices: t.flag('Whether prices differ between sizes'),
  services: t.object(
    { retouch: t.flag('Whether the house offers alterations') },
    'Services that the house offers with the piece',
  ),
  image: t.describedAs(picture, 'The first of `images`'),
})
