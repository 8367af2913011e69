// How intervals and durations are read and written, and how far prices have moved.
import { describe, expect, it } from 'vitest'
import { durationText, parseDuration } from './duration.ts'
import { parseInterval, shownInterval, writtenInterval } from './interval.ts'
import { extremeOf, hasMoved, isWithinBound, seenMs } from '../../watch/history/price-moves.ts'

it.each<[string | number, number | undefined]>([
  [90, 90],
  ['90', 90],
  ['90s', 90],
  [' 15 m ', 900],
  ['6h', 21_600],
  ['7d', 604_800],
  ['2w', 1_209_600],
  ['999999999', 999_999_999],
  ['1000000000', undefined],
  ['', undefined],
  ['1.5h', undefined],
  ['-5m', undefined],
  ['5mm', undefined],
  ['x5m', undefined],
  ['5y', undefined],
])('a duration of %j is %j seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds)
})

it.each([
  [0, '0s'],
  [59, '59s'],
  [60, '1m'],
  [90, '90s'],
  [3_600, '1h'],
  [86_400, '1d'],
  [604_800, '7d'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

describe('an interval', () => {
  it.each<[string | number, unknown]>([
    ['auto', { isAuto: true }],
    ['59s', { error: 'it must be at least 60 seconds' }],
    ['60s', { everyS: 60, isAuto: false }],
    ['30d', { everyS: 2_592_000, isAuto: false }],
    [2_592_001, { error: 'it must be at most 30 days' }],
    ['often', { error: 'it must be seconds, a time such as 90s, 15m, 1h or 1d, or auto' }],
  ])('of %j', (text, parsed) => {
    expect(parseInterval(text)).toEqual(parsed)
  })

  it('that is learned is written as auto, and shown with what it is now', () => {
    expect([true, false].map(isAuto => writtenInterval({ everyS: 900, isAuto }))).toEqual(['auto', '15m'])
    expect([true, false].map(isAuto => shownInterval(900, isAuto))).toEqual(['15m (auto)', '15m'])
  })
})

describe('a price', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' })

  it.each<['<' | '<=' | '>' | '>=' | '=', readonly boolean[]]>([
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
    ['>', [false, false, true]],
    ['>=', [false, true, true]],
    ['=', [false, true, false]],
  ])('of 9.99, 10 and 10.01 is %s 10: %j', (operator, within) => {
    const bound = { operator, amount: '10.00' } as Parameters<typeof isWithinBound>[0]
    expect(['9.99', '10', '10.01'].map(amount => isWithinBound(bound, eur(amount)))).toEqual(within)
  })

  type By = Parameters<typeof hasMoved>[0]['by']
  it.each<['drops' | 'rises', By, string, string, boolean]>([
    ['drops', { basisPoints: 1_000 }, '100', '90.00', true],
    ['drops', { basisPoints: 1_000 }, '100', '90.01', false],
    ['drops', { basisPoints: 1_000 }, '100', '120', false],
    ['rises', { basisPoints: 1_000 }, '100', '110', true],
    ['rises', { basisPoints: 1_000 }, '100', '109.99', false],
    ['rises', { basisPoints: 1_000 }, '100', '80', false],
    ['drops', { basisPoints: 0 }, '100', '100', false],
    ['rises', { basisPoints: 0 }, '100', '100', false],
    ['drops', { amount: '5' }, '100.00', '95.00', true],
    ['drops', { amount: '5.001' }, '100.00', '95.00', false],
    ['drops', { amount: '5', currency: 'EUR' }, '100', '95', true],
    ['drops', { amount: '5', currency: 'USD' }, '100', '95', false],
  ])('%s by %j from %s to %s: %s', (direction, by, from, to, moved) => {
    expect(hasMoved({ direction, by } as Parameters<typeof hasMoved>[0], eur(from), eur(to))).toBe(moved)
  })

  it('the extremes of a time are the first of equal ones', () => {
    const held = ['5', '3', '7', '3', '7'].map((amount, n) => ({
      price: eur(amount),
      fromMs: n,
      untilMs: n + 1,
    }))
    expect(extremeOf(held, 'lowest')?.fromMs).toBe(1)
    expect(extremeOf(held, 'highest')?.fromMs).toBe(2)
    expect(extremeOf([], 'lowest')).toBeUndefined()
  })

  it('was seen for the time that it held since a moment', () => {
    const held = [
      { price: eur('5'), fromMs: 0, untilMs: 10 },
      { price: eur('6'), fromMs: 20, untilMs: 50 },
    ]
    expect([0, 5, 30, 60].map(fromMs => seenMs(held, fromMs))).toEqual([40, 35, 20, 0])
  })
})
