// One product out of several documents: which of them decides, what the others add, and what they dispute.
import { describe, expect, it } from 'vitest'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import { shaped, documentExtractor, type FieldExtractors } from '#kit/product/reading'
import { mergeSources } from './merge-readings.ts'
import { createPageTracer } from './trace-pages.ts'

const reading = (from: 'api' | 'embedded' | 'page', where: string, fields: FieldExtractors<object>) =>
  documentExtractor(from, where, {}, fields)
const money = (amount: string, currency = 'EUR') => ({ amount, currency })

/** What the general reader found in the page. */
const page = (more: Partial<GeneralProduct>) =>
  ({
    name: 'Lamp',
    breadcrumbs: [],
    disputed: [],
    images: [],
    attributes: [],
    variants: [],
    other_prices: [],
    price: null,
    list_price: null,
    availability: null,
    sources: {
      price: { from: 'json-ld', where: 'offers.price', confidence: 0.9, also: ['page'] },
      availability: { from: 'json-ld', where: 'offers.availability', confidence: 0.9, also: [] },
    },
    ...more,
  }) as GeneralProduct

const withStock = reading('api', '/lamp.js', {
  name: () => 'Lamp',
  variants: () => [
    { id: '1', size: 'S', price: '30.00', availability: 'out_of_stock' },
    { id: '2', size: 'M', price: '40.00', list_price: '50.00', availability: 'in_stock' },
    { id: '3', size: 'L', price: '45.00', availability: 'in_stock' },
  ],
})
const withCodes = reading('api', '/lamp.json', {
  currency: () => 'EUR',
  variants: () => [
    { id: '3', sku: 'L-3', price: '45.00' },
    { id: '2', sku: 'L-2', gtin: '4006381333931', price: '40.00' },
  ],
})

describe('a document without a currency, beside a page in rials', () => {
  const inToman = reading('api', '/lamp.js', {
    price: () => '90.00',
    list_price: () => '120.00',
    variants: () => [
      { id: '1', size: 'S', price: '90.00', list_price: '120.00' },
      { id: '2', size: 'M', price: '95.00' },
    ],
  })

  it('is in toman where its amounts are a tenth', () => {
    const { fields } = mergeSources([inToman], page({ price: money('900.00', 'IRR') }))
    expect(fields).toMatchObject({
      price: money('900.00', 'IRR'),
      list_price: money('1200.00', 'IRR'),
      variants: [{ price: money('900.00', 'IRR') }, { price: money('950.00', 'IRR') }],
      disputed: [],
    })
  })

  it('is in rials where its amounts are the same, or where it says so', () => {
    const { fields } = mergeSources([inToman], page({ price: money('90.00', 'IRR') }))
    expect(fields.price).toEqual(money('90.00', 'IRR'))
    const inRials = reading('api', '/lamp.json', { currency: () => 'IRR', price: () => '90.00' })
    const merged = mergeSources([inRials], page({ price: money('900.00', 'IRR') }))
    expect(merged.fields.price).toEqual(money('90.00', 'IRR'))
  })
})

