// Schema of watchmarket.search.
import { t } from '#kit'

export const WatchListing = t.object({
  id: t.text('Number of the listing'),
  url: t.url('URL of the listing; `watchmarket.product` accepts it'),
  badge: t.orNull(
    t.text(),
    'Badge on the picture, as the site writes it in its language (Popular, Promoted); null without one',
  ),
  price: t.object(
    {
      amount: t.number('In units of the currency'),
      currency: t.text({ description: 'ISO 4217 code', examples: ['USD'] }),
      symbol: t.text({ description: 'Currency symbol as printed on the site', examples: ['$'] }),
    },
    'What the seller asks, without shipping',
  ),
  title: t.text('Make and model'),
  images: t.list(t.url(), 'URLs of the photos, up to 420 pixels wide'),
  location: t.text('Country of the seller, two letters'),
  shipping: t.text('Cost of shipping in the words of the site'),
  subtitle: t.text('What the seller adds to the title; may be empty'),
})

const stated = 'Of the whole result where the site states it, else of this page'
const computed = 'Of this page: computed, since the site states none'

export const WatchSearch = t.object({
  url: t.url('URL of the site that was evaluated, after its redirects'),
  stats: t.object(
    {
      price_stats: t.object(
        {
          lowest_price: t.number(stated),
          median_price: t.number(computed),
          average_price: t.number(computed),
          highest_price: t.number(stated),
        },
        'In units of the currency that the listings have',
      ),
      total_results: t.integer('How many listings the search finds on all pages'),
    },
    'Figures about the result',
  ),
  results: t.list(WatchListing, 'Listings of this page, newest first'),
})
