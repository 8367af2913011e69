// The sandbox shop for fashionretail: every listed product exists, on both page templates.
import { expect, test } from 'vitest'
import { currenciesOf, describeListShop, expectKinds, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, { list: '/uk/catalogue/', field: 'q', gone: '/uk/no-such-thing-xx1-1.html' })

test('sells in three currencies', () => {
  const lists = ['/uk/catalogue/', '/us/catalogue/', '/fr/catalogue/']
  expect(currenciesOf(shop, lists, /"priceCurrency":"(\w+)"/)).toEqual(['GBP', 'USD', 'EUR'])
})

test('has pages of both templates and with missing fields', () => {
  expectKinds(shop, '/uk/catalogue/', {
    'a page of the second template': /stockPriceResponse = '/,
    'no manufacturer': /"@type":"Product"(?!.*"manufacturer").*"offers":\[/,
    'a size without a price': /\{\\?"id\\?":\d+,\\?"isInStock\\?":\w+,\\?"isLowInStock\\?":\w+\}/,
  })
})

test('the catalog service also has products of the second template', () => {
  const { text } = openShop(shop).ask('/api/product/catalogue/v3/products/4200107?currency=EUR&store=FR')
  expect(JSON.parse(text)).toMatchObject({
    id: 4_200_107,
    variants: [{ price: { currency: 'EUR' } }, {}, {}, {}, {}, {}],
  })
})
