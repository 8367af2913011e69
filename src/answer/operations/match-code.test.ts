// Which products a code matches, and which only look alike.
import { describe, expect, it } from 'vitest'
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'
import { createCodeMatcher, createGtinMatcher, makerCodeOf, spellings } from './match-code.ts'

type Variant = GeneralProduct['variants'][number]
const variant = (more: Partial<Variant>): Variant => ({
  sku: null,
  gtin: null,
  size: null,
  color: null,
  condition: null,
  price: null,
  list_price: null,
  availability: null,
  url: null,
  ...more,
})
const product = (more: Partial<GeneralProduct>) =>
  ({ name: 'Runner KV4821-410', mpn: null, gtin: null, sku: null, variants: [], ...more }) as GeneralProduct
const matches = (code: string, more: Partial<GeneralProduct>) =>
  createCodeMatcher(code).matchProduct(product(more)) !== undefined

describe('a code', () => {
  it.each([
    ['KV4821-410', { mpn: 'KV4821 410' }],
    ['kv4821410', { mpn: 'KV4821-410' }],
    ['KV4821-410', { sku: 'kv4821_410' }],
    ['KV4821-410', { variants: [variant({ sku: 'KV4821-410' })] }],
    ['4006381333931', { gtin: '04006381333931' }],
    ['036000291452', { variants: [variant({ gtin: '0036000291452' })] }],
    ['126610', { mpn: '126610' }],
    ['KB-1.5', { mpn: 'KB1.5' }],
    ['KB-1.5', { mpn: 'kb 1,5' }],
    ['804.123.45', { mpn: '80412345' }],
    ['126.610', { mpn: '126610' }],
    // A GTIN that stands where the shop's own number belongs.
    ['4006381333931', { sku: '4006381333931' }],
    ['4006381333931', { variants: [variant({ sku: '04006381333931' })] }],
  ])('%s matches %j', (code, more) => expect(matches(code, more)).toBe(true))

  it.each([
    // A name alone never identifies the article.
    ['KV4821-410', {}],
    ['KV4821-410', { mpn: 'KV4821-411' }],
    ['KV4821-410', { mpn: 'KV4821-41' }],
    ['KV4821', { mpn: 'KV4821-410' }],
    ['KV4821-410', { mpn: 'KV4821' }],
    ['KV4821-410', { mpn: '0KV4821-410' }],
    ['KV4821-410', { mpn: 'KV4821-4100' }],
    // The check digit is wrong, so it is not a GTIN, and similar numbers do not match.
    ['4006381333932', { gtin: '4006381333931' }],
    ['400638133393', { gtin: '4006381333931' }],
    ['KB-1.5', { mpn: 'KB-15' }],
    ['KB-15', { mpn: 'KB-1.5' }],
    ['AB-10.25', { sku: 'AB-1025' }],
    // Eight digits are too often a shop's own number.
    ['96385074', { sku: '96385074' }],
    // A shop's own number means nothing in another shop.
    ['6500258', { sku: '6500258' }],
    ['6500258', { variants: [variant({ sku: '6500258' })] }],
  ])('%s does not match %j', (code, more) => expect(matches(code, more)).toBe(false))

  it('of one size matches only that size', () => {
    const sizes = [variant({ size: '9', gtin: '4006381333931' }), variant({ size: '10', gtin: '96385074' })]
    const found = createCodeMatcher('4006381333931').matchProduct(product({ variants: sizes }))
    expect(found?.map(one => one.size)).toEqual(['9'])
  })

  it('skips results with another code, and checks those without one', () => {
    const matcher = createCodeMatcher('KV4821-410')
    const result = (more: Partial<SearchResult>) =>
      ({ mpn: null, gtin: null, sku: '1', ...more }) as SearchResult
    expect(
      [{}, { mpn: 'KV4821 410' }, { mpn: 'KV4821-411' }, { gtin: '96385074' }].map(one =>
        matcher.mayMatch(result(one)),
      ),
    ).toEqual([true, true, false, false])
  })
})

it('of one size is looked for on pages of which a result states the maker’s code only', () => {
  const result = { mpn: 'KV4821-410', gtin: null, sku: '1' } as SearchResult
  expect(createCodeMatcher('4006381333931').mayMatch(result)).toBe(true)
  expect(createCodeMatcher('4006381333931').mayMatch({ ...result, gtin: '96385074' })).toBe(false)
})

describe("a GTIN with the maker's code", () => {
  const [GTIN, OTHER] = ['4006381333931', '96385074']
  const sizes = (...gtins: (string | null)[]) =>
    gtins.map((gtin, place) => variant({ gtin, size: String(place) }))
  const matched = (more: Partial<GeneralProduct>) =>
    createGtinMatcher(GTIN, 'KV4821-410')
      .matchProduct(product(more))
      ?.map(one => one.size)

  it('matches the size with the GTIN', () => {
    expect(matched({ mpn: 'KV4821 410', variants: sizes(OTHER, GTIN, null) })).toEqual(['1'])
    expect(matched({ sku: 'kv4821410', gtin: GTIN, variants: sizes(null) })).toEqual(['0'])
  })

  it.each<[string, Partial<GeneralProduct>]>([
    ['another size', { mpn: 'KV4821-410', variants: sizes(OTHER) }],
    ['a size without a GTIN', { mpn: 'KV4821-410', variants: sizes(null) }],
    ['a product without a GTIN', { mpn: 'KV4821-410' }],
    ['another product GTIN', { mpn: 'KV4821-410', gtin: OTHER }],
    ["the GTIN under another maker's code", { mpn: 'KV4821-411', gtin: GTIN }],
  ])('does not match %s', (_, more) => expect(matched(more)).toBeUndefined())

  it.each<[Partial<GeneralProduct>[], string | undefined]>([
    [[{ mpn: 'KV4821-410' }, { mpn: 'kv4821 410' }, {}], 'KV4821-410'],
    [[{ sku: 'KV4821-410' }], 'KV4821-410'],
    [[{ sku: '6500258' }], undefined],
    [[{ mpn: 'KV4821-410' }, { mpn: 'KV4821-411' }], undefined],
    [[], undefined],
  ])('of %j the code is %s', (products, code) => expect(makerCodeOf(products.map(product))).toBe(code))
})

describe('spellings', () => {
  it('of a GTIN are those of 13 and 12 digits', () => {
    expect(spellings('04006381333931')).toEqual(['04006381333931', '4006381333931'])
    expect(spellings('4006381333931')).toEqual(['4006381333931'])
    expect(spellings('0012345678905')).toEqual(['0012345678905', '012345678905'])
    expect(spellings('012345678905')).toEqual(['012345678905', '0012345678905'])
  })

  it.each([
    ['KV4821-410', ['KV4821-410']],
    ['kv4821410', ['kv4821410', 'KV4821-410']],
    ['KV4821 410', ['KV4821 410', 'KV4821-410']],
    ['4006381333931', ['4006381333931']],
    ['TW300.21', ['TW300.21']],
  ])('of %s', (code, wanted) => expect(spellings(code)).toEqual(wanted))
})
