// A product of a listed shop: what a page that cannot be read leaves to the documents of its platform.
import { expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { documentExtractor, type FieldExtractors } from '#kit/product/reading'
import { generalFromSources } from './reader-product.ts'

const SHELL = new Fault('upstream_changed', 'the page is empty until its scripts run')
const page = { read: SHELL, url: 'https://shop.example/lamp', shop: 'shop.example', fetchedAtMs: 0 }
const documents = (fields: FieldExtractors<object>) => ({
  platform: 'shopify',
  by: 'header x-shop',
  readings: [documentExtractor('api', '/lamp.js', {}, fields)],
  leftOut: [],
})

it('is what its documents state when the page is a shell', () => {
  const found = documents({ name: () => 'Lamp', currency: () => 'EUR', price: () => '30.00' })
  expect(generalFromSources(page, found)).toMatchObject({
    name: 'Lamp',
    price: { amount: '30.00', currency: 'EUR' },
    platform: 'shopify',
    sources: { platform: { from: 'api', where: 'header x-shop' } },
  })
})

it.each<[string, FieldExtractors<object> | undefined]>([
  ['there is no document', undefined],
  ['the documents state no name', { currency: () => 'EUR', price: () => '30.00' }],
  ['the documents state a name alone', { name: () => 'Lamp' }],
])('is the fault of the page when %s', (_, fields) => {
  expect(() => generalFromSources(page, fields && documents(fields))).toThrow(SHELL)
})
