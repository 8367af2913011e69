// The sandbox shop for fastfashion3: every listed product exists, in pages of all four templates.
import { createCatalog } from '../../catalog.ts'
import { expect, test } from 'vitest'
import { describeListShop, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, {
  list: '/en_us/search-results.html',
  field: 'q',
  gone: '/en_us/productpage.1000000001.html',
})

test('has pages of all four templates', () => {
  const { ask } = openShop(shop)
  const products = createCatalog(1).products('clothing').slice(0, 10)
  const pages = products.map(one => ask(`/en_gb/productpage.${one.id}${one.colour.code}.html`).text)
  const having = (mark: string): number => pages.filter(page => page.includes(mark)).length
  expect(having('id="product-schema"')).toBe(7)
  expect(having('var productArticleDetails = {')).toBe(6)
  expect(having('id="__NEXT_DATA__"')).toBe(2)
  expect(having('data-testid="white-price"')).toBe(1)
})
