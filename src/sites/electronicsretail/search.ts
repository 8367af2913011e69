// Operation 19: search for products by words.
import { defineOperation, mustSome, param, t } from '../../kit/index.ts'
import { hasOfficial, loadOfficial, readOfficial } from './official-products.ts'
import { readResults } from './result-grid.ts'
import { searchItem } from './search.schema.ts'

export const search = defineOperation({
  id: 'electronicsretail.search',
  number: 19,
  summary: 'Search for consumer electronics',
  params: {
    query: param.required(param.words('Words to search for')),
    page: param.page(),
  },
  result: t.list(searchItem),
  core: ['/*/sku', '/*/name'],
  freshForS: 900,
  example: { query: 'headphones' },

  load: ({ query, page }, get, site) =>
    hasOfficial(site)
      ? loadOfficial(query, page, get, site)
      : get('/site/searchpage.jsp', { query: { st: query, cp: page > 1 ? page : undefined } }),

  extract(found, { page }, site) {
    const items = hasOfficial(site) ? readOfficial(found, page) : readResults(found, page)
    // Some products show their price in the cart only, or no longer; that none has one means that the markup is new.
    mustSome(items, one => one.price, '/*/price')
    return items
  },
})
