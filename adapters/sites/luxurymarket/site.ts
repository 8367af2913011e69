// The luxury marketplace. There is no recording of a real page: the adapter follows an outline of the format and is lenient.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { hasPageState } from './page-state.ts'
import { product } from './product.ts'

export const luxurymarket = defineAdapter({
  name: 'luxurymarket',
  about: 'Luxury fashion marketplace',
  settings: {
    id_template:
      'URL of a product by its id, from the root of the site (`/uk/shopping/item-{id}.aspx`); without it, products are found only by URL',
  },
  configFromUrl({ pathname, search }) {
    const path = pathname.replace(/\bitem-\d+(?=\.aspx$)/, 'item-{id}')
    return { settings: { id_template: path === pathname ? undefined : path + search } }
  },
  recognise: [{ exact: hasPageState }],
  operations: [product],
  ...general,
})
