// Which addresses of a shop have one pattern, which are read to learn it, and what a cursor keeps.
import { describe, expect, it } from 'vitest'
import { readCursor, startOfList, writeCursor } from './catalog-cursor.ts'
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

  it('until 24 patterns are known', () => {
    const all = ['a', 'b', 'c'].flatMap(kind => addresses(kind, 2))
    expect([22, 23, 24, 25].map(count => samplesOf(all, BASE, known(count)).size)).toEqual([2, 1, 0, 0])
  })
})

describe('a cursor', () => {
  const state = { from: 'list' as const, after: 'x', places: [1, 0], patterns: [], used: 3, given: 20 }

  it('is read as it was written', () => {
    expect(readCursor(writeCursor(state))).toEqual(state)
    expect(readCursor(startOfList('sitemap', []))).toEqual({
      from: 'sitemap',
      places: [],
      patterns: [],
      used: 0,
      given: 0,
    })
  })

  it.each<[string, object]>([
    ['another kind of list', { from: 'file' }],
    ['a negative count', { used: -1 }],
    ['a negative place', { places: [-1] }],
    ['five levels of sitemaps', { places: [0, 0, 0, 0, 0] }],
    ['a long cursor of the shop', { after: 'x'.repeat(2_049) }],
    [
      'too many patterns',
      { patterns: Array.from({ length: 65 }, () => ({ pattern: '', products: 0, read: 0 })) },
    ],
    ['more bytes than 64 KB', { more: 'x'.repeat(70_000) }],
  ])('with %s is none of ours', (_, changes) => {
    expect(readCursor(writeCursor({ ...state, ...changes }))).toBeUndefined()
  })

  it('that was changed on the way is none', () => {
    expect(readCursor('not a cursor')).toBeUndefined()
    expect(readCursor(writeCursor(state).slice(0, -8))).toBeUndefined()
  })
})
