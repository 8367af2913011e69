// Pages are found by their codes, whatever the spelling; each shop has its own.
import { expect, it } from 'vitest'
import { createKnownCodes } from '../../extract/listed-shop.ts'

it('a page is found by each of its codes, in any spelling, at its own shop', () => {
  const codes = createKnownCodes()
  codes.note('a.example', { url: 'https://a.example/1', gtin: '4006381333931', mpn: 'TS-101', sku: null })
  codes.note('b.example', { url: 'https://b.example/1', sku: 'TS101' })
  codes.note('b.example', { url: null, sku: 'TS102' })
  for (const code of ['ts101', 'TS-101', '04006381333931'])
    expect(codes.pagesOf('a.example', code)).toEqual(['https://a.example/1'])
  expect(codes.pagesOf('b.example', 'TS-101')).toEqual(['https://b.example/1'])
  expect(codes.pagesOf('b.example', '4006381333931')).toEqual([])
  expect(codes.pagesOf('b.example', 'TS102')).toEqual([])
})

it('of many pages with one code, the five that were noted last are known', () => {
  const codes = createKnownCodes()
  for (const n of [1, 2, 3, 4, 5, 6, 2]) codes.note('a', { url: `u${n}`, sku: 'X1' })
  expect(codes.pagesOf('a', 'X1')).toEqual(['u2', 'u6', 'u5', 'u4', 'u3'])
})
