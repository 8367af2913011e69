// What recorded documents state is in the general answer: `null` means that the shop does not state it.
import { describe, expect, it } from 'vitest'
import { findLeftovers } from './find-leftovers.ts'
import { isOtherThan, reasonFor } from './leftover-reasons.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { findGeneralCases, runGeneralCase } from '../replay/general-case.ts'

describe('a general answer', () => {
  const cases = findGeneralCases().filter(({ expected }) => expected.product)

  it.each(cases.map(one => [one.one.name, one] as const))('has what %s states', async (_, one) => {
    const answer = (await runGeneralCase(one, 'product')) as GeneralProduct
    const documents = one.one.har.log.entries.flatMap(({ response }) => {
      const { _file: file, text } = response.content ?? {}
      return file === undefined ? (text ?? []) : Buffer.from(one.one.readBody(file)).toString()
    })
    const left = findLeftovers(answer, documents, isOtherThan(answer)).filter(
      leftover => reasonFor(one.one.site, leftover) === undefined,
    )
    expect(left).toEqual([])
  })
})

describe('findLeftovers', () => {
  const document = JSON.stringify({
    price: '12.50',
    priceCents: 1250,
    currency: 'EUR',
    barcode: '4006381333931',
    stock: 'Only 2 left',
    size: 'M',
    images: ['https://cdn.example/a_800.jpg'],
    variants: [{ id: 1, price: 99 }],
  })

  it('lists every kind that the answer lacks', () => {
    const other = { name: 'Lamp', price: { amount: '7.00', currency: 'USD' } }
    expect(findLeftovers(other, [document]).map(({ kind, place }) => `${kind} ${place}`)).toEqual([
      'price /price',
      'price /priceCents',
      'currency /currency',
      'gtin /barcode',
      'stock /stock',
      'size /size',
      'image /images/*',
      'price /variants/*/price',
    ])
  })

  it('lists no currency where no price is stated', () => {
    expect(findLeftovers({ name: 'Lamp' }, [JSON.stringify({ currency: 'EUR' })])).toEqual([])
  })

  it('leaves out what is about another product', () => {
    const isOther = (_: string, part: object) => 'sku' in part && part.sku !== 1
    const left = findLeftovers(
      {},
      [
        JSON.stringify([
          { sku: 1, price: 5 },
          { sku: 2, price: 6 },
        ]),
      ],
      isOther,
    )
    expect(left.map(({ example }) => example)).toEqual(['5'])
  })

  it('takes an amount in hundredths and a picture in another format for the same', () => {
    const answer = {
      price: { amount: '12.50', currency: 'EUR' },
      gtin: '4006381333931',
      availability: 'limited',
      images: ['https://cdn.example/a_800.webp?w=2'],
      variants: [{ size: 'M', price: { amount: '99.00', currency: 'EUR' } }],
    }
    expect(findLeftovers(answer, [document])).toEqual([])
  })
})
