// Reads the earlier prices that the conditions of a watch look back at. Most conditions need none.
import type { Condition, PriceField } from '../../rules/condition.ts'
import { historyNeeds, type PriceHistory } from '../decide/evaluate.ts'
import { moneyOf } from '../facts/facts.ts'
import { mergeHistory, type Segment } from './history.ts'
import type { HistoryStore } from './history-store.ts'
import type { HeldPrice } from '../decide/price-moves.ts'
import type { Watch } from '../watch.ts'

export async function readPriceHistory(
  history: Pick<HistoryStore, 'spans'>,
  watch: Watch,
  conditions: readonly Condition[],
  atMs: number,
): Promise<PriceHistory> {
  const needs = Object.entries(historyNeeds(conditions, watch.knowledge.memory.conditions))
  if (needs.length === 0 || watch.okAtMs === null) return {}
  const longestMs = Math.max(...needs.map(([, windowMs]) => windowMs))
  const period = { fromMs: Math.max(0, atMs - longestMs), toMs: atMs }
  const fields = needs.map(([field]) => field)
  // All of them: the extreme since an alert may be one that a chart leaves out.
  const { segments } = mergeHistory(await history.spans(watch, period, fields), period, { isWhole: true })
  return Object.fromEntries(fields.map(field => [field, heldPrices(segments, field as PriceField)]))
}

export function heldPrices(segments: readonly Segment[], field: PriceField): HeldPrice[] {
  return segments.flatMap(({ firstSeenMs, untilMs, facts }) => {
    const price = moneyOf(facts[field])
    return price ? [{ price, fromMs: firstSeenMs, untilMs }] : []
  })
}
