// The product of the sneakerexchange as the contract gives it.
import { t } from '#kit'

const amount = (description: string) =>
  t.number({ description: `${description}, in whole units of the currency` })

const market = t.object({
  bids: t.object({
    lowest_ask: amount('What the cheapest seller asks'),
    highest_bid: amount('What the keenest buyer bids'),
    number_asks: t.number(),
    number_bids: t.number(),
  }),
  sales: t.object({
    last_sale: t.number(),
    sales_last_72h: t.number(),
  }),
})

export const gtins = t.list(
  t.object({ type: t.text({ examples: ['EAN-13', 'UPC', 'GTIN-8'] }), identifier: t.text() }),
  { description: 'Often empty' },
)

export const sizes = t.list(
  t.object({
    size: t.text({ examples: ['US M 4.5', 'CM 23.5 (US M 4.5)'] }),
    type: t.text({ examples: ['us m', 'uk', 'cm', 'kr', 'eu', 'us w', 'us'] }),
  }),
)

const variant = t.object({
  id: t.text({ description: 'UUID' }),
  gtins,
  sizes,
  market,
  traits: t.object({ size: t.text() }),
})

export const product = t.object({
  id: t.text({ description: 'UUID' }),
  sku: t.text({ description: 'Style id of the maker; empty for most clothes' }),
  name: t.text(),
  slug: t.text(),
  brand: t.text(),
  image: t.text({ description: 'Address of the picture' }),
  model: t.text(),
  gender: t.text(),
  category: t.text({ examples: ['sneakers', 'streetwear'] }),
  market,
  traits: t.list(t.object({ name: t.text(), value: t.text() }), {
    description: 'Those that the site does not show are among them',
  }),
  variants: t.list(variant, {
    description:
      'Every size that the site keeps, also those that it hides; a hidden one may repeat the size of another',
  }),
  '360_images': t.list(t.text(), { description: 'Addresses of the pictures all around, in their order' }),
})
