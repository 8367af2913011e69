// Operation 9: search for products by words. GraphQL is asked first: pages know neither style id nor colorway.
import { defineOperation, ifToBeHad, param, t } from '../../kit/index.ts'
import { askSearch } from './graphql.ts'
import { readListing } from './listing.ts'
import { cachedResults, resultsIn } from './page-cache.ts'

export const search = defineOperation({
  id: 'sneakerexchange.search',
  number: 9,
  summary: 'Search for sneakers and other goods of the exchange',
  params: {
    query: param.required(param.words('Name, brand, SKU or slug')),
    page: param.page(),
  },
  result: t.list(
    t.object({
      id: t.text({ description: 'UUID' }),
      slug: t.text(),
      name: t.text(),
      sku: t.text({ description: 'Style id of the maker; may be empty' }),
      category: t.text(),
      brand: t.text(),
      image: t.text({ description: 'Address of the picture' }),
      colorway: t.text({ description: 'May be empty' }),
    }),
  ),
  core: ['/*/id', '/*/name', '/*/slug'],
  freshForS: 900,
  example: { query: 'court' },

  async load({ query, page }, get) {
    const answer = await ifToBeHad(askSearch(query, page, get))
    if (answer && resultsIn(answer.json())) return { answer }
    return { found: await get('/search', { query: { s: query, page } }) }
  },

  extract: ({ answer, found }, { page }) =>
    readListing(answer ? resultsIn(answer.json()) : cachedResults(found), page).map(
      ({ id, slug, name, sku, category, brand, image, colorway }) => ({
        id,
        slug,
        name,
        sku,
        category,
        brand,
        image,
        colorway,
      }),
    ),
})
