// Which object of a page's JSON-LD describes its product, where others are related to it.
import { expect, test } from 'vitest'
import { pageOf } from './page-fixture.ts'

const block = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const main = { '@type': 'Product', name: 'Amplifier', sku: 'VX-1000A', description: 'An amplifier.' }

test('an accessory is not the product that it is for, though its address names that', () => {
  const cover = { '@type': 'Product', name: 'Cover', isAccessoryOrSparePartFor: main }
  const page = pageOf(block(cover), 'text/html', 'https://shop.example/p/cover-for-vx-1000a')
  expect(page.jsonLdOf('Product')?.name).toBe('Cover')
})

test('the only product counts, even in a list', () => {
  const list = { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: main }] }
  expect(pageOf(block(list)).jsonLdOf('Product')?.name).toBe('Amplifier')
})
