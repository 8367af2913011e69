// Whether one condition fires at a check, by the prices and the stock that count.
import { hasMoved, isLowest, isMet, pricesSince } from './conditions.ts'
import { type Memory, stateOf } from './memory.ts'
import type { Condition } from './truth.ts'
import { moneyOf } from './values.ts'

export interface Evaluated {
  condition: Condition
  types: string[]
  fresh: boolean
  /** The text leaves it open. */
  may: boolean
}

interface Moment {
  at: number
  /** The values that were known before this check. */
  before: Map<string, string>
  /** Whether it still holds after a cooldown: nothing is new, but is it true? */
  late: boolean
}

export const isIn = (stock: string | null | undefined) => stock === 'in_stock' || stock === 'limited'

export function evaluate(
  condition: Exclude<Condition, { is: 'any' }>,
  memory: Memory,
  moment: Moment,
): Evaluated[] {
  if (condition.is === 'stock') return evaluateStock(condition, memory, moment)
  const price = moneyOf(memory.told.get(condition.field))
  if (!price) return []
  const seen = memory.seen[condition.field]
  const last = seen.findLast(each => each.money.currency === price.currency)?.money.cents
  const isAbroad = seen.length > 0 && seen.at(-1)?.money.currency !== price.currency
  // The text does not say which type a change of the list price is.
  const types =
    isAbroad || condition.field === 'list_price' ? ['price.changed', 'product.changed'] : ['price.changed']
  const state = stateOf(memory, condition)
  const fired = (is: boolean, may = false, fresh = false) => (is ? [{ condition, types, fresh, may }] : [])

  if (condition.is === 'bound') {
    const [was, met, fresh] = [state.met.get(price.currency), isMet(condition, price), state.fresh]
    if (moment.late) return fired(met)
    state.fresh = false
    state.met.set(price.currency, met)
    if (fresh) return fired(met && !(isAbroad && was === undefined), false, true)
    return fired(met && was === false)
  }
  if (condition.is === 'move' && condition.windowMs === null) {
    const base = state.base.get(price.currency)
    if (base === undefined) state.base.set(price.currency, price.cents)
    return fired(base !== undefined && hasMoved(condition.way, condition.by, base, price.cents))
  }
  const at = moment.late ? (seen.at(-1)?.at ?? 0) : moment.at
  const from = condition.windowMs === null ? Number.NEGATIVE_INFINITY : at - condition.windowMs
  if (condition.is === 'move') {
    const furthest = condition.way === 'drops' ? Math.max : Math.min
    const hold = (edge: boolean) => {
      const prices = pricesSince(seen.slice(Math.max(0, state.since - 1)), price.currency, from, edge)
      return prices.length > 0 && hasMoved(condition.way, condition.by, furthest(...prices), price.cents)
    }
    return fired(hold(true) || hold(false), hold(true) !== hold(false))
  }
  if (moment.late) {
    // Without the stretch at the end that has the price of now: it is lower than all before that.
    const prices = pricesSince(seen, price.currency, from, true)
    const earlier = prices.slice(0, prices.findLastIndex(each => each !== price.cents) + 1)
    return fired(earlier.every(each => price.cents < each))
  }
  const hold = (edge: boolean) => isLowest(pricesSince(seen, price.currency, from, edge), last, price.cents)
  return fired(hold(true) || hold(false), hold(true) !== hold(false))
}

function evaluateStock(
  condition: Extract<Condition, { is: 'stock' }>,
  memory: Memory,
  moment: Moment,
): Evaluated[] {
  const [last, now] = [moment.before.get('availability'), memory.told.get('availability')]
  if (now === null || now === undefined) return []
  const wanted = condition.becomes === 'in'
  const fires = moment.late
    ? isIn(now) === wanted
    : last !== undefined && isIn(last) !== wanted && isIn(now) === wanted
  return fires ? [{ condition, types: ['availability.changed'], fresh: false, may: false }] : []
}
