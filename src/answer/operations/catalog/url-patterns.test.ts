// Which addresses of a shop have one pattern, and which are read to learn it.
import { describe, expect, it } from 'vitest'
import { isProductPattern, patternOf, samplesOf } from './url-patterns.ts'

const BASE = 'https://shop.example'

describe('patternOf', () => {
  it.each([
    ['/', '/'],
    ['/products/blue-lamp', '/products/{slug}'],
    ['/products/lamp', '/products/{word}'],
    ['/products/12345', '/products/{number}'],
    ['/products/ab-12', '/products/{code}'],
    ['/p/ab-12/lamp.html', '/p/{code}/{word}.html'],
    ['/p/1234.html', '/p/{number}.html'],
    ['/products/blue-lamp/', '/products/{slug}/'],
    ['/blue-lamps/lamp', '/{slug}/{word}'],
    ['/möbel/lampe', '/m%C3%B6bel/{word}'],
    ['/p/50%', '/p/{code}'],
    ['/p/lamp?b=2&a=1&b=3', '/p/{word}?a={value}&b={value}'],
    [`/${'x'.repeat(25)}/lamp`, '/{word}/{word}'],
    [`/${'x'.repeat(24)}/lamp`, `/${'x'.repeat(24)}/{word}`],
  ])('%s is %s', (path, pattern) => {
    expect(patternOf(`${BASE}${path}`, BASE)).toBe(pattern)
    expect(patternOf(`${BASE}/en${path}`, `${BASE}/en`)).toBe(pattern)
    expect(patternOf(`${BASE}/en${path}`, `${BASE}/en/`)).toBe(pattern)
  })
})

it.each([
  [0, 0, false],
  [1, 2, false],
  [2, 3, true],
  [1, 1, true],
])('%i products of %i pages make a product pattern: %s', (products, read, isProduct) => {
  expect(isProductPattern({ pattern: '/p/{word}', products, read })).toBe(isProduct)
})

describe('samplesOf', () => {
  const addresses = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${BASE}/${kind}/${n}`)
  const known = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ pattern: `/known/${n}`, products: 1, read: 1 }))

  it('are the first, the middle and the last of a pattern', () => {
    const [samples] = samplesOf(addresses('p', 11), BASE, []).values()
    expect(samples).toEqual([0, 5, 10].map(n => `${BASE}/p/${n}`))
    expect([...samplesOf(addresses('p', 2), BASE, []).values()]).toEqual([[`${BASE}/p/0`, `${BASE}/p/1`]])
    expect([...samplesOf(addresses('p', 1), BASE, []).values()]).toEqual([[`${BASE}/p/0`]])
  })

  it('of the four most frequent patterns that are not known', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((kind, place) => addresses(kind, place + 1))
    const learned = [{ pattern: '/f/{number}', products: 1, read: 1 }]
    expect([...samplesOf(all, BASE, learned).keys()]).toEqual(
      ['e', 'd', 'c', 'b'].map(kind => `/${kind}/{number}`),
    )
  })

  it('unless the pattern is longer than that of any shop', () => {
    const path = Array.from({ length: 10 }, () => 'abcdefghijklmno').join('/')
    const at = (tail: string) => samplesOf([`${BASE}/${path}/${tail}/a-1`], BASE, []).size
    expect(patternOf(`${BASE}/${path}/abcdef/a-1`, BASE)).toHaveLength(174)
    expect([at('abcdef'), samplesOf([`${BASE}/abc/a-1`], BASE, []).size]).toEqual([0, 1])
  })

  it('until 24 patterns are known', () => {
    const all = ['a', 'b', 'c'].flatMap(kind => addresses(kind, 2))
    expect([22, 23, 24, 25].map(count => samplesOf(all, BASE, known(count)).size)).toEqual([2, 1, 0, 0])
  })
})
