// The first mass-market clothing retailer: product pages per market and language.
import { defineSite } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const fastfashion1 = defineSite({
  name: 'fastfashion1',
  about: 'Mass-market clothing retailer',
  recognise: page => page.assigned('*.viewPayload', ['product']) !== undefined,
  operations: [product],
  general,
})
