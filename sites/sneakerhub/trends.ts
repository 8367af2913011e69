// Operation 8: what is popular. The site has no answer of its own for it: it is the search without words, most popular first.
import { defineOperation, param, t, withPlaceholders } from '#kit'
import { currentSearchWay, loadCurrentListing, loadListing, readListing } from './listing.ts'
import { trendsPlaceholders } from './placeholders.ts'

const trendItem = t.object({
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
  release_date: t.date({ description: 'YYYY-MM-DD; empty when the site gives none' }),
  // A product that nobody sells has no price: null by the site's own word, so not noted.
  lowest_price_cents: t.orNull(t.integer(), { description: 'Null when nobody sells it' }),
  retail_price_cents: t.integer(),
})

export const trends = defineOperation({
  id: 'sneakerhub.trends',
  number: 8,
  summary: 'Most popular products',
  params: { page: param.page() },
  result: withPlaceholders(t.list(trendItem), trendsPlaceholders),
  core: ['/*/id', '/*/name', '/*/slug'],
  freshForS: 900,
  example: { page: 1 },

  way: 'older search',
  load: ({ page }, get, site) => loadListing('', page, get, site),
  otherWay: { ...currentSearchWay, load: ({ page }, get) => loadCurrentListing('', page, get) },

  extract: (found, { page }, site) => readListing(found, page, site),
})
