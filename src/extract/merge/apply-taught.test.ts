// A taught field decides, what was read instead is disputed, and what cannot be right is not believed.
import { describe, expect, it } from 'vitest'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import type { TaughtFields } from '#reader/taught/taught-rule'
import { applyTaught } from './apply-taught.ts'
import { openTaughtPage } from '#reader/taught/open-page'

const page = openTaughtPage(
  '<h1>Oak lamp</h1><p class="now">166,00 €</p><p class="odd">1.660,00 €</p><p class="usd">$166.00</p><p class="old">199,00 €</p><p class="kr">166 kr</p>',
  'https://shop.example/p/7',
)

const source: FieldSource = { from: 'page', where: 'p.hint', confidence: 0.9, also: [] }
const product: GeneralProduct = {
  url: 'https://shop.example/p/7',
  site: 'shop.example',
  operation: null,
  name: 'Oak lamp',
  brand: null,
  description: null,
  breadcrumbs: [],
  gtin: '4006381333931',
  mpn: null,
  sku: '7',
  color: null,
  condition: null,
  price: { amount: '24.90', currency: 'EUR' },
  list_price: { amount: '30.00', currency: 'EUR' },
  price_max: { amount: '40.00', currency: 'EUR' },
  availability: null,
  images: [],
  rating: null,
  seller: null,
  attributes: [],
  variants: [],
  other_prices: [],
  disputed: [{ field: 'price', value: '166.00', from: 'json-ld' }],
  platform: null,
  fetched_at: '2027-01-31T08:00:00.000Z',
  sources: { price: source, sku: source },
}
const apply = (fields: TaughtFields, options = {}) => applyTaught(product, fields, page, options)

describe('a taught price', () => {
  it('decides, and what was read is disputed', () => {
    const { product: next, failed } = apply({ price: { css: '.now' } })
    expect(next.price).toEqual({ amount: '166.00', currency: 'EUR' })
    expect(next.sources?.price).toEqual({ from: 'taught', where: 'css .now', confidence: 1, also: [] })
    expect(next.disputed).toEqual([{ field: 'price', value: '24.90', from: 'page' }])
    expect(failed).toEqual([])
  })

  it('drops amounts that went with the other price', () => {
    expect(apply({ price: { css: '.now' } }).product).toMatchObject({ list_price: null, price_max: null })
    const { product: next } = apply({ price: { css: '.now' }, list_price: { css: '.old' } })
    expect(next.list_price).toEqual({ amount: '199.00', currency: 'EUR' })
  })

  it('is null if its rule finds nothing: never a guess', () => {
    const { product: next, failed } = apply({ price: { css: '.gone' } })
    expect(next.price).toBeNull()
    expect(next.sources?.price?.where).toBe('css .gone (finds nothing)')
    expect(failed).toEqual(['price'])
  })

  it('is left to the reader by its rule, except where a rule has read it before', () => {
    const fields = { price: { css: '.gone', else: 'reader' } } as const
    expect(apply(fields)).toMatchObject({ product: { price: product.price }, failed: [] })
    const redesigned = apply(fields, { known: { amount: '166.00', currency: 'EUR' } })
    expect(redesigned).toMatchObject({ product: { price: null }, failed: ['price'] })
    expect(apply({ price: { css: '.now', else: 'reader' } }).taughtPrice?.amount).toBe('166.00')
    expect(apply(fields).taughtPrice).toBeUndefined()
  })

  it.each([
    ['16.61', 'EUR', true],
    ['16.60', 'EUR', false],
    ['1659.99', 'EUR', true],
    ['1660.00', 'EUR', false],
    ['166.00', 'USD', false],
  ])('is compared with the last one, %s %s', (amount, currency, isBelieved) => {
    const { product: next, failed } = apply({ price: { css: '.now' } }, { known: { amount, currency } })
    expect(next.price?.amount ?? null).toBe(isBelieved ? '166.00' : null)
    expect(failed).toEqual(isBelieved ? [] : ['price'])
  })

  it('has the currency beside it, the taught one, or that of the page', () => {
    expect(
      apply({ price: { css: '.usd' }, currency: { css: '.usd', after: '$', is: 'CAD' } }).product.price,
    ).toEqual({
      amount: '166.00',
      currency: 'CAD',
    })
    const bare = { ...product, price: null, list_price: null }
    const { product: next } = applyTaught(bare, { price: { css: '.usd' } }, page, { currency: 'AUD' })
    expect(next.price).toEqual({ amount: '166.00', currency: 'AUD' })
  })
})

describe('a sign that several currencies share', () => {
  it('is never the currency of another sign, however that was read', () => {
    const dollars = apply({ price: { css: '.usd' } }, { currency: 'EUR' })
    expect(dollars.product.price).toBeNull()
    expect(dollars.failed).toEqual(['price'])
    const { product: next, failed } = apply({ price: { css: '.kr' } }, { currency: 'EUR' })
    expect(next.price).toBeNull()
    expect(next.sources?.price?.where).toBe('css .kr (in an unknown currency)')
    expect(failed).toEqual(['price'])
    expect(apply({ list_price: { css: '.usd' } }).product).toMatchObject({
      price: { amount: '24.90', currency: 'EUR' },
      list_price: null,
    })
  })
  it('means what the country of the page uses', () => {
    const texts = '<p class="usd">$166.00</p><p>Ships to the lower 48 states. Austin, TX 78701</p>'
    const american = openTaughtPage(texts, 'https://shop.example/p/7')
    expect(applyTaught(product, { price: { css: '.usd' } }, american).product.price?.currency).toBe('USD')
    const there = openTaughtPage('<html lang="en-AU"><p class="usd">$166.00</p>', 'https://shop.example/p/7')
    const { product: next } = applyTaught(product, { price: { css: '.usd' } }, there, { currency: 'EUR' })
    expect(next.price).toEqual({ amount: '166.00', currency: 'AUD' })
  })
})

describe('a taught currency', () => {
  it('is none where its rule finds a bare dollar sign', () => {
    const rules = { price: { css: '.usd' }, currency: { css: '.usd' } }
    expect(apply(rules).product.price).toBeNull()
  })

  it.each([
    [null, 'taught to be none', []],
    [{ css: '.gone' }, 'css .gone (finds nothing)', ['currency']],
  ] as const)('%j: no amount has one, never a guess', (currency, where, without) => {
    const { product: next, failed } = apply({ currency, price: { css: '.now' } }, { currency: 'EUR' })
    expect(next).toMatchObject({ price: null, list_price: null, price_max: null })
    expect(next.disputed).toContainEqual({ field: 'currency', value: 'EUR', from: 'page' })
    expect(failed).toEqual(without)
    expect(apply({ currency }, { currency: 'EUR' }).product.price).toBeNull()
    expect(apply({ currency }).product.sources?.price).toMatchObject({
      from: 'taught',
      where: `currency: ${where}`,
    })
  })
})

describe('other fields', () => {
  it('null is final', () => {
    const { product: next, failed } = apply({ gtin: null, sku: null })
    expect(next).toMatchObject({ gtin: null, sku: null })
    expect(next.sources?.sku).toMatchObject({ from: 'taught', where: 'taught to be none' })
    expect(next.disputed).toContainEqual({ field: 'sku', value: '7', from: 'page' })
    expect(failed).toEqual([])
  })

  it('a name that is not found is a page that has changed', () => {
    expect(() => apply({ name: { css: '.title' } })).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: '/name' }),
    )
  })
})
