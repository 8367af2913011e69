// Parsing of product URLs in several markets.
import { expect, test } from 'vitest'
import { upperCaseStyleColor, readProductUrl } from './market.ts'

const SHOP = 'https://sportswear.example'

test.each([
  ['/t/glide-6JW2/KG2041-410', { market: 'US', path: '/t/glide-6JW2/KG2041-410', styleColor: 'KG2041-410' }],
  ['/gb/t/glide/kg2041-410/', { market: 'GB', path: '/t/glide/kg2041-410', styleColor: 'KG2041-410' }],
  [
    '/ca/fr/t/glide/KG2041-410?tab=1',
    { market: 'CA', path: '/t/glide/KG2041-410', styleColor: 'KG2041-410' },
  ],
  ['/base/jp/t/glide/KG2041-410', { market: 'JP', path: '/t/glide/KG2041-410', styleColor: 'KG2041-410' }],
  ['/base/t/glide', { market: 'US', path: '/t/glide', styleColor: undefined }],
  ['/gb/help/t', undefined],
  ['/gb/w/shoes', undefined],
])('%s', (path, expected) => {
  expect(readProductUrl(SHOP + path)).toEqual(expected)
})

test.each([
  ['kg2041-410', 'KG2041-410'],
  ['kg2041 410', 'KG2041-410'],
])('%s is normalised to %s', (given, expected) => {
  expect(upperCaseStyleColor(given)).toBe(expected)
})
