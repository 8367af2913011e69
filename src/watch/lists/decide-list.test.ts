// The boundaries of the rules for whole lists: one step on either side of each.
import { describe, expect, it } from 'vitest'
import { decideList, type ProductWithRow } from './decide-list.ts'

const check = {
  rules: { conditions: [], confirm: 1, cooldownMs: 0 },
  atMs: 2_000,
  requestId: 'r',
  lastOkMs: 1_000,
  outcomes: undefined,
}

const pair = (n: number, was: string, is: string | undefined, list?: string): ProductWithRow => {
  const url = `https://shop.example/p/${n}`
  const facts = {
    ...(is !== undefined && { price: `${is} EUR` }),
    ...(list && { list_price: `${list} EUR` }),
  }
  return {
    key: url,
    product: { url, facts: { price: `${was} EUR` }, firstSeenMs: 1, sinceMs: 1 },
    row: { url, facts },
  }
}
const many = (count: number, was: string, is: string | undefined, from = 0, list?: string) =>
  Array.from({ length: count }, (_one, n) => pair(from + n, was, is, list))
const isDoubted = (pairs: readonly ProductWithRow[]) =>
  decideList(pairs, undefined, check).trouble !== undefined

describe('one factor', () => {
  it.each([
    ['of ten products', many(10, '100.00', '119.00'), true],
    ['of nine', many(9, '100.00', '119.00'), false],
    ['of 60 %', [...many(6, '100.00', '119.00'), ...many(4, '100.00', '100.00', 6)], true],
    ['of 59 %', [...many(59, '100.00', '119.00'), ...many(41, '100.00', '100.00', 59)], false],
    ['of 1.5 %', many(10, '100.00', '101.50'), true],
    ['of 1.49 %', many(10, '100.00', '101.49'), false],
    ['of −1.5 %', many(10, '100.00', '98.50'), true],
    ['of −1.49 %', many(10, '100.00', '98.51'), false],
    ['that the shop states for half of them', mixed(5), true],
    ['that the shop states for more than half', mixed(6), false],
  ] as const)('%s', (_what, pairs, expected) => expect(isDoubted(pairs)).toBe(expected))

  it.each([
    // The tolerance is one percent of the new price: 1,200 / 0.99 and 1,200 / 1.01.
    ['1212.12', true],
    ['1212.13', false],
    ['1188.12', true],
    ['1188.11', false],
  ])('within one percent: %s beside 1200.00', (is, isNear) => {
    expect(isMoved(is)).toBe(isNear)
  })

  /** Whether a price counts as moved by 1.2, seen by what is adopted after three lists. */
  function isMoved(is: string): boolean {
    const pairs = [...many(20, '1000.00', '1200.00'), pair(20, '1000.00', is)]
    const { decided } = decideList(pairs, { scaled: 2, factor: 1.2 }, check)
    return decided.get('https://shop.example/p/20')?.price === undefined
  }

  it('of small prices within half a cent', () => {
    const moved = (is: string) => {
      const pairs = [...many(20, '10.00', '12.00'), pair(20, '0.05', is)]
      const { decided } = decideList(pairs, { scaled: 2, factor: 1.2 }, check)
      return decided.get('https://shop.example/p/20')?.price === undefined
    }
    expect([moved('0.06'), moved('0.07')]).toEqual([true, false])
  })

  it.each([
    [1.2, 2, 'believed'],
    [1.2, 1, 'doubted'],
    [1.2 / 0.9901, 2, 'believed'],
    [1.2 / 0.9899, 2, 'doubted'],
  ])('the same as that of the lists before (%d, %i): %s', (factor, scaled, expected) => {
    const { trouble, note } = decideList(many(10, '100.00', '120.00'), { scaled, factor }, check)
    expect(trouble === undefined ? 'believed' : 'doubted').toBe(expected)
    expect(note !== undefined).toBe(expected === 'believed')
  })
})

it.each([
  ['30 %', 30, false],
  ['31 %', 31, true],
])('prices that %s of the products lack', (_what, count, expected) =>
  expect(isDoubted([...many(count, '10.00', undefined), ...many(100 - count, '10.00', '10.00', count)])).toBe(
    expected,
  ),
)

it.each([
  ['30 %', 30, false],
  ['31 %', 31, true],
])('prices that %s of the products lack that can be bought', (_what, count, expected) => {
  const soldOut = many(900, '10.00', undefined, 100).map(
    ({ key, product, row: { url } }): ProductWithRow => ({
      key,
      product,
      row: { url, facts: { availability: 'out_of_stock' } },
    }),
  )
  const onSale = [...many(count, '10.00', undefined), ...many(100 - count, '10.00', '10.00', count)]
  expect(isDoubted([...onSale, ...soldOut])).toBe(expected)
})

function mixed(announced: number): ProductWithRow[] {
  return [
    ...many(announced, '100.00', '80.00', 0, '100.00'),
    ...many(10 - announced, '100.00', '80.00', announced),
  ]
}

describe('a price with another number of variants', () => {
  const isChange = (was: object, is: object, [before, after] = [1, 3]) => {
    const url = 'https://shop.example/p/1'
    const product = { url, facts: { ...was }, variants: before, firstSeenMs: 1, sinceMs: 1 }
    const pairs = [{ key: url, product, row: { url, facts: { ...is }, variants: after } }] as ProductWithRow[]
    return decideList(pairs, undefined, check).decided.get(url)?.price !== undefined
  }
  const eur = (price: string, max?: string) => ({
    price: `${price} EUR`,
    ...(max !== undefined && { price_max: `${max} EUR` }),
  })

  it.each([
    ['is no change where the price before is the highest of now', eur('12.00'), eur('8.00', '12.00'), false],
    ['is one where it is above all of now', eur('12.01'), eur('8.00', '12.00'), true],
    ['is one where it is below all of now', eur('7.99'), eur('8.00', '12.00'), true],
    ['is no change where the price of now is the highest before', eur('8.00', '12.00'), eur('12.00'), false],
    ['is one where it is above all before', eur('8.00', '12.00'), eur('12.01'), true],
    ['is one where it is below all before', eur('8.00', '12.00'), eur('7.99'), true],
    ['is one in another currency', eur('10.00'), { price: '8.00 USD', price_max: '12.00 USD' }, true],
  ])('%s', (_, was, is, expected) => expect(isChange(was, is)).toBe(expected))

  it('is a change like any other while the number is the same', () => {
    expect(isChange(eur('10.00'), eur('8.00', '12.00'), [3, 3])).toBe(true)
  })
})
