// The sandbox shop for fastfashion1: every listed product exists, with prices in each market.
import { expect, test } from 'vitest'
import { describeListShop, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, { list: '/uk/en/search', field: 'searchTerm', gone: '/uk/en/shirt-p05000001.html' })

const { ask } = openShop(shop)

test.each([
  ['us/en', '"priceCurrency":"USD"', '"exponent":-2'],
  ['fr/fr', '"priceCurrency":"EUR"', '"exponent":-2'],
  ['jp/ja', '"priceCurrency":"JPY"', '"exponent":0'],
])('%s has its own prices', (market, currency, exponent) => {
  const { text } = ask(`/${market}/shirt-p05000000.html`)
  expect(text).toContain(currency)
  expect(text).toContain(exponent)
})

test('returns the same product as JSON', () => {
  const { product } = JSON.parse(ask('/uk/en/shirt-p05000000.html?ajax=true').text) as {
    product: { detail: { colors: { productId: number }[] } }
  }
  const [colour] = product.detail.colors
  const details = JSON.parse(ask(`/uk/en/products-details?productIds=${colour?.productId}`).text) as unknown[]
  expect(details).toHaveLength(1)
})
