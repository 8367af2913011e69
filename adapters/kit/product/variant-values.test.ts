// The price of a product is one that a buyer can pay now.
import { expect, it } from 'vitest'
import { variantTotals } from './variant-values.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

it('is the lowest of the variants that can be bought, with the list price of the same variant', () => {
  const totals = variantTotals([
    { price: eur('10.00'), list_price: eur('99.00'), availability: 'out_of_stock' },
    { price: eur('30.00'), availability: 'in_stock' },
    { price: eur('20.00'), list_price: eur('40.00'), availability: 'limited' },
    { availability: 'in_stock' },
  ])
  expect(totals).toEqual({
    price: eur('20.00'),
    list_price: eur('40.00'),
    price_max: eur('30.00'),
    availability: 'in_stock',
  })
})

it('counts used pieces only if there are no new ones', () => {
  const used = { price: eur('5.00'), condition: 'used', availability: 'in_stock' } as const
  const fresh = { price: eur('9.00'), condition: 'new', availability: 'in_stock' } as const
  expect(variantTotals([used, fresh]).price).toEqual(eur('9.00'))
  expect(variantTotals([used, { ...fresh, availability: 'out_of_stock' }]).price).toEqual(eur('5.00'))
})

it('is that of the sold-out variants if all are, and unknown without a price', () => {
  expect(variantTotals([{ price: eur('5.00'), availability: 'out_of_stock' }])).toMatchObject({
    price: eur('5.00'),
    availability: 'out_of_stock',
  })
  expect(variantTotals([]).price).toBeUndefined()
  expect(variantTotals([{ availability: 'out_of_stock' }, {}]).availability).toBeUndefined()
})
