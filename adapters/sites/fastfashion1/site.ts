// The first mass-market clothing retailer: product pages per market and language.
import { defineAdapter } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const fastfashion1 = defineAdapter({
  name: 'fastfashion1',
  about: 'Mass-market clothing retailer',
  recognise: [{ exact: page => page.assigned('*.viewPayload', ['product']) !== undefined }],
  operations: [product],
  ...general,
})
