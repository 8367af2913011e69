// The sneaker resale exchange: search, products with bids and asks, and trends.
import { defineAdapter, findByKey } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import { trends } from './trends.ts'

export const sneakerexchange = defineAdapter({
  name: 'sneakerexchange',
  about: 'Sneaker resale exchange with bids and asks',
  settings: {
    country: 'Two-letter code of the market; US by default',
    currency: 'ISO 4217 code of the currency of market data; USD by default',
  },
  recognise: [{ exact: page => findByKey(page.script({ id: '__NEXT_DATA__' }), 'urlKey').length > 0 }],
  operations: [search, product, trends],
  ...general,
})
