// Exact arithmetic on prices for conditions: bounds, moves by a share or an amount, and the extremes of a time. Pure.
import { compareAmounts, type Money } from '#reader/values/money'
import { holds } from '../../settings/watch-rules/rule-words.ts'
import type { Comparison, Move } from '../../settings/watch-rules/condition.ts'

/** A price and the time it held, as checks saw it. */
export interface HeldPrice {
  readonly price: Money
  readonly fromMs: number
  readonly untilMs: number
}

export function isWithinBound({ operator, amount }: Comparison, price: Money): boolean {
  return holds[operator](compareAmounts(price, { amount, currency: price.currency }))
}

/** Integer arithmetic: from × share ≤ difference. Both prices must be in the same currency. */
export function hasMoved({ direction, by }: Move, from: Money, to: Money): boolean {
  const sign = compareAmounts(to, from)
  if (direction === 'drops' ? sign >= 0 : sign <= 0) return false
  if ('amount' in by && by.currency !== undefined && by.currency !== to.currency) return false
  const places = Math.max(...[from, to, ...('amount' in by ? [by] : [])].map(decimals))
  const [a, b] = [units(from.amount, places), units(to.amount, places)]
  const difference = a > b ? a - b : b - a
  return 'amount' in by
    ? difference >= units(by.amount, places)
    : difference * 10_000n >= a * BigInt(by.basisPoints)
}

export function extremeOf(prices: readonly HeldPrice[], which: 'highest' | 'lowest'): HeldPrice | undefined {
  const sign = which === 'highest' ? 1 : -1
  return prices.reduce<HeldPrice | undefined>(
    (best, one) => (best && compareAmounts(one.price, best.price) * sign <= 0 ? best : one),
    undefined,
  )
}

/** How much of the time had a known price. */
export function seenMs(prices: readonly HeldPrice[], fromMs: number): number {
  return prices.reduce(
    (sum, { fromMs: from, untilMs }) => sum + Math.max(0, untilMs - Math.max(from, fromMs)),
    0,
  )
}

function decimals({ amount }: { readonly amount: string }): number {
  return amount.split('.')[1]?.length ?? 0
}

function units(amount: string, places: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(places, '0'))
}
