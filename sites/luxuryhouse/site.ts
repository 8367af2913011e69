// luxuryhouse: its name and its operation. No real page of it is known: the reading follows an outline, and is tolerant.
import { defineSite } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const luxuryhouse = defineSite({
  name: 'luxuryhouse',
  about: 'Web shop of a luxury fashion house; its beauty part is another platform and is not supported',
  operations: [product],
  general,
})
