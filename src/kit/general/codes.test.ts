// Codes: what is one article, and what only looks like it.
import { describe, expect, it } from 'vitest'
import { codeKey, gtin, gtinKey } from './codes.ts'

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
    '%s is none',
    text => expect(gtin(text)).toBeUndefined(),
  )

  it('is the same number in every length', () => {
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
  ])('%s is one style code', text => expect(codeKey(text)).toBe('KV4821410'))

  it.each(['KV4821-411', 'KV4821-41', 'KV4821-0410', 'KV4821', 'VK4821-410', 'KV4821-41O'])(
    '%s is another',
    text => expect(codeKey(text)).not.toBe('KV4821410'),
  )

  it.each(['', '-', '<script>', undefined])('%s is none', text => expect(codeKey(text)).toBeUndefined())
})
