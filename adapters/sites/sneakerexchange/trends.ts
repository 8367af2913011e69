// Operation 11: the most traded products. The site has no trends list: reads a category sorted by activity.
import { defineOperation, param, t } from '#kit'
import { readListing } from './listing.ts'
import { cachedResults } from './page-cache.ts'

export const trends = defineOperation({
  id: 'sneakerexchange.trends',
  number: 11,
  summary: 'Most active products',
  params: { page: param.page() },
  result: t.list(
    t.object({
      id: t.text('UUID of the product; `sneakerexchange.product` accepts it'),
      slug: t.text('Last part of the product URL; `sneakerexchange.product` accepts it'),
      name: t.text('Full title: model and nickname'),
      brand: t.text('Manufacturer, as listed by the site'),
      sku: t.text('Manufacturer’s style id; empty if the list does not give it'),
      image: t.url('URL of the picture'),
      category: t.text({ description: 'Section of the site', examples: ['sneakers', 'streetwear'] }),
      release_date: t.date('YYYY-MM-DD; empty when the site gives none'),
    }),
  ),
  core: ['/*/id', '/*/name', '/*/slug'],
  mayBeNull: ['/*/name'],
  freshForS: 900,
  example: { page: 1 },

  way: 'category',
  load: ({ page }, get) => get('/sneakers', { query: { sort: 'most-active', page } }),
  otherWay: {
    name: 'search',
    load: ({ page }, get) => get('/search', { query: { sort: 'most-active', page } }),
  },

  extract: (found, { page }) =>
    readListing(cachedResults(found), page).map(
      ({ id, slug, name, brand, sku, image, category, release_date }) => ({
        id,
        slug,
        name,
        brand,
        sku,
        image,
        category,
        release_date,
      }),
    ),
})
