// The fashion retailer: product pages on a host per country, and a catalogue service.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const fashionretail = defineAdapter({
  name: 'fashionretail',
  about: 'Online fashion retailer',
  moreOrigins: { '*': 'The shop of another country, where each country has its own host' },
  settings: {
    catalogue_market:
      'Market for requests to the catalogue service (`store=FR&lang=fr-FR&sizeSchema=FR&currency=EUR`); once set, the service is used for URLs with `/prd/<id>` instead of their pages',
  },
  configFromUrl: ({ pathname, search }) => ({
    settings: {
      catalogue_market: pathname.includes('/api/product/catalogue/v3/products/')
        ? search.slice(1)
        : undefined,
    },
  }),
  recognise: [
    {
      exact: page =>
        page.assigned('*.pdp.config.product') !== undefined ||
        ['graphqlCache', 'rootEntityData'].some(
          contains => page.scripts({ type: 'application/json', contains }).length > 0,
        ),
    },
  ],
  operations: [product],
  ...general,
})
