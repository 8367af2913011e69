// The sandbox shop for fastfashion2: every listed product exists in both services.
import { expect, test } from 'vitest'
import { describeListShop, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, { list: '/fr/fr/search', field: 'q', gone: '/fr/fr/product/shirt-100000.html' })

test('has no data for an unknown id in either service', () => {
  const { ask } = openShop(shop)
  const variants = '/on/demandware.store/Sites-GB-Site/en_GB/Product-GetVariants?Quantity=1&pid='
  expect(JSON.parse(ask(`${variants}100000`).text)).toEqual({})
  expect(JSON.parse(ask('/data/products.json?filter=id:100000').text)).toMatchObject({ TotalResults: 0 })
  expect(ask(`${variants}400005`).text).toContain('|size-')
})
