// Where an offer states its price, and in which form.
import { expect, it } from 'vitest'
import { readOfferPrice } from './schema-org-offer.ts'

it.each<[unknown, number | undefined]>([
  [{ price: 34.99 }, 34.99],
  [{ price: '34.99' }, 34.99],
  [{ price: '34,99' }, 34.99],
  [{ price: '1.234,00' }, 1234],
  [{ price: '4999' }, 4999],
  [{ priceSpecification: { price: '559.00' } }, 559],
  [{ priceSpecification: [{ price: 890 }, { price: 1100 }] }, 890],
  [{ lowPrice: '14.90', highPrice: '19.90' }, 14.9],
  [{ price: '', lowPrice: '14.90' }, 14.9],
  [{ price: 'from 20' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('%j costs %j', (offer, price) => {
  expect(readOfferPrice(offer).price).toBe(price)
})

it('finds the currency in the offer or in its specification', () => {
  expect(readOfferPrice({ priceCurrency: 'EUR' }).currency).toBe('EUR')
  expect(readOfferPrice({ priceSpecification: { priceCurrency: 'PLN' } }).currency).toBe('PLN')
})
