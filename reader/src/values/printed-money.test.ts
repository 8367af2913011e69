// Amounts next to currency signs, found in bytes: both sides, escapes, JSON strings, and the limit on signs.
import { describe, expect, it } from 'vitest'
import { toBytes } from '../html/bytes.ts'
import { findPrintedMoney } from './printed-money.ts'

const numbersIn = (text: string) => [...findPrintedMoney(toBytes(text))].map(({ number }) => number.trim())
const quotedIn = (text: string) => [...findPrintedMoney(toBytes(text))].map(({ quoted }) => quoted)

describe('an amount', () => {
  it.each([
    ['€34.99', '34.99'],
    ['34,99 €', '34,99'],
    ['34,99&nbsp;&#160;€ 12', '12'],
    ['34,99&nbsp;€', '34,99'],
    ['1’234.50 CHF', '1’234.50'],
    ['1\u202f234,50\u00a0€', '1\u202f234,50'],
    ['349 kr', '349'],
    ['349,90 zł', '349,90'],
    ['349,90 z\\u0142', '349,90'],
    ['"\\u20AC34.99"', '34.99'],
    ['"\\u00a334.99"', '34.99'],
    ['\\u20a9\\u00a059,000', '59,000'],
    ['₩59,000', '59,000'],
    ['Kč 12', '12'],
    ['12$', '12'],
    ['$12', '12'],
  ])('is found in %s', (text, number) => {
    expect(numbersIn(text)).toEqual([number])
    expect(numbersIn(`${'x '.repeat(200)}${text}${' y'.repeat(200)}`)).toEqual([number])
  })

  it.each(['34.99', 'EURO 12', 'krone 12', 'XUSD 12', '€ — 12', '$x = 1', 'leisure 12', '\\u0142 12', ''])(
    'is not found in %j',
    text => {
      expect(numbersIn(text)).toEqual([])
    },
  )

  it('stands on either side of a sign', () => {
    expect(numbersIn('10 € 20')).toEqual(['20', '10'])
  })
})

describe('a JSON string', () => {
  it.each([
    ['{"price":"€ 34.99"}', '€ 34.99'],
    ['{"price":" 34,99 € "}', '34,99 €'],
    ['{"price":"\\u00a334.99"}', '£34.99'],
  ])('that is only a price is given whole: %s', (text, quoted) => {
    expect(quotedIn(text)).toEqual([quoted])
  })

  it.each(['{"text":"over $10"}', '{"text":"$10 off"}', '{"text":"10 € or"}', '€10'])(
    'that says more is not: %s',
    text => {
      expect(quotedIn(text)).toEqual([undefined])
    },
  )
})

it('reads 10,000 signs at most', () => {
  expect(numbersIn('€1 x'.repeat(10_001))).toHaveLength(10_000)
})
