// Replays conditions over the history of a watch: what would have alerted. Pure.
import type { Change } from './changes.ts'
import { decide, type DecisionRules } from './decide.ts'
import { type PriceField, PRICE_FIELDS } from '../../settings/watch-rules/condition.ts'
import { type MergedHistory, REPLACED, heldPrices } from '../history/history.ts'
import { type Check, type LastKnown, NOTHING_KNOWN } from '../model/knowledge.ts'

export interface ReplayedAlert {
  readonly atMs: number
  readonly change: Change
}

/** The series that conditions look at. */
export const REPLAYED_SERIES: readonly string[] = [...PRICE_FIELDS, 'availability', 'name']

/** The history keeps values, not checks: each value counts as confirmed, and is replayed at the check that saw it first. */
export function replayCondition({ segments, gaps }: MergedHistory, rules: DecisionRules): ReplayedAlert[] {
  const answers = segments.map(
    ({ firstSeenMs: atMs, facts }): Check => ({ kind: 'facts', facts, requestId: '', atMs }),
  )
  const gone = gaps
    .filter(gap => gap.outcome === 'not_found')
    .map(
      ({ fromMs: atMs }): Check => ({ kind: 'fault', fault: 'not_found', detail: '', requestId: '', atMs }),
    )
  const replacedAtMs = gaps.filter(gap => gap.outcome === REPLACED).map(gap => gap.toMs)
  const pricesByField = new Map(PRICE_FIELDS.map(field => [field, heldPrices(segments, field)]))
  let lastKnown: LastKnown = NOTHING_KNOWN
  return [...answers, ...gone]
    .toSorted((a, b) => a.atMs - b.atMs)
    .flatMap(check => {
      // Another product took the address: it is taken as it is.
      if (replacedAtMs.includes(check.atMs) && check.kind === 'facts') {
        lastKnown = { ...NOTHING_KNOWN, facts: check.facts }
      }
      const historyFromMs = replacedAtMs.findLast(atMs => atMs <= check.atMs) ?? 0
      const earlier = (field: PriceField) =>
        (pricesByField.get(field) ?? [])
          .filter(one => one.fromMs >= historyFromMs && one.fromMs < check.atMs)
          .map(({ price, fromMs, untilMs }) => ({ price, fromMs, untilMs: Math.min(untilMs, check.atMs) }))
      const history = Object.fromEntries(PRICE_FIELDS.map(field => [field, earlier(field)]))
      const decision = decide(lastKnown, check, history, { ...rules, confirm: 1 })
      lastKnown = decision.knowledge
      return decision.changes.filter(change => change.alert).map(change => ({ atMs: check.atMs, change }))
    })
}
