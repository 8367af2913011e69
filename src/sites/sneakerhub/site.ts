// sneakerhub: its name, its origins and its operations.
import { baseBefore, defineSite } from '../../kit/index.ts'
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
  toldBy(recorded) {
    // The shop's own addresses carry no key.
    const key = recorded.searchParams.get('key') ?? undefined
    const search = baseBefore(recorded, '/search/') ?? baseBefore(recorded, '/browse/group_id/')
    return key === undefined ? {} : { origins: { search }, settings: { search_key: key } }
  },
  operations: [search, product, prices, trends],
})
