// The sneaker resale marketplace: search, products, price rows and trends.
import { valueAt, baseUrlBefore, defineAdapter } from '#kit'
import { general } from './general.ts'
import { prices } from './prices.ts'
import { product } from './product.ts'
import { search } from './search.ts'
import { trends } from './trends.ts'

export const sneakerhub = defineAdapter({
  name: 'sneakerhub',
  about: 'Sneaker and apparel resale marketplace with per-size prices',
  moreOrigins: {
    search: 'The older search service; once configured, search, trends and lookup by id use it',
  },
  settings: {
    search_key: "The older search service's public key",
    search_group: "The older search service's group for the whole catalog; `all` by default",
    data_route:
      'Path of the page data as JSON on the site (`/_next/data/<build>/en-us`); products are then read there. The build changes with each release of the site',
  },
  configFromUrl(recorded) {
    const [data_route] = /\/_next\/data\/[^/]+(?:\/[a-z]{2}-[a-z]{2})?/.exec(recorded.pathname) ?? []
    // The shop's own URLs have no key.
    const key = recorded.searchParams.get('key') ?? undefined
    if (key === undefined) return { settings: { data_route } }
    return {
      origins: {
        search: baseUrlBefore(recorded, '/search/') ?? baseUrlBefore(recorded, '/browse/group_id/'),
      },
      settings: { search_key: key, search_group: /\/group_id\/([^/]+)/.exec(recorded.pathname)?.[1] },
    }
  },
  recognise: [
    {
      exact: page =>
        valueAt(
          page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps', 'productTemplate']),
          'specialDisplayPriceCents',
        ) !== undefined,
    },
  ],
  operations: [search, product, prices, trends],
  ...general,
})
