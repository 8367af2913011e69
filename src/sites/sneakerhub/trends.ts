// Operation 8: what is popular. The site has no answer of its own for it: it is the search without words, most popular first.
import { defineOperation, param, t } from '../../kit/index.ts'
import { loadListing, readListing } from './listing.ts'

export const trends = defineOperation({
  id: 'sneakerhub.trends',
  number: 8,
  summary: 'Most popular products',
  params: { page: param.page() },
  result: t.list(
    t.object({
      id: t.text(),
      url: t.text({ description: 'Address of the product page' }),
      name: t.text(),
      slug: t.text(),
      brand: t.text(),
      image: t.orNull(t.text()),
      category: t.text(),
      in_stock: t.flag(),
      silhouette: t.text({ description: 'May be empty' }),
      // Many products have none, and the contract has no null here: an absent date is "" and noted, never a made-up day.
      release_date: t.text({ description: 'YYYY-MM-DD; empty when the site gives none' }),
      // A product that nobody sells has no price: null by the site's own word, so not noted.
      lowest_price_cents: t.orNull(t.integer(), { description: 'Null when nobody sells it' }),
      // The site writes 0 for "unknown": the 0 stays, as the contract has no null here, but noted as absent.
      retail_price_cents: t.integer({ description: '0 when the site does not know it' }),
    }),
  ),
  core: ['/*/id', '/*/name', '/*/slug'],
  freshForS: 900,
  example: { page: 1 },

  load: ({ page }, get, site) => loadListing('', page, get, site),

  extract: (found, { page }, site) => readListing(found, page, site),
})
