// Products whose fields are read one by one, from several documents.
import { expect, it } from 'vitest'
import { joinProducts, lazyFields, lazyVariants } from './lazy-product.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

it('reads only the field that is asked for', () => {
  const read: string[] = []
  const product = {
    name: () => {
      read.push('name')
      return 'Lamp'
    },
    brand: () => {
      read.push('brand')
      return 'Maker'
    },
  }
  const context = { query: {}, params: {}, site: { origins: {}, settings: {} } }
  expect(lazyFields.name?.(product, context)).toBe('Lamp')
  expect(read).toEqual(['name'])
  expect(lazyFields.sku?.(product, context)).toBeUndefined()
})

it('takes each field from the first document that states it', () => {
  const joined = joinProducts({ name: () => undefined, images: () => [], brand: () => 'Maker' }, undefined, {
    name: () => 'Lamp',
    images: () => ['https://shop.example/1.jpg'],
    brand: () => 'Other',
  })
  expect(joined.name?.()).toBe('Lamp')
  expect(joined.images?.()).toEqual(['https://shop.example/1.jpg'])
  expect(joined.brand?.()).toBe('Maker')
})

it('takes price and list price from the same document', () => {
  const joined = joinProducts(
    { list_price: () => eur('30.00') },
    { price: () => eur('20.00') },
    { price: () => eur('10.00'), list_price: () => eur('15.00') },
  )
  expect(joined.price?.()).toEqual(eur('20.00'))
  expect(joined.list_price?.()).toBeUndefined()
})

it('derives the price of the product from the variants that it covers', () => {
  const variants = [
    { color: 'red', price: eur('10.00'), availability: 'in_stock' as const },
    { color: 'blue', price: eur('5.00'), availability: 'out_of_stock' as const },
  ]
  const all = lazyVariants(() => variants)
  expect(all.price()).toEqual(eur('10.00'))
  expect(all.availability()).toBe('in_stock')
  const blue = lazyVariants(
    () => variants,
    () => variants.filter(one => one.color === 'blue'),
  )
  expect(blue.price()).toEqual(eur('5.00'))
  expect(blue.availability()).toBe('out_of_stock')
  expect(blue.variants()).toHaveLength(2)
})
