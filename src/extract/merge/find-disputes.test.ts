// What counts as a contradiction between the answer, another document and the page.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import type { ExtractedVariant } from '#kit/product/reading'
import { type AnsweredOffer, findDisputes, type OfferClaim } from './find-disputes.ts'

const OFFER: AnsweredOffer = { currency: 'EUR', price: '40.00', availability: 'in_stock', variants: [] }
const NOTHING: OfferClaim = { from: 'api', amounts: [], currencies: [], availabilities: [] }

function disputesOf(stated: Partial<OfferClaim>, offer: Partial<AnsweredOffer> = {}) {
  const { disputed } = findDisputes({ ...OFFER, ...offer }, [{ ...NOTHING, ...stated }])
  return disputed.map(({ field, value }) => [field, value])
}

describe('a price', () => {
  it.each<[string, Partial<OfferClaim>, Partial<AnsweredOffer>, unknown[]]>([
    ['another amount', { amounts: ['45'] }, {}, [['price', '45.00']]],
    ['the same amount, written otherwise', { amounts: ['40'] }, {}, []],
    ['the amount of a variant', { amounts: ['45'] }, { variants: [{ price: '45.0' }] }, []],
    ['no amount', {}, {}, []],
    ['an amount, where the answer has none', { amounts: ['45'] }, { price: undefined }, []],
    ['an amount in another currency', { amounts: ['45'], currencies: ['usd'] }, {}, [['currency', 'USD']]],
    ['an amount in the same currency', { amounts: ['45'], currencies: ['eur'] }, {}, [['price', '45.00']]],
    ['a currency, where the answer has none', { currencies: ['USD'] }, { currency: undefined }, []],
  ])('%s', (_, stated, offer, disputed) => {
    expect(disputesOf(stated, offer)).toEqual(disputed)
  })

  it('of a variant is compared with that of the same variant', () => {
    const variants: ExtractedVariant[] = [{ id: '1', price: '40' }, { id: '2' }]
    const stated = (...others: ExtractedVariant[]) => disputesOf({ variants: others }, { variants })
    expect(stated({ id: '1', price: '41' })).toEqual([['price', '41.00']])
    expect(stated({ id: '1', price: '40.00' })).toEqual([])
    expect(stated({ id: '2', price: '41' }, { id: '3', price: '41' }, { id: '1' })).toEqual([])
    const both = (price: string) =>
      disputesOf(
        { variants: [{ id: '2', price }] },
        { variants: [variants[0] ?? {}, { id: '2', price: '45' }] },
      )
    // The answer has it as the price of another variant, or as its own.
    expect(both('40')).toEqual([])
    expect(both('41')).toEqual([['price', '41.00']])
  })
})

describe('the stock', () => {
  it.each<[GeneralProduct['availability'], unknown[]]>([
    ['limited', []],
    ['preorder', []],
    ['out_of_stock', [['availability', 'out_of_stock']]],
    ['discontinued', [['availability', 'discontinued']]],
  ])('of an article that can be bought: %s', (availability, disputed) => {
    const stated = availability ? { availabilities: [availability] } : {}
    expect(disputesOf(stated)).toEqual(disputed)
    expect(disputesOf(stated, { availability: undefined })).toEqual([])
    expect(disputesOf(stated, { variants: [{ availability: 'out_of_stock' }] })).toEqual([])
  })
})

describe('several sources', () => {
  it('that state the same are one dispute; those that agree are named', () => {
    const found = findDisputes(OFFER, [
      { ...NOTHING, amounts: ['45'] },
      { ...NOTHING, from: 'json-ld', amounts: ['45.00'], currencies: ['EUR'] },
      { ...NOTHING, from: 'microdata', amounts: ['40'], availabilities: ['out_of_stock', 'limited'] },
    ])
    expect(found).toEqual({
      disputed: [{ field: 'price', value: '45.00', from: 'json-ld' }],
      also: { price: ['microdata'], currency: ['json-ld'], availability: ['microdata'] },
    })
  })

  it('may show the highest price; a page also the one before a reduction', () => {
    const offer = { amounts: ['60.00'], others: ['55.00'] }
    expect(disputesOf({ amounts: ['60'] }, offer)).toEqual([])
    expect(disputesOf({ from: 'page', amounts: ['55'] }, offer)).toEqual([])
    expect(disputesOf({ from: 'json-ld', amounts: ['55'] }, offer)).toEqual([['price', '55.00']])
  })
})
