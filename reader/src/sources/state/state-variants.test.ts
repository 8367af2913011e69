// Variants that only a platform's state has, beside data with one price.
import { expect, test } from 'vitest'
import { readProduct } from '../../index.ts'

const url = 'https://shop.example/products/felt-hat'

function page(state: string, price = '24.50'): string {
  const data = {
    '@type': 'Product',
    name: 'Felt hat',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  }
  return `<html><head><title>Felt hat</title><script type="application/ld+json">${JSON.stringify(data)}</script></head>
    <body><h1>Felt hat</h1><span class="price">€${price}</span>${state}<button>Add to cart</button></body></html>`
}

const product = {
  id: 7,
  title: 'Felt hat',
  handle: 'felt-hat',
  vendor: 'Hatworks',
  price: 2450,
  options: ['Size', 'Colour'],
  variants: [
    { id: 71, title: 'S / Grey', option1: 'S', option2: 'Grey', sku: 'H-S', price: 2450, available: true },
    {
      id: 72,
      option1: 'L',
      option2: 'Grey',
      sku: 'H-L',
      price: 2650,
      compare_at_price: 2950,
      available: false,
    },
  ],
}
const script = (value: unknown) => `<script type="application/json">${JSON.stringify(value)}</script>`

test('a product in a script, with prices in cents', () => {
  const { variants, price, sources } = readProduct(page(script(product)), url)
  expect(price).toBe('24.50')
  expect(sources.variants).toBe('embedded')
  expect(variants).toMatchObject([
    { size: 'S', color: 'Grey', sku: 'H-S', price: '24.50', availability: 'in_stock' },
    {
      size: 'L',
      color: 'Grey',
      sku: 'H-L',
      price: '26.50',
      list_price: '29.50',
      availability: 'out_of_stock',
    },
  ])
})

test('no prices when nothing settles their unit', () => {
  const { variants } = readProduct(page(script(product), '99.00'), url)
  expect(variants.map(({ sku, price }) => [sku, price])).toEqual([
    ['H-S', undefined],
    ['H-L', undefined],
  ])
})

test('options are no variants', () => {
  const options = [
    { name: 'Size', values: ['S', 'L'] },
    { name: 'Colour', values: ['Grey'] },
  ]
  const single = { ...product, options, variants: product.variants.slice(0, 1) }
  // One that is left of several is a variant, because it names its size.
  expect(readProduct(page(script(single)), url).variants).toMatchObject([{ size: 'S', sku: 'H-S' }])
  const none = { ...product, options, variants: [] }
  expect(readProduct(page(script(none)), url).variants).toEqual([])
})

test('the list in an order form', () => {
  const variations = [
    {
      attributes: { attribute_pa_size: 'S', attribute_pa_color: 'Grey' },
      display_price: 24.5,
      display_regular_price: 30,
      is_in_stock: true,
      sku: 'H-S',
    },
    {
      attributes: { attribute_pa_size: 'L' },
      display_price: 26.5,
      display_regular_price: 26.5,
      is_in_stock: false,
      variation_id: 72,
    },
  ]
  const form = (text: string) =>
    page(`<form class="variations_form" data-product_variations="${text.replaceAll('"', '&quot;')}"></form>`)
  expect(readProduct(form(JSON.stringify(variations)), url).variants).toMatchObject([
    { size: 'S', color: 'Grey', sku: 'H-S', price: '24.5', list_price: '30', availability: 'in_stock' },
    { size: 'L', sku: '72', price: '26.5', availability: 'out_of_stock' },
  ])
  expect(readProduct(form('false'), url).variants).toEqual([])
})
