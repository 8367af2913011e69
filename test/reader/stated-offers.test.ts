// Offers that are not what a customer pays now for one piece: subscriptions, other days, prices before a sale, ranges.
import { expect, it } from 'vitest'
import { generalFromReader } from '../../src/extract/merge/reader-product.ts'
import { readProduct } from '#reader'

const NOW = Date.UTC(2026, 10, 18)
const url = 'https://shop.example/p/lamp'

function read(offers: unknown) {
  const data = { '@context': 'https://schema.org', '@type': 'Product', name: 'Oak lamp', offers }
  const html = `<html lang="en"><head><title>Oak lamp</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Oak lamp</h1><button>Add to cart</button></main></body></html>`
  const product = readProduct(html, url, { fetchedAtMs: NOW })
  const { price, list_price, price_max, other_prices } = generalFromReader(
    { read: product, url, shop: 'shop.example', fetchedAtMs: NOW },
    true,
  )
  const others = other_prices.map(one => `${one.kind} ${one.price?.amount}`)
  return [price?.amount, list_price?.amount ?? null, price_max?.amount ?? null, ...others]
}
const eur = (price: string, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
})

it('a subscription is beside the price', () => {
  const plan = { priceSpecification: { price: '36.00', priceCurrency: 'EUR', billingDuration: 'P1M' } }
  const offers = [
    eur('36.00', { name: 'Subscribe & Save', ...plan }),
    eur('40.00', { name: 'One-time purchase' }),
  ]
  expect(read(offers)).toEqual(['40.00', null, null, 'subscription 36.00'])
})

it.each([
  ['has ended', { priceValidUntil: '2020-01-01' }, '9.00'],
  ['has not begun', { validFrom: '2030-01-01' }, '9.00'],
  ['ends today', { priceValidUntil: '2026-11-18' }, '5.00'],
])('an offer that %s', (_, days, price) => {
  expect(read([eur('5.00', days), eur('9.00')])[0]).toBe(price)
})

it('a sale price is the price', () => {
  const sale = {
    '@type': 'UnitPriceSpecification',
    priceType: 'https://schema.org/SalePrice',
    price: '15.00',
  }
  expect(read(eur('20.00', { priceSpecification: { ...sale, priceCurrency: 'EUR' } })).slice(0, 2)).toEqual([
    '15.00',
    '20.00',
  ])
})

it('a specification with two ends is a range', () => {
  const range = { '@type': 'PriceSpecification', minPrice: '10.00', maxPrice: '30.00', priceCurrency: 'EUR' }
  expect(read({ '@type': 'Offer', priceSpecification: range })).toEqual(['10.00', null, '30.00'])
})
