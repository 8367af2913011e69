// What is known of one product: values that count, what the feed has, the prices seen, and the state of each condition.
import type { Seen } from './conditions.ts'
import type { Condition, PriceField } from './truth.ts'
import { moneyOf, type Values } from './values.ts'

export interface State {
  /** Added, or at the first check: a bound that is met now alerts, whatever was before. */
  fresh: boolean
  met: Map<string, boolean>
  /** The price of the last alert, at first the first price, of each currency. */
  base: Map<string, number>
  /** How many of the seen prices lie before the last alert. */
  since: number
  /** The values when it was added, if no alert was sent since. */
  from: Values | undefined
}

export interface Memory {
  /** The last value that was stated and counts. */
  known: Map<string, string>
  /** What the feed has by now; `null`: not stated. */
  told: Values
  pending: Map<string, { value: string | null | undefined; times: number }>
  seen: Record<PriceField, Seen[]>
  states: Map<string, State>
}

export const emptyState = (fresh: boolean): State => ({
  fresh,
  met: new Map(),
  base: new Map(),
  since: 0,
  from: undefined,
})

export function beginMemory(when: Condition[], fresh: boolean): Memory {
  return {
    known: new Map(),
    told: new Map(),
    pending: new Map(),
    seen: { price: [], list_price: [] },
    states: new Map(when.map(each => [each.text, emptyState(fresh)])),
  }
}

export function stateOf(memory: Memory, condition: Condition): State {
  const state = memory.states.get(condition.text)
  if (!state) throw new Error(`no state of ${condition.text}`)
  return state
}

/** "A condition that you add later begins with what is known." One that is removed is forgotten. */
export function editConditions(memory: Memory, when: Condition[], isCurrent: boolean): void {
  const states = new Map<string, State>()
  for (const condition of when) {
    const kept = memory.states.get(condition.text)
    const state = kept ?? emptyState(isCurrent)
    if (!kept) state.from = new Map(memory.told)
    if (!kept && condition.is === 'move') {
      for (const { money } of memory.seen[condition.field]) state.base.set(money.currency, money.cents)
      const known = moneyOf(memory.known.get(condition.field))
      if (known) state.base.set(known.currency, known.cents)
    }
    states.set(condition.text, state)
  }
  memory.states = states
}

/** "A value counts when this many checks in a row saw it." */
export function counts(
  memory: Memory,
  name: string,
  value: string | null | undefined,
  confirm: number,
): boolean {
  const earlier = memory.pending.get(name)
  const times = earlier && earlier.value === value ? earlier.times + 1 : 1
  if (times < confirm) memory.pending.set(name, { value, times })
  else memory.pending.delete(name)
  return times >= confirm
}
