// Schema of watchmarket.search.
import { t } from '#kit'

export const WatchListing = t.object({
  id: t.text('Id of the listing'),
  url: t.url('URL of the listing; `watchmarket.product` accepts it'),
  badge: t.orNull(
    t.text(),
    'Badge on the picture, as the site writes it in its language (Popular, Promoted); null if there is none',
  ),
  price: t.object(
    {
      amount: t.number('In units of the currency'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      symbol: t.text({ description: 'Currency symbol as printed on the site', examples: ['$'] }),
    },
    'Asking price, without shipping',
  ),
  title: t.text('Make and model'),
  images: t.list(t.url(), 'URLs of the photos, up to 420 pixels wide'),
  location: t.text('Country of the seller, two letters'),
  shipping: t.text('Cost of shipping, as the site writes it'),
  subtitle: t.text('What the seller adds to the title; may be empty'),
})

const stated = 'Of the whole result if the site states it, otherwise of this page'
const computed = 'Computed from this page, since the site does not state it'

export const WatchSearch = t.object({
  url: t.url('URL of the result page on the site, after redirects'),
  stats: t.object(
    {
      price_stats: t.object(
        {
          lowest_price: t.number(stated),
          median_price: t.number(computed),
          average_price: t.number(computed),
          highest_price: t.number(stated),
        },
        'In units of the listings’ currency',
      ),
      total_results: t.integer('Number of listings on all pages'),
    },
    'Figures about the result',
  ),
  results: t.list(WatchListing, 'Listings on this page, newest first'),
})
