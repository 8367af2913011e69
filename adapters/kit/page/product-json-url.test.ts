// productJsonUrl: from the URL of a product page to that of its JSON.
import { expect, it } from 'vitest'
import { productJsonUrl } from '../product/site-url.ts'

it.each([
  ['/products/low-shoe', '/products/low-shoe.json'],
  ['/products/low-shoe/?variant=1#top', '/products/low-shoe.json'],
  ['/products/low-shoe.json', '/products/low-shoe.json'],
  ['/products/low-shoe.js', '/products/low-shoe.json'],
  ['/collections/new-in/products/low-shoe', '/products/low-shoe.json'],
  ['/en-gb/collections/new-in/products/low-shoe', '/en-gb/products/low-shoe.json'],
  ['/base/products/low-shoe', '/base/products/low-shoe.json'],
  ['/low-shoe', undefined],
  ['/collections/products', undefined],
  ['/', undefined],
])('%s', (path, json) => {
  const found = productJsonUrl(new URL(path, 'https://shop.example'))
  expect(found).toBe(json === undefined ? undefined : `https://shop.example${json}`)
})
