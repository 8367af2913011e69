// The web shop of a sportswear brand. Recordings cover only part of its page state: the rest is read by the contract's
// names.
import { baseUrlBefore, defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const sportswear = defineAdapter({
  name: 'sportswear',
  about: 'Web shop of a sportswear brand',
  moreOrigins: { api: 'The product feed; once configured, products are read from it instead of their pages' },
  settings: {
    channel_id: 'Identifier of the sales channel whose threads the feed returns',
    page_name:
      'Placeholder for the product name in a URL built from style and colour; `-` by default, as the shop redirects any name to the right one',
  },
  configFromUrl(recorded) {
    const filters = recorded.searchParams.getAll('filter').join()
    return {
      origins: { api: baseUrlBefore(recorded, '/product_feed/threads/') },
      settings: {
        channel_id: /\bchannelId\(([^()]+)\)/.exec(filters)?.[1],
        page_name: /\/t\/([^/]+)\/[A-Z0-9]+-[A-Z0-9]{3}\/?$/i.exec(recorded.pathname)?.[1],
      },
    }
  },
  recognise: [
    {
      exact: page =>
        (page.script({ id: '__NEXT_DATA__' }, ['props', 'pageProps', 'selectedProduct']) ??
          page.assigned('INITIAL_REDUX_STATE')) !== undefined,
    },
  ],
  operations: [product],
  ...general,
})
