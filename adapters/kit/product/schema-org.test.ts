// What schema.org data says in the terms of the general shape.
import { describe, expect, it } from 'vitest'
import { schemaAvailability, schemaCondition } from '#reader/schema-org/schema-org-states'
import {
  schemaCrumbs,
  schemaGtin,
  schemaImages,
  schemaName,
  schemaOffers,
  schemaPrices,
  schemaRating,
} from './schema-org.ts'

it.each([
  ['http://schema.org/InStock', 'in_stock'],
  ['https://schema.org/OutOfStock', 'out_of_stock'],
  ['LimitedAvailability', 'limited'],
  ['https://schema.org/PreOrder', 'preorder'],
  ['https://schema.org/PreSale', 'preorder'],
  ['https://schema.org/BackOrder', 'backorder'],
  ['https://schema.org/MadeToOrder', 'backorder'],
  ['https://schema.org/InStoreOnly', 'out_of_stock'],
  ['https://schema.org/SoldOut', 'out_of_stock'],
  ['https://schema.org/Discontinued', 'discontinued'],
  [['http://schema.org/InStock'], 'in_stock'],
  [{ '@id': 'http://schema.org/InStock' }, 'in_stock'],
  ['', undefined],
  ['maybe', undefined],
  [undefined, undefined],
])('%j is %j', (value, state) => expect(schemaAvailability(value)).toBe(state))

it.each([
  ['http://schema.org/NewCondition', 'new'],
  ['https://schema.org/UsedCondition', 'used'],
  ['RefurbishedCondition', 'refurbished'],
  ['https://schema.org/DamagedCondition', 'damaged'],
  ['https://schema.org/Good', undefined],
])('%j is %j', (value, condition) => expect(schemaCondition(value)).toBe(condition))

describe('prices of an offer', () => {
  it('are exact', () => {
    expect(schemaPrices({ price: '14.9', priceCurrency: 'EUR' }).price).toEqual({
      amount: '14.90',
      currency: 'EUR',
    })
  })

  it('are unknown without a currency, and while the price is 0', () => {
    expect(schemaPrices({ price: '14.9' })).toEqual({})
    expect(schemaPrices({ price: 0, priceCurrency: 'EUR' })).toEqual({})
  })

  it('tell the price from the list price, in any order', () => {
    const listed = { priceType: 'https://schema.org/ListPrice', price: 1100, priceCurrency: 'GBP' }
    const own = { '@type': 'UnitPriceSpecification', price: 890, priceCurrency: 'GBP' }
    const expected = {
      price: { amount: '890.00', currency: 'GBP' },
      list_price: { amount: '1100.00', currency: 'GBP' },
    }
    expect(schemaPrices({ priceSpecification: [listed, own] })).toEqual(expected)
    expect(schemaPrices({ priceSpecification: [own, listed] })).toEqual(expected)
  })
})

it('lists the offers of an aggregate one by one', () => {
  expect(schemaOffers({ '@type': 'AggregateOffer', offers: [{ sku: '1' }, { sku: '2' }] })).toHaveLength(2)
  expect(schemaOffers({ '@type': 'AggregateOffer', lowPrice: 1 })).toHaveLength(1)
  expect(schemaOffers(undefined)).toEqual([])
})

it('reads a rating with its scale, and none of 0', () => {
  expect(schemaRating({ ratingValue: '4.5', bestRating: 5, ratingCount: 6, reviewCount: 2 })).toEqual({
    value: 4.5,
    scale: 5,
    count: 6,
  })
  expect(schemaRating({ ratingValue: 0, reviewCount: 0 })).toBeUndefined()
})

it('reads breadcrumbs in order, in both forms, without the product', () => {
  const list = {
    itemListElement: [
      { position: '2', name: 'Dresses', item: '/dresses' },
      { position: 1, item: { '@id': '/', name: 'Home' } },
      { position: 3, name: 'Linen dress' },
    ],
  }
  expect(schemaCrumbs(list, 'https://shop.example/p/1', 'Linen dress')).toEqual([
    { name: 'Home', url: 'https://shop.example/' },
    { name: 'Dresses', url: 'https://shop.example/dresses' },
  ])
})

it('reads codes, names and pictures', () => {
  expect(schemaGtin({ gtin12: '036000291452' })).toBe('036000291452')
  expect(schemaGtin({ gtin: '00198729788023' })).toBe('0198729788023')
  expect(schemaGtin({ gtin13: '1' })).toBeUndefined()
  expect(schemaName({ '@type': 'Brand', name: ' Maker ' })).toBe('Maker')
  expect(schemaImages(['//img.example/1.jpg', { contentUrl: '/2.jpg' }], 'https://shop.example/')).toEqual([
    'https://img.example/1.jpg',
    'https://shop.example/2.jpg',
  ])
})
