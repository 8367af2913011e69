// sneakerhub: its name, its origins and its operations.
import { defineSite } from '../../kit/index.ts'
import { prices } from './prices.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import { trends } from './trends.ts'

export const sneakerhub = defineSite({
  name: 'sneakerhub',
  about: 'Sneaker and apparel resale marketplace with per-size prices',
  moreOrigins: {
    search: 'The older search service; once configured, search, trends and look-up by id use it',
  },
  settings: { search_key: "The older search service's public key" },
  operations: [search, product, prices, trends],
})
