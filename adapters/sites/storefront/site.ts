// Merchant storefronts on a hosted shop platform; the operator may configure several, each under a name.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { products } from './products.ts'

export const storefront = defineAdapter({
  name: 'storefront',
  about: 'Hosted merchant storefronts, selected by name',
  settings: {
    currency:
      'ISO 4217 code of the prices, where the storefront does not state it: one for all storefronts (`EUR`), or one for each (`street=EUR atelier=USD`); only the general operations need it',
  },
  originParam: 'index',
  operations: [products],
  ...general,
})
