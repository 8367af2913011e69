// Sizes stand in the order in which people look for them.
import { expect, it } from 'vitest'
import { compareSizes } from '../../web/src/shape/size-order.ts'

it.each([
  ['numbers', ['5', '5.5', '9', '10', '10.5', '11']],
  ['decimals by their value', ['5.25', '5.5', '36,5', '37']],
  ['letters', ['XXS', 'XS', 'S', 'M', 'L', 'XL', '2XL', '3XL']],
  ['systems with numbers', ['EU 38', 'EU 40', 'UK 5', 'UK 5.5', 'UK 10']],
  ['numbers before words', ['8', '42', 'One size']],
  ['sizes with colours', ['S / black', 'S / red', 'M / black', 'XL / black']],
  ['waist and length', ['28/30', '28/32', '30/30']],
])('%s', (_, sorted) => {
  expect(sorted.toReversed().toSorted(compareSizes)).toEqual(sorted)
})