describe('variants', () => {
  it('of two documents are joined by their id, in the order of the first', () => {
    const { fields } = mergeSources([withStock, withCodes], undefined)
    expect(fields.variants).toMatchObject([
      { size: 'S', price: money('30.00') },
      { size: 'M', sku: 'L-2', gtin: '4006381333931', list_price: money('50.00') },
      { size: 'L', sku: 'L-3' },
    ])
  })

  it('whose former price the page prints are not disputed', () => {
    const printed = (amount: string) =>
      mergeSources(
        [withStock, reading('page', '/lamp', { currency: () => 'EUR' })],
        page({
          price: money(amount),
          sources: { price: { from: 'page', where: 'del', confidence: 0.9, also: [] } },
        }),
      ).fields.disputed
    expect(printed('50.00')).toEqual([])
    expect(printed('55.00')).toEqual([{ field: 'price', value: '55.00', from: 'page' }])
  })

  it('that are for sale decide price, list price and range', () => {
    const { fields } = mergeSources([withStock, withCodes], undefined)
    expect(fields).toMatchObject({
      price: money('40.00'),
      list_price: money('50.00'),
      price_max: money('45.00'),
      availability: 'in_stock',
      disputed: [],
    })
  })

  it('that are all sold out leave the price to what the product states', () => {
    const soldOut = reading('embedded', 'config', {
      currency: () => 'EUR',
      variants: () => [
        { id: '1', size: 'S', price: '6.00', availability: 'out_of_stock' },
        { id: '2', size: 'M', price: '12.00', availability: 'out_of_stock' },
      ],
    })
    const box = reading('page', '.price', { price: () => '12.00', availability: () => 'in_stock' })
    const { fields } = mergeSources([soldOut, box], undefined)
    expect(fields).toMatchObject({ price: money('12.00'), availability: 'out_of_stock' })
    expect(fields.disputed).toEqual([{ field: 'availability', value: 'in_stock', from: 'page' }])
    expect(mergeSources([soldOut], undefined).fields.price).toEqual(money('6.00'))
  })

  it('without a choice are the product itself', () => {
    const only = reading('api', '/lamp.js', {
      currency: () => 'EUR',
      variants: () => [
        { id: '1', sku: 'L-1', gtin: '4006381333931', price: '30.00', availability: 'in_stock' },
      ],
    })
    const { fields, sources } = mergeSources([only], page({ variants: [] }))
    expect(fields).toMatchObject({ variants: [], sku: 'L-1', gtin: '4006381333931', price: money('30.00') })
    expect(sources.sku).toMatchObject({ from: 'api', where: '/lamp.js' })
    const listed = page({ variants: [{ size: 'S' }, { size: 'M' }] as GeneralProduct['variants'] })
    const evidence: FieldSource = { from: 'json-ld', where: 'hasVariant', confidence: 0.9, also: [] }
    const both = mergeSources([only], { ...listed, sources: { variants: evidence } })
    expect([both.fields.variants, both.sources.variants]).toEqual([[], undefined])
  })

  it('without an SKU are not given a number out of the scripts of the page', () => {
    const evidence: FieldSource = { from: 'embedded', where: 'product.id', confidence: 0.8, also: [] }
    const guessed = page({ sku: '9912', sources: { sku: evidence } })
    const { fields, sources } = mergeSources([withStock], guessed)
    expect([fields.sku, sources.sku]).toEqual([null, undefined])
    const stating = page({ sku: '9912', sources: { sku: { ...evidence, from: 'json-ld' } } })
    expect(mergeSources([withStock], stating).fields.sku).toBe('9912')
    expect(mergeSources([withStock], page({ sku: '9912', sources: {} })).fields.sku).toBe('9912')
    const named = reading('api', '/lamp.json', { sku: () => 'L-1' })
    expect(mergeSources([withStock, named], guessed).fields.sku).toBe('L-1')
  })

  it('of which some lack a price do not decide it', () => {
    const sizes = reading('api', '/variation', {
      currency: () => 'EUR',
      price: () => '20.00',
      variants: () => [
        { id: '1', size: 'S', price: '15.00' },
        { id: '2', size: 'M' },
      ],
    })
    expect(mergeSources([sizes], undefined).fields.price).toEqual(money('20.00'))
  })
})

describe('a currency', () => {
  it('that no document states comes from the page', () => {
    const { fields } = mergeSources([withStock], page({ price: money('40.00', 'GBP') }))
    expect(fields.price).toEqual(money('40.00', 'GBP'))
  })

  it('that nobody states leaves no price', () => {
    expect(mergeSources([withStock], undefined).fields.price).toBeNull()
  })

  it('keeps what the page contradicts within itself, also where the platform states nothing', () => {
    const disputed = [{ field: 'price' as const, value: '12.00', from: 'open-graph' as const }]
    const contradicted = page({ disputed, price: money('9.00') })
    expect(mergeSources([], contradicted).fields.disputed).toEqual(disputed)
    expect(
      mergeSources([documentExtractor('api', '/p.json', {}, { price: () => '12.00' })], contradicted),
    ).toMatchObject({
      fields: { disputed: [{ field: 'price', value: '9.00' }] },
    })
  })

  it('that the page states differently is disputed, and its amount is not compared', () => {
    const { fields } = mergeSources([withStock, withCodes], page({ price: money('43.10', 'USD') }))
    expect(fields.disputed).toEqual([{ field: 'currency', value: 'USD', from: 'json-ld' }])
  })
})

