// What counts as a contradiction between the answer, another document and the page.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { StatedVariant } from '../kit/platform/platform.ts'
import type { Witness } from './evidence.ts'
import { findDisputes } from './find-disputes.ts'

type Offer = Parameters<typeof findDisputes>[0]

const OFFER: Offer = { code: 'EUR', price: '40.00', availability: 'in_stock', variants: [] }
const evidence = <T>(value: T) => ({ value, from: 'api' as const, where: '/lamp.json' })

function disputesOf(witness: Witness, offer: Partial<Offer> = {}) {
  return findDisputes({ ...OFFER, ...offer }, [witness], undefined).map(({ field, value }) => [field, value])
}

describe('a price', () => {
  it.each<[string, Witness, Partial<Offer>, unknown[]]>([
    ['another amount', { price: evidence('45') }, {}, [['price', '45.00']]],
    ['the same amount, written otherwise', { price: evidence('40') }, {}, []],
    ['the amount of a variant', { price: evidence('45') }, { variants: [{ price: '45.0' }] }, []],
    ['no amount', {}, {}, []],
    ['an amount, where the answer has none', { price: evidence('45') }, { price: undefined }, []],
    [
      'an amount in another currency',
      { price: evidence('45'), currency: evidence('usd') },
      {},
      [['currency', 'USD']],
    ],
    [
      'an amount in the same currency',
      { price: evidence('45'), currency: evidence('eur') },
      {},
      [['price', '45.00']],
    ],
    ['a currency, where the answer has none', { currency: evidence('USD') }, { code: undefined }, []],
  ])('%s', (_, witness, offer, disputed) => {
    expect(disputesOf(witness, offer)).toEqual(disputed)
  })

  it('of a variant is compared with that of the same variant', () => {
    const variants: StatedVariant[] = [{ id: '1', price: '40' }, { id: '2' }]
    const stated = (...others: StatedVariant[]) => disputesOf({ variants: evidence(others) }, { variants })
    expect(stated({ id: '1', price: '41' })).toEqual([['price', '41.00']])
    expect(stated({ id: '1', price: '40.00' })).toEqual([])
    expect(stated({ id: '2', price: '41' }, { id: '3', price: '41' }, { id: '1' })).toEqual([])
  })
})

describe('the stock', () => {
  it.each<[GeneralProduct['availability'], unknown[]]>([
    ['limited', []],
    ['preorder', []],
    ['out_of_stock', [['availability', 'out_of_stock']]],
    ['discontinued', [['availability', 'discontinued']]],
  ])('of an article that can be bought: %s', (availability, disputed) => {
    const witness = availability ? { availability: evidence(availability) } : {}
    expect(disputesOf(witness)).toEqual(disputed)
    expect(disputesOf(witness, { availability: undefined })).toEqual([])
    expect(disputesOf(witness, { variants: [{ availability: 'out_of_stock' }] })).toEqual([])
  })
})

describe('the page', () => {
  const page = (availabilityFrom: 'json-ld' | 'page') =>
    ({
      price: { amount: '45.00', currency: 'EUR' },
      availability: 'out_of_stock',
      sources: {
        price: { from: 'json-ld', where: '', confidence: 1, also: [] },
        availability: { from: availabilityFrom, where: '', confidence: 1, also: [] },
      },
    }) as unknown as GeneralProduct

  it('disputes with its structured data, not with words about stock', () => {
    const price = { field: 'price', value: '45.00', from: 'json-ld' }
    expect(findDisputes(OFFER, [], page('json-ld'))).toEqual([
      price,
      { field: 'availability', value: 'out_of_stock', from: 'json-ld' },
    ])
    expect(findDisputes(OFFER, [], page('page'))).toEqual([price])
  })

  it('and a document that state the same are one dispute', () => {
    expect(findDisputes(OFFER, [{ price: evidence('45.00') }], page('page'))).toHaveLength(1)
  })
})
