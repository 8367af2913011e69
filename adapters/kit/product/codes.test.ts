// Article codes: which spellings are the same code, and which only look alike.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeKey, gtin, gtinKey } from '#reader/values/gtin'

/** 8, 12, 13 or 14 digits, the last of which is the check digit. */
const anyGtin = fc
  .tuple(fc.constantFrom(7, 11, 12, 13), fc.bigInt({ min: 1n, max: 9_999_999n }))
  .map(([length, number]) => {
    const digits = String(number).padStart(length, '0')
    const sum = Array.from(digits)
      .toReversed()
      .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0)
    return `${digits}${(10 - (sum % 10)) % 10}`
  })

describe('gtin', () => {
  it.each([
    ['4006381333931', '4006381333931'],
    ['4 006381 333931', '4006381333931'],
    ['4006-3813-33931', '4006381333931'],
    ['04006381333931', '4006381333931'],
    ['036000291452', '036000291452'],
    [96385074, '96385074'],
  ])('%s is %s', (text, wanted) => expect(gtin(text)).toBe(wanted))

  it.each(['4006381333932', '400638133393', '0000000000000', 'KV4821-410', '', undefined])(
    '%s is not a GTIN',
    text => expect(gtin(text)).toBeUndefined(),
  )

  it('is undefined after a one-digit typo', () => {
    fc.assert(
      fc.property(anyGtin, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, where, by) => {
        const at = where % code.length
        const wrong = (Number(code[at]) + by) % 10
        expect(gtin(code)).toBeDefined()
        expect(gtin(`${code.slice(0, at)}${wrong}${code.slice(at + 1)}`)).toBeUndefined()
      }),
    )
  })

  it('ignores separators and leading zeros', () => {
    const separator = fc.constantFrom('', ' ', '-', '\u00A0', '.')
    fc.assert(
      fc.property(anyGtin, fc.array(separator, { minLength: 14, maxLength: 14 }), (code, between) => {
        const written = Array.from(code.padStart(14, '0'), (digit, place) => digit + between[place])
        expect(gtinKey(written.join(''))).toBe(gtinKey(code))
      }),
    )
  })

  it('has the same key at every length', () => {
    expect(new Set(['036000291452', '0036000291452', '00036000291452'].map(gtinKey)).size).toBe(1)
  })
})

describe('codeKey', () => {
  it.each([
    'KV4821-410',
    'kv4821 410',
    'KV4821410',
    'KV4821_410',
    'kv4821.410',
    'KV4821–410',
    ' KV4821/410 ',
    'KV4821\u2212410',
    'KV4821\u2011410',
    'KV\u00AD4821\u200B-410',
    '\uFF2B\uFF36\uFF14821-410',
  ])('%s is the same style code', text => expect(codeKey(text)).toBe('KV4821410'))

  it.each([
    'KV4821-411',
    'KV4821-41',
    'KV4821-0410',
    'KV4821',
    'VK4821-410',
    'KV4821-41O',
    '\u041AV4821-410',
    'KV4821-410+',
    'KV4821-410 410',
  ])('%s is a different code', text => expect(codeKey(text)).not.toBe('KV4821410'))

  it.each(['', '-', '<script>', undefined])('%s is not a code', text => expect(codeKey(text)).toBeUndefined())
})
