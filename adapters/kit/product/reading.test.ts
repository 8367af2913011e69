// Products whose fields are read one by one, from several documents.
import { expect, it } from 'vitest'
import { lazyVariants, shaped } from './reading.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

it('has one reading for each document that is there', () => {
  const fields = { name: () => 'Lamp' }
  expect(shaped(undefined, fields, undefined)).toEqual([{ fields }])
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
