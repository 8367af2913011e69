// What operation 16 answers.
import { t } from '#kit'

export const product = t.object({
  sku: t.text({ description: 'Of the product in its colour, which its sizes share' }),
  name: t.text(),
  brand: t.text(),
  color: t.text(),
  description: t.text({ description: 'As the site words it; from its catalogue service with HTML' }),
  manufacturer: t.text({ description: 'Empty, and noted as absent, where the site names only the brand' }),
  images: t.list(t.url(), {
    description: 'As the site links them; `imwidth` in an address is the width of a thumbnail',
  }),
  variants: t.list(
    t.object({
      sku: t.text(),
      price: t.number({ description: 'In units of the currency' }),
      price_currency: t.text({ examples: ['EUR'] }),
    }),
    { description: 'Every size, sold-out ones too; their prices may differ' },
  ),
})
