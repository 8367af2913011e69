// What the watch search answers.
import { t } from '#kit'

export const WatchListing = t.object({
  id: t.text({ description: 'Number of the listing' }),
  url: t.url(),
  badge: t.orNull(t.text(), {
    description:
      'Badge on the picture, as the site writes it in its language (Popular, Promoted); null without one',
  }),
  price: t.object({
    amount: t.number(),
    currency: t.text({ description: 'ISO 4217 code' }),
    symbol: t.text(),
  }),
  title: t.text(),
  images: t.list(t.url()),
  location: t.text({ description: 'Country of the seller, two letters' }),
  shipping: t.text({ description: 'Cost of shipping in the words of the site' }),
  subtitle: t.text(),
})

export const WatchSearch = t.object({
  url: t.text({ description: 'Address of the site that was evaluated, after its redirects' }),
  stats: t.object({
    price_stats: t.object({
      lowest_price: t.number({
        description: 'Of the whole result where the site states it, else of this page',
      }),
      median_price: t.number({ description: 'Of this page: computed, since the site states none' }),
      average_price: t.number({ description: 'Of this page: computed, since the site states none' }),
      highest_price: t.number({
        description: 'Of the whole result where the site states it, else of this page',
      }),
    }),
    total_results: t.integer(),
  }),
  results: t.list(WatchListing),
})
