// Schema of fastfashion1.product.
import { t } from '#kit'

const variant = t.object({
  sku: t.text('Of this size in this colour'),
  size: t.text({ description: 'As the shop labels it', examples: ['M', '38'] }),
  color: t.text('In the language of the page'),
  image: t.url('Of the colour; of the product where the site gives the colour none'),
  price: t.number('In units of the currency'),
  price_currency: t.text({ description: 'ISO 4217 code', examples: ['EUR'] }),
})

export const product = t.object({
  sku: t.text('Reference of the model, which its colours and sizes share'),
  name: t.text('Title of the product page'),
  color: t.text('The colour that `v1` in the URL selects, or else the first one'),
  image: t.url('URL of the main picture in that colour'),
  description: t.text('With the line breaks of the site'),
  variants: t.list(variant, 'Every size of every colour'),
})
