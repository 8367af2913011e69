// The sandbox shop for luxurymarket: every listed product exists, in every page format.
import { expect, test } from 'vitest'
import { currenciesOf, describeListShop, expectKinds, openShop } from '../../../test/sandbox/shop-suite.ts'
import { shop } from './shop.ts'

describeListShop(shop, {
  list: '/uk/shopping/items.aspx',
  field: 'q',
  gone: '/uk/shopping/women/x-item-1.aspx',
})

test('sells in three currencies', () => {
  const lists = ['/uk/shopping/items.aspx', '/us/shopping/items.aspx', '/fr/shopping/items.aspx']
  expect(currenciesOf(shop, lists, /"priceCurrency":"(\w+)"/)).toEqual(['GBP', 'USD', 'EUR'])
})

test('has pages in every format', () => {
  expectKinds(shop, '/uk/shopping/items.aspx', {
    'the oldest state': /__initialState_slice-pdp__/,
    'a state in a string': /__initialState__'\] = "/,
    'the newest state': /__HYDRATION_STATE__="/,
    'only JSON-LD': /ld\+json(?![\s\S]*productViewModel)/,
    'the out-of-stock notice': /Sorry, this piece is currently out of stock/,
  })
})

test('finds a product by its id alone, in the requested country and language', () => {
  const { ask } = openShop(shop)
  const { status, location = '' } = ask('/fr/shopping/item-17300125.aspx?lang=fr-FR')
  expect(status).toBe(301)
  expect(location).toMatch(/^\/fr\/shopping\/kids\/.*-item-17300125\.aspx\?lang=fr-FR$/)
  expect(ask(location).text).toContain('<html lang="fr-FR">')
})
