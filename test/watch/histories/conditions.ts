// When a condition of `when` is true: each row of the table "Conditions" of docs/alerts.md, as its words say.
import type { Condition, Distance, Money } from './truth.ts'

/** A price that a check saw and that counts, in the order of the checks. */
export interface Seen {
  at: number
  money: Money
}

export function isMet(bound: Extract<Condition, { is: 'bound' }>, price: Money): boolean {
  if (bound.currency !== null && bound.currency !== price.currency) return false
  if (bound.op === '<') return price.cents < bound.cents
  if (bound.op === '<=') return price.cents <= bound.cents
  if (bound.op === '>') return price.cents > bound.cents
  return price.cents >= bound.cents
}

/** Whether the price went the way of the condition, as far as it says. "Has moved that far" includes the bound. */
export function hasMoved(way: 'drops' | 'rises', by: Distance, from: number, to: number): boolean {
  const distance = way === 'drops' ? from - to : to - from
  if (distance <= 0) return false
  if (by === null) return true
  return 'cents' in by ? distance >= by.cents : distance * 100 >= by.percent * from
}

/** The prices of one currency from a time on. `edge` adds the one that was in force when the time began. */
export function pricesSince(seen: Seen[], currency: string, from: number, edge: boolean): number[] {
  const own = seen.filter(each => each.money.currency === currency)
  const inside = own.filter(each => each.at >= from)
  const before = own.findLast(each => each.at < from)
  return [...(edge && before ? [before] : []), ...inside].map(each => each.money.cents)
}

/** "The price falls below every earlier price of that time": it needs an earlier price, and a fall. */
export function isLowest(earlier: number[], last: number | undefined, now: number): boolean {
  return last !== undefined && now < last && earlier.length > 0 && earlier.every(each => now < each)
}
