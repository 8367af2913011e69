// Operation 9: search for products by keyword. GraphQL is tried first: pages have neither the style id nor the colorway.
import { defineOperation, param, t } from '#kit'
import { querySearch } from './graphql.ts'
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
      id: t.text('UUID of the product; `sneakerexchange.product` accepts it'),
      slug: t.text('Last part of the product URL; `sneakerexchange.product` accepts it'),
      name: t.text('Full title: model and nickname'),
      sku: t.text('Manufacturer’s style id; may be empty'),
      category: t.text({ description: 'Section of the site', examples: ['sneakers', 'streetwear'] }),
      brand: t.text('Manufacturer, as listed by the site'),
      image: t.url('URL of the picture'),
      colorway: t.text('Colourway, as the manufacturer names it; may be empty'),
    }),
  ),
  core: ['/*/id', '/*/name', '/*/slug'],
  mayBeNull: ['/*/name'],
  freshForS: 900,
  example: { query: 'court' },

  way: 'GraphQL',
  load: ({ query, page }, get) => querySearch(query, page, get),
  otherWay: {
    name: 'page',
    load: ({ query, page }, get) => get('/search', { query: { s: query, page } }),
  },

  extract: (found, { page }) =>
    readListing(found.holdsJson() ? resultsIn(found.json()) : cachedResults(found), page).map(
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
