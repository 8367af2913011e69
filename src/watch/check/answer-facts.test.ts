// What becomes a fact of an answer: of offers in all shops, and of answers without a known shape.
import { describe, expect, it } from 'vitest'
import { factsOfTree, resultOfAnswer } from './answer-facts.ts'
import type { OffersAnswer } from '../facts/offer-facts.ts'
import { sitesIn, withRowsOf } from '../decide/read-answer.ts'

describe('factsOfTree', () => {
  it('has each value under its pointer, and nothing for empty texts and null', () => {
    const value = { a: { 'b/c': 1, 'd~': true }, e: '', f: null, g: 0, h: false, i: 'x', j: undefined }
    expect(factsOfTree(value)).toEqual({
      '/a/b~1c': '1',
      '/a/d~0': 'true',
      '/g': '0',
      '/h': 'false',
      '/i': 'x',
    })
  })

  it('joins a list of plain values, and leaves out an empty one', () => {
    expect(factsOfTree({ sizes: ['S', 8], colors: [] })).toEqual({ '/sizes': 'S, 8' })
  })

  it('names rows by the first key that tells them all apart, so that a row that moves is no change', () => {
    const rows = [
      { id: 1, sku: 'b', price: 5 },
      { id: 1, sku: 'a', price: 6 },
    ]
    expect(factsOfTree(rows)).toMatchObject({ '/sku=a/price': '6', '/sku=b/price': '5' })
    expect(factsOfTree(rows.toReversed())).toEqual(factsOfTree(rows))
  })

  it.each<[string, unknown[]]>([
    ['a key that a row lacks', [{ id: 1, p: 5 }, { p: 6 }]],
    [
      'an empty key',
      [
        { id: '', p: 5 },
        { id: 2, p: 6 },
      ],
    ],
    [
      'a key that is an object',
      [
        { id: {}, p: 5 },
        { id: 2, p: 6 },
      ],
    ],
  ])('names rows by their place with %s', (_, rows) => {
    expect(factsOfTree(rows)).toMatchObject({ '/0/p': '5', '/1/p': '6' })
  })

  it('names rows the same whether one is listed twice, lacks its code, or has the code of another', () => {
    const rows = ['a', 'b', 'c'].map(id => ({ id, url: `/${id}`, price: 5 }))
    const facts = factsOfTree(rows)
    expect(factsOfTree([...rows, rows[0]])).toEqual(facts)
    expect(factsOfTree([...rows, { id: 'a', url: '/a', price: 6 }])).toEqual({
      ...facts,
      '/id=a #2/id': 'a',
      '/id=a #2/url': '/a',
      '/id=a #2/price': '6',
    })
    expect(factsOfTree([...rows, { price: 7, url: '/a' }])).toMatchObject(facts)
  })

  it('names rows by several keys together if none of them tells all apart', () => {
    const rows = [
      { size: '8', color: 'Sand', n: 1 },
      { size: '8', color: 'Slate', n: 2 },
      { size: '9', color: 'Sand', n: 3 },
    ]
    expect(factsOfTree(rows)['/size=8 color=Slate/n']).toBe('2')
    expect(factsOfTree([{ size: '7', color: 'Sand', n: 0 }, ...rows])).toMatchObject(factsOfTree(rows))
  })

  it('takes 300 characters of a value', () => {
    expect(factsOfTree({ a: 'x'.repeat(301) })['/a']).toHaveLength(300)
    expect(factsOfTree({ list: ['x'.repeat(301)] })['/list']).toHaveLength(300)
  })
})

describe('offers', () => {
  const offer = (site: string, amount: string | null, seller: string | null = null, currency = 'EUR') => ({
    site,
    seller: { name: seller },
    price: amount === null ? null : { amount, currency },
  })
  const answer = (changes: Partial<OffersAnswer> = {}): OffersAnswer => ({
    product: { name: 'Lamp' },
    offers: [
      offer('a', '7.00', 'one'),
      offer('a', '5.00', 'two'),
      offer('a', null, 'two'),
      offer('b', '6.00'),
    ],
    sites: [
      { site: 'a', outcome: 'ok' },
      { site: 'b', outcome: 'ok' },
      { site: 'c', outcome: 'upstream_timeout' },
    ],
    ...changes,
  })
  const factsOf = (changes: Partial<OffersAnswer> = {}) => {
    const result = resultOfAnswer('general.offers', answer(changes))
    if (result.kind === 'fault') throw new Error(result.fault)
    return result.facts
  }

  it('are a row for each shop that answered, and the figures over all', () => {
    expect(resultOfAnswer('general.offers', answer())).toEqual({
      kind: 'facts',
      facts: {
        name: 'Lamp',
        availability: 'in_stock',
        price: '5.00 EUR',
        offer_count: '4',
        seller_count: '3',
        'site/a/price': '5.00 EUR',
        'site/a/offer_count': '3',
        'site/a/seller_count': '2',
        'site/b/price': '6.00 EUR',
        'site/b/offer_count': '1',
        'site/b/seller_count': '1',
      },
      failedSites: ['c'],
      partialSites: [],
    })
  })

  it('are out of stock if shops answered and none has any; a check fails if no shop answered', () => {
    expect(factsOf({ offers: [] })).toMatchObject({ availability: 'out_of_stock', offer_count: '0' })
    const failed = [
      { site: 'a', outcome: 'upstream_timeout' },
      { site: 'b', outcome: 'upstream_blocked' },
    ]
    expect(resultOfAnswer('general.offers', answer({ sites: failed, offers: [] }))).toEqual({
      kind: 'fault',
      fault: 'upstream_timeout',
      detail: 'no shop answered: a, b',
    })
    expect(factsOf({ sites: [], offers: [] })).not.toHaveProperty('availability')
  })

  it('of a shop that failed are kept from before, and counted', () => {
    const before = factsOf()
    const after = factsOf({ offers: [offer('a', '9.00')], sites: [{ site: 'a', outcome: 'ok' }] })
    expect(withRowsOf(after, before, ['b'])).toMatchObject({
      price: '6.00 EUR',
      offer_count: '2',
      'site/a/price': '9.00 EUR',
      'site/b/price': '6.00 EUR',
    })
    expect(withRowsOf(after, before, [])).toBe(after)
    expect(sitesIn(before)).toEqual(new Set(['a', 'b']))
  })

  it('have the lowest price of the currency that is most frequent', () => {
    const sites = ['a', 'b', 'c'].map(site => ({ site, outcome: 'ok' }))
    const offers = [offer('a', '1.00', null, 'USD'), offer('b', '8.00'), offer('c', '7.00')]
    expect(factsOf({ offers, sites }).price).toBe('7.00 EUR')
  })
})
