// Chance from a seed, and the conditions that a history may use.
import type { Condition, PriceField } from './truth.ts'

export interface Chance {
  (): number
  int(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  is(share: number): boolean
}

/** mulberry32: the same numbers for the same seed on every machine. */
export function chance(seed: number): Chance {
  let state = (seed * 2654435761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    int: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    is: (share: number) => next() < share,
  })
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Two days before the clocks go forward in Europe. */
export const START = Date.parse('2026-03-27T00:10:00Z')

const amount = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
const daysOf = (ms: number) => `${ms / DAY}d`

export const ANY: Condition = { text: 'any change', is: 'any' }
export const BACK: Condition = { text: 'back in stock', is: 'stock', becomes: 'in' }
export const OUT: Condition = { text: 'out of stock', is: 'stock', becomes: 'out' }

export function bound(
  op: '<' | '<=' | '>' | '>=',
  cents: number,
  currency: string | null = null,
  field: PriceField = 'price',
): Condition {
  return {
    text: `${field} ${op} ${amount(cents)}${currency ? ` ${currency}` : ''}`,
    is: 'bound',
    field,
    op,
    cents,
    currency,
  }
}

export function move(
  way: 'drops' | 'rises',
  by: { percent: number } | { cents: number } | null,
  windowMs: number | null = null,
): Condition {
  const far = by === null ? '' : 'percent' in by ? ` ${by.percent}%` : ` ${amount(by.cents)}`
  const text = `price ${way}${far}${windowMs === null ? '' : ` in ${daysOf(windowMs)}`}`
  return { text, is: 'move', field: 'price', way, by, windowMs }
}

export function lowest(windowMs: number | null): Condition {
  const text = windowMs === null ? 'price lowest ever' : `price lowest in ${daysOf(windowMs)}`
  return { text, is: 'lowest', field: 'price', windowMs }
}

/** Conditions about the price that can be met by a price around `cents`. */
export function priceConditions(luck: Chance, cents: number): Condition[] {
  const near = Math.round((cents * luck.int(88, 104)) / 100 / 50) * 50
  return [
    bound(luck.pick(['<', '<=']), near),
    bound(luck.pick(['<', '>']), near, 'EUR'),
    move('drops', { percent: luck.pick([5, 10]) }),
    move('drops', { cents: luck.pick([300, 500]) }),
    move('drops', null),
    move('rises', { percent: 10 }),
    move(luck.pick(['drops', 'rises']), { percent: 10 }, luck.pick([7, 3]) * DAY),
    lowest(luck.pick([30 * DAY, 7 * DAY, null])),
  ]
}
