// Operation 19: search for products by keyword.
import { defineOperation, type Get, mustHaveSome, param, t, withPlaceholders } from '#kit'
import { hasOfficialApi, loadOfficialApi, readOfficialApi } from './official-api.ts'
import { placeholders } from './placeholders.ts'
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
  result: withPlaceholders(t.list(searchItem), placeholders),
  core: ['/*/sku', '/*/name'],
  mayBeNull: ['/*/name'],
  freshForS: 900,
  example: { query: 'headphones' },

  way: 'official API',
  load: ({ query, page }, get, site) =>
    hasOfficialApi(site) ? loadOfficialApi(query, page, get, site) : getPage(query, page, get),
  otherWay: {
    name: 'search page',
    when: (_, site) => hasOfficialApi(site),
    load: ({ query, page }, get) => getPage(query, page, get),
  },

  extract(found, { page }) {
    const items = found.holdsJson() ? readOfficialApi(found, page) : readResults(found, page)
    // A product may have no price (shown in the cart only, or discontinued). If none has one, the markup has changed.
    mustHaveSome(items, one => one.price, '/*/price')
    return items
  },
})

function getPage(words: string, page: number, get: Get) {
  return get('/site/searchpage.jsp', { query: { st: words, cp: page > 1 ? page : undefined } })
}
