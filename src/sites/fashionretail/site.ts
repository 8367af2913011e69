// fashionretail: its name, its countries' hosts and its operation.
import { defineSite } from '../../kit/index.ts'
import { product } from './product.ts'

export const fashionretail = defineSite({
  name: 'fashionretail',
  about: 'Online fashion retailer',
  moreOrigins: {
    fr: 'The shop of another country, when each country has a host of its own; any name will do',
  },
  settings: {
    catalogue_market:
      'Market in which the catalogue service is asked (`store=FR&lang=fr-FR&sizeSchema=FR&currency=EUR`); once configured, it answers for addresses with `/prd/<id>` in place of their pages',
  },
  toldBy: ({ pathname, search }) => ({
    settings: {
      catalogue_market: pathname.includes('/api/product/catalogue/v3/products/')
        ? search.slice(1)
        : undefined,
    },
  }),
  operations: [product],
})
