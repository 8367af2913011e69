// Schema of sneakerexchange.product.
import { t } from '#kit'

const amount = (description: string) => t.number(`${description}, in whole units of the currency`)

const market = t.object(
  {
    bids: t.object(
      {
        lowest_ask: amount('Lowest open ask'),
        highest_bid: amount('Highest open bid'),
        number_asks: t.number('Number of open asks'),
        number_bids: t.number('Number of open bids'),
      },
      'Open asks from sellers and bids from buyers',
    ),
    sales: t.object(
      {
        last_sale: amount('Price of the latest sale'),
        sales_last_72h: t.number('Number of sales in the last 72 hours'),
      },
      'Completed sales',
    ),
  },
  {
    title: 'Market',
    description: 'Market data for all sizes together, or for the size that contains it',
  },
)

export const gtins = t.list(
  t.object({
    type: t.text({
      description: 'Kind of code',
      examples: ['EAN-13', 'UPC', 'GTIN-8'],
    }),
    identifier: t.text('The digits, with leading zeros'),
  }),
  'Article numbers (GTINs) of this size; often empty',
)

export const sizes = t.list(
  t.object({
    size: t.text({ description: 'As the page writes it', examples: ['US M 4.5', 'CM 23.5 (US M 4.5)'] }),
    type: t.text({
      description: 'Size system of this label',
      examples: ['us m', 'uk', 'cm', 'kr', 'eu', 'us w', 'us'],
    }),
  }),
  'The same size in every size system that the site shows',
)

const variant = t.object({
  id: t.text('UUID of this size'),
  gtins,
  sizes,
  market,
  traits: t.object(
    { size: t.text({ description: "Size in the product's own size system", examples: ['4.5'] }) },
    'Properties that distinguish this variant',
  ),
})

export const product = t.object({
  id: t.text('UUID of the product, the same on every page'),
  sku: t.text('Manufacturer’s style id; empty for most clothes'),
  name: t.text('Full title: model and nickname'),
  slug: t.text('Last part of its page URL'),
  brand: t.text('Manufacturer, as listed by the site'),
  image: t.url('URL of the picture'),
  model: t.text('Line within the brand; may be empty'),
  gender: t.text({
    description: 'Target group of the product',
    examples: ['men', 'women', 'child'],
  }),
  category: t.text({ description: 'Section of the site', examples: ['sneakers', 'streetwear'] }),
  market,
  traits: t.list(
    t.object({
      name: t.text({ description: 'Name of the property', examples: ['Colorway', 'Retail Price'] }),
      value: t.text('Always text, even for numbers and dates'),
    }),
    'Properties in free form, including some that the site does not show',
  ),
  variants: t.list(
    variant,
    'Every size that the site has, including hidden ones; a hidden size may duplicate another',
  ),
  '360_images': t.list(t.url(), 'URLs of the 360-degree view, in order'),
})
