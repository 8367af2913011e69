// Products with more offers than a page usually has: the lowest is the price, and what is left out is named.
import { describe, expect, it } from 'vitest'
import { readProduct } from '../../index.ts'

const offer = (price: number) => ({ '@type': 'Offer', price: price.toFixed(2), priceCurrency: 'EUR' })
const member = (price: number, place: number) => ({
  '@type': 'Product',
  name: `Oak lamp ${place}`,
  size: `S${place}`,
  offers: offer(price),
})

function read(data: object) {
  const html = `<!doctype html><html lang="en"><head><title>Oak lamp</title><script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: 'Oak lamp', ...data })}</script></head><body><main><h1>Oak lamp</h1><button>Add to cart</button></main></body></html>`
  return readProduct(html, 'https://shop.example/p/oak-lamp')
}

/** The cheapest is the last. */
const prices = (count: number) => Array.from({ length: count }, (_, place) => 5000 - place)

describe.each([5, 60, 61, 100, 3000])('%d offers', count => {
  it.each([
    ['of a product', { offers: prices(count).map(offer) }],
    ['of a group', { '@type': 'ProductGroup', hasVariant: prices(count).map(member) }],
  ])('%s: the price is the lowest of all', (_, data) => {
    const { price, iso_currency, price_max } = read(data)
    expect([price, iso_currency, price_max]).toEqual([`${5001 - count}.00`, 'EUR', '5000.00'])
  })
})

describe('variants', () => {
  it.each([
    [2048, 'Product.hasVariant'],
    [2049, 'Product.hasVariant (the first 2048 of 2049)'],
  ])('of a group of %d are read up to a limit, which is named', (count, place) => {
    const { variants, places } = read({ '@type': 'ProductGroup', hasVariant: prices(count).map(member) })
    expect([variants.length, places.variants]).toEqual([2048, place])
  })

  it('of an order form are cut at the same limit', () => {
    const rows = prices(2050).map((price, place) => ({
      attributes: { attribute_pa_size: `S${place}` },
      display_price: price,
    }))
    const form = `<form data-product_variations="${JSON.stringify(rows).replaceAll('"', '&quot;')}"></form>`
    const html = `<html><head><title>Oak lamp</title></head><body><h1>Oak lamp</h1><span class="price">€5000.00</span>${form}<button>Add to cart</button></body></html>`
    const { variants, places } = readProduct(html, 'https://shop.example/p/oak-lamp')
    expect([variants.length, places.variants]).toEqual([
      2048,
      'data-product_variations (the first 2048 of 2050)',
    ])
  })
})
