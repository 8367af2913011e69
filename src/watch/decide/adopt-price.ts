// A shop that answers for the first time: its price is where conditions go on from, without an alert. Pure.
import type { Condition } from '../../settings/watch-rules/condition.ts'
import { evaluate } from './evaluate.ts'
import { type Facts, moneyOf } from '../facts/facts.ts'
import type { Check, WatchMemory } from '../model/knowledge.ts'

/** A shop that answers for the first time was there all along: what it offers is as if it had been told. */
export function adoptPrice(
  memory: WatchMemory,
  base: Facts,
  { atMs }: Check,
  conditions: readonly Condition[],
): WatchMemory['conditions'] {
  const price = moneyOf(base.price)
  if (!price) return memory.conditions
  const now = {
    before: base,
    after: base,
    atMs,
    history: {},
    gaps: [],
    changed: {},
    isQuiet: true,
  }
  const settled = conditions.flatMap(condition => {
    const conditionMemory = memory.conditions[condition.text]
    if (condition.kind === 'any' || !conditionMemory) return []
    const { memory: untold, alert } = evaluate(condition, conditionMemory, now)
    const next = alert?.memory ?? untold
    if (condition.kind !== 'moves') return [[condition.text, next] as const]
    if (condition.windowMs !== undefined) return [[condition.text, { ...next, alertedAtMs: atMs }] as const]
    const moved = { ...next.byCurrency[price.currency], baseline: price.amount }
    const byCurrency = { ...next.byCurrency, [price.currency]: moved }
    return [[condition.text, { ...next, byCurrency }] as const]
  })
  return { ...memory.conditions, ...Object.fromEntries(settled) }
}
