// Operation 8: popular products. The site has no trends list: reads the search without a query, which sorts by popularity.
import { defineOperation, param, t, withPlaceholders } from '#kit'
import { currentSearchWay, loadCurrentListing, loadListing, readListing } from './listing.ts'
import { trendsPlaceholders } from './placeholders.ts'

const trendItem = t.object({
  id: t.text('Id of the product, as text; `sneakerhub.product` and `sneakerhub.prices` accept it'),
  url: t.url('URL of the product page'),
  name: t.text('Model and nickname'),
  slug: t.text('Last part of the product page URL'),
  brand: t.text('Manufacturer; may be empty'),
  image: t.orNull(t.url(), 'URL of the picture; null if there is none'),
  category: t.text({ description: 'Section of the site', examples: ['shoes', 'clothing'] }),
  in_stock: t.flag('Whether anyone sells it now'),
  silhouette: t.text('Shape that several models share; may be empty'),
  // Many products have no date, and the contract allows no null here: a missing date is "" and reported as absent.
  release_date: t.date('YYYY-MM-DD; empty when the site gives none'),
  // If nobody sells the product, null is the site's own statement, so it is not reported as absent.
  lowest_price_cents: t.orNull(t.integer(), 'Cheapest offer in minor units (cents)'),
  retail_price_cents: t.integer('Retail price at release, in minor units (cents)'),
})

export const trends = defineOperation({
  id: 'sneakerhub.trends',
  number: 8,
  summary: 'Most popular products',
  params: { page: param.page() },
  result: withPlaceholders(t.list(trendItem), trendsPlaceholders),
  core: ['/*/id', '/*/name', '/*/slug'],
  mayBeNull: ['/*/name'],
  freshForS: 900,
  example: { page: 1 },

  way: 'older search',
  load: ({ page }, get, site) => loadListing('', page, get, site),
  otherWay: { ...currentSearchWay, load: ({ page }, get) => loadCurrentListing('', page, get) },

  extract: (found, { page }, site) => readListing(found, page, site),
})
