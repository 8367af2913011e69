// Schema of fastfashion1.product.
import { t } from '#kit'

const variant = t.object({
  sku: t.text('SKU of this size in this colour'),
  size: t.text({ description: 'Size label used by the shop', examples: ['M', '38'] }),
  color: t.text('Colour name in the language of the page'),
  image: t.url('URL of a picture in this colour; the main picture if there is none'),
  price: t.number('In units of the currency'),
  price_currency: t.text({ description: 'ISO 4217 code', examples: ['EUR'] }),
})

export const product = t.object({
  sku: t.text('Reference of the model, shared by its colours and sizes'),
  name: t.text('Title of the product page'),
  color: t.text('The colour that `v1` in the URL selects, otherwise the first one'),
  image: t.url('URL of the main picture in that colour'),
  description: t.text('Plain text with the line breaks of the page'),
  variants: t.list(variant, 'Every size of every colour'),
})
