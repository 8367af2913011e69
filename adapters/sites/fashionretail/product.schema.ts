// Schema of fashionretail.product.
import { t } from '#kit'

export const product = t.object({
  sku: t.text('SKU of the product in this colour; all sizes share it'),
  name: t.text('Title of the product page, without the brand'),
  brand: t.text('Label that the product is sold under'),
  color: t.text('Colour of this product in the language of the page; other colours are other products'),
  description: t.text('Description of the product; contains HTML when it comes from the catalogue service'),
  manufacturer: t.text('Manufacturer; empty and listed as absent if the site names only the brand'),
  images: t.list(t.url(), 'URLs of the pictures; `imwidth` in a URL is the width of a thumbnail'),
  variants: t.list(
    t.object({
      sku: t.text('SKU of this size'),
      price: t.number('In units of the currency'),
      price_currency: t.text({ description: 'ISO 4217 code', examples: ['EUR'] }),
    }),
    'Every size, including sold-out ones; prices may differ',
  ),
})