describe('a page that differs', () => {
  it('in the price disputes it, unless some variant costs that', () => {
    const dispute = (amount: string) =>
      mergeSources([withStock, withCodes], page({ price: money(amount) })).fields.disputed
    expect(dispute('41.00')).toEqual([{ field: 'price', value: '41.00', from: 'json-ld' }])
    expect(dispute('30.00')).toEqual([])
    expect(dispute('40')).toEqual([])
  })

  it('in the stock disputes it, unless some variant has that state', () => {
    const only = reading('api', '/lamp.js', { availability: () => 'in_stock', price: () => '1.00' })
    const dispute = (availability: 'limited' | 'out_of_stock') =>
      mergeSources([only], page({ availability })).fields.disputed
    expect(dispute('out_of_stock')).toEqual([
      { field: 'availability', value: 'out_of_stock', from: 'json-ld' },
    ])
    expect(dispute('limited')).toEqual([])
    expect(mergeSources([withStock], page({ availability: 'out_of_stock' })).fields.disputed).toEqual([])
  })

  it('not is named as a second source', () => {
    const { sources } = mergeSources([withStock, withCodes], page({ price: money('40.00') }))
    expect(sources.price).toEqual({
      from: 'api',
      where: '/lamp.js; /lamp.json; currency: /lamp.json',
      confidence: 1,
      also: ['json-ld', 'page'],
    })
  })
})

describe('documents that differ', () => {
  it('in the price of one variant dispute it', () => {
    const other = reading('embedded', 'form', { variants: () => [{ id: '2', price: '39.00' }] })
    expect(mergeSources([withStock, withCodes, other], undefined).fields.disputed).toEqual([
      { field: 'price', value: '39.00', from: 'embedded' },
    ])
  })

  it('in length of the path give way to the longer one', () => {
    const short = reading('api', '/lamp', { breadcrumbs: () => [{ name: 'Lamps' }] })
    const long = page({
      breadcrumbs: [
        { name: 'Home', url: null },
        { name: 'Lamps', url: null },
      ],
    })
    expect(mergeSources([short], long).fields.breadcrumbs).toHaveLength(2)
    expect(mergeSources([short], page({})).fields.breadcrumbs).toEqual([{ name: 'Lamps', url: null }])
  })
})

it('names the place of a value in its document', () => {
  const document = { product: { title: 'Lamp', variants: [{ id: 1, price: '3.00' }] } }
  const traced = documentExtractor('api', '/lamp.json', document, {
    name: ({ product }) => product.title,
    price: ({ product }) => product.variants[0]?.price,
    currency: () => 'EUR',
  })
  const { sources } = mergeSources([traced], undefined, createPageTracer())
  expect(sources.name?.where).toBe('/lamp.json#/product/title')
  expect(sources.price?.where).toContain('/lamp.json#/product/variants/0/price')
})

describe('of readings in the general shape', () => {
  it('takes each field from the first that states it, and asks no further', () => {
    const asked: string[] = []
    const later = {
      name: () => 'Lamp',
      brand() {
        asked.push('brand')
        return 'Other'
      },
    }
    const readings = shaped({ name: () => undefined, images: () => [], brand: () => 'Maker' }, later)
    expect(mergeSources(readings).fields).toEqual({ name: 'Lamp', brand: 'Maker' })
    expect(asked).toEqual([])
  })

  it('takes price and list price from the same document', () => {
    const readings = shaped(
      { list_price: () => money('30.00') },
      { price: () => money('20.00') },
      { price: () => money('10.00'), list_price: () => money('15.00') },
    )
    expect(mergeSources(readings).fields).toEqual({ price: money('20.00') })
  })
})
