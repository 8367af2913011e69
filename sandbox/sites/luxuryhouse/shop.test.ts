// The sandbox shop for luxuryhouse: every listed product exists, in both page templates.
import { expect, test } from 'vitest'
import { currenciesOf, describeListShop, expectKinds, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, { list: '/en_gb/fashion/search', field: 'q', gone: '/en_gb/fashion/products/XX1_1' })

test('sells in three currencies', () => {
  const lists = ['/en_gb/fashion/search', '/en_us/fashion/search', '/fr_fr/fashion/search']
  expect(currenciesOf(shop, lists, /"currency":"(\w+)"/)).toEqual(['GBP', 'USD', 'EUR'])
})

test('has both page templates and products with missing fields', () => {
  expectKinds(shop, '/en_gb/fashion/search', {
    'the state of 2021': /"initialReduxState"/,
    'an article without sizes': /PRODUCTUNIQUE/,
    'no size and fit': /"sections":\[(?!.*SIZEFIT)/,
  })
})

test('the beauty part has no page state', () => {
  expect(openShop(shop).ask('/en_gb/beauty/').text).not.toContain('__NEXT_DATA__')
})
