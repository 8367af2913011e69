// A merchant storefront on a hosted shop platform; the operator may configure several, each under a name.
import { defineSite } from '../../kit/index.ts'
import { products } from './products.ts'

export const storefront = defineSite({
  name: 'storefront',
  about: 'Hosted merchant storefronts, selected by name',
  sandboxOrigins: ['street', 'atelier'],
  originParam: 'index',
  operations: [products],
})
