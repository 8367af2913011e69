// sneakerexchange: its name, its settings and its operations.
import { defineSite } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import { trends } from './trends.ts'

export const sneakerexchange = defineSite({
  name: 'sneakerexchange',
  about: 'Sneaker resale exchange with bids and asks',
  settings: {
    country: 'Two-letter code of the country whose market is asked for; US without it',
    currency: 'ISO 4217 code of the currency in which market data is asked for; USD without it',
  },
  operations: [search, product, trends],
  general,
})
