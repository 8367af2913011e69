// Which of several JSON-LD objects describes the page.
import { describe, expect, test } from 'vitest'
import { mostComplete } from './embedded.ts'
import { mainItem } from './main-item.ts'

describe('fullest', () => {
  test.each([
    [[], undefined],
    [[{}, { a: 1 }], { a: 1 }],
    [[null, 'x'], 'x'],
    [['first', 'second'], 'first'],
    [[{ a: '', b: null }, { a: 0 }], { a: 0 }],
    [[{ a: [1, { b: 2 }] }, { a: 1, b: 2 }], { a: [1, { b: 2 }] }],
  ])('%j', (values, wanted) => expect(mostComplete<unknown>(values)).toEqual(wanted))
})

describe('mainItem', () => {
  const url = 'https://shop.example/linen-shirt-p05000000.html?v1=4200005'
  const stub = { name: 'Linen shirt' }
  const full = { name: 'Linen Shirt ', sku: '05000000', offers: [{ price: 1 }, { price: 2 }] }
  const other = {
    name: 'Wool coat',
    sku: '09999999',
    offers: [{ price: 3, currency: 'EUR' }],
    image: ['a', 'b'],
  }

  test('ignores a stub before the product', () => {
    expect(mainItem([stub, full, other], url)).toBe(full)
    expect(mainItem([stub, full], 'https://shop.example/')).toBe(full)
  })

  test('ignores a fuller object of another product', () => {
    expect(mainItem([full, other], url)).toBe(full)
    expect(mainItem([other, full], url)).toBe(full)
    expect(mainItem([stub, other], url)).toBe(stub)
  })

  test('recognises the page’s own object by its URL', () => {
    const here = { name: 'Shirt', url: '/linen-shirt-p05000000.html' }
    const there = { name: 'Shirt', url: '/wool-shirt-p05000001.html', offers: { price: 1 } }
    expect(mainItem([there, here], url)).toBe(here)
    expect(mainItem([here, { name: 'Shirt', price: 1, image: 'a' }], url)).toHaveProperty('price')
  })

  test('treats objects without a name as the same', () => {
    expect(mainItem([{ a: 1 }, { a: 1, b: 2 }], url)).toEqual({ a: 1, b: 2 })
  })
})
