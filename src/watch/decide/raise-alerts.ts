// Raises the alerts of a check: asks every condition, holds back what a cooldown forbids, and marks the changes. Pure.
import { type Change, type Explanation, mainFacts, typeOf } from './changes.ts'
import { compareAmounts } from '#reader/values/money'
import { type Condition, PRICE_FIELDS, subjectOf } from '../../settings/watch-rules/condition.ts'
import { evaluate, type Reason, type ConditionContext } from './evaluate.ts'
import { type Facts, moneyOf, stockOf } from '../facts/facts.ts'
import {
  type Check,
  type ConditionMemory,
  type LastKnown,
  LISTED_SERIES,
  type WatchMemory,
} from '../model/knowledge.ts'

interface AlertRules {
  readonly conditions: readonly Condition[]
  readonly cooldownMs: number
}

/** Asks every condition; the alerts of one check belong to the changes they are about, and count as one for the cooldown. */
export function raiseAlerts(
  known: LastKnown,
  changes: readonly Change[],
  situation: ConditionContext,
  { conditions, cooldownMs }: AlertRules,
  check: Check,
): { readonly knowledge: LastKnown; readonly changes: readonly Change[] } {
  const { memory } = known
  const isHeldBack = memory.alertedAtMs !== null && check.atMs - memory.alertedAtMs < cooldownMs
  const held = heldSeries(conditions, memory)
  const reasons: Reason[] = []
  const remembered: Record<string, ConditionMemory> = {}
  for (const condition of conditions) {
    const result = askCondition(condition, memory, situation, isHeldBack ? 'all' : held)
    if (result.reason) reasons.push(result.reason)
    remembered[condition.text] = result.memory
  }
  // A condition that is not asked now, because the product is gone, keeps its memory. An edit of the watch forgets those that it removes.
  const kept = { ...memory, conditions: { ...memory.conditions, ...remembered } }
  if (reasons.length === 0) return { knowledge: { ...known, memory: kept }, changes }
  const told = toldFacts(known.facts ?? {})
  return {
    knowledge: {
      ...known,
      memory: { ...kept, conditions: withoutFrom(kept.conditions), alertedAtMs: check.atMs, told },
    },
    changes: withAlerts(changes, reasons, known, check),
  }
}

interface ConditionResult {
  readonly memory: ConditionMemory
  /** Present if the alert is sent. */
  readonly reason?: Reason
}

/** During a cooldown, records that an alert was due. After it, sends that alert only if the values differ from those of the last one. */
function askCondition(
  condition: Condition,
  memory: WatchMemory,
  situation: ConditionContext,
  /** What a cooldown held back so far; `all` while it lasts. */
  heldBack: ReadonlySet<string> | 'all',
): ConditionResult {
  const stored = memory.conditions[condition.text]
  const begun = stored ?? { byCurrency: {}, from: toldFacts(situation.before ?? {}) }
  const { held, from, ...own } = begun
  const evaluation = evaluate(condition, stored && own, situation)
  const { alert } = evaluation
  const added = from && { from }
  if (heldBack === 'all') {
    const isHeld = held ?? (alert && (stored ? 'again' : 'new'))
    return { memory: { ...evaluation.memory, ...added, ...(isHeld && { held: isHeld }) } }
  }
  if (!alert) return { memory: { ...evaluation.memory, ...added } }
  const wasHeld = held !== 'new' && heldBack.has(seriesOf(condition))
  if (wasHeld && !isNews(condition, from ?? memory.told, situation.after))
    return { memory: { ...alert.memory, ...added } }
  return { memory: alert.memory, reason: alert.reason }
}

/** The series about which alerts were wanted during the cooldown, by any condition. */
function heldSeries(conditions: readonly Condition[], memory: WatchMemory): ReadonlySet<string> {
  return new Set(
    conditions.flatMap(condition => {
      const { held, owed = {} } = memory.conditions[condition.text] ?? {}
      return [...(held ? [seriesOf(condition)] : []), ...Object.keys(owed)]
    }),
  )
}

function seriesOf(condition: Condition): string {
  return subjectOf(condition) ?? LISTED_SERIES
}

/** Removes `from`: after an alert, values are compared with that alert. */
function withoutFrom(conditions: WatchMemory['conditions']): WatchMemory['conditions'] {
  return Object.fromEntries(Object.entries(conditions).map(([text, { from: _from, ...own }]) => [text, own]))
}

/** Whether what the condition is about differs from what the last alert left behind. `any change` compares by itself. */
function isNews(condition: Condition, told: Facts | null, after: Facts): boolean {
  if (told === null || condition.kind === 'any') return true
  if (!('field' in condition)) return stockOf(told) !== stockOf(after)
  const [before, now] = [moneyOf(told[condition.field]), moneyOf(after[condition.field])]
  if (!before || !now || before.currency !== now.currency) return true
  const sign = compareAmounts(now, before)
  return condition.kind === 'lowest' ? sign < 0 : sign !== 0
}

/** What conditions are about; the series of variants and shops are not. */
function toldFacts(facts: Facts): Facts {
  const names = [...PRICE_FIELDS, 'availability']
  return Object.fromEntries(names.flatMap(name => (facts[name] === undefined ? [] : [[name, facts[name]]])))
}

/** Marks the changes that the reasons are about. An alert that was held back, or of a first check, brings a change of its own. */
function withAlerts(
  changes: readonly Change[],
  reasons: readonly Reason[],
  known: LastKnown,
  check: Check,
): Change[] {
  const facts = known.facts ?? {}
  const dueAlerts = new Map<Change['type'], { before: Record<string, string | null>; reasons: Reason[] }>()
  for (const reason of reasons) {
    for (const [series, before] of Object.entries(reason.before)) {
      const type =
        series === LISTED_SERIES ? (known.isGone ? 'product.gone' : 'product.back') : typeOf(series)
      const alert = dueAlerts.get(type) ?? { before: {}, reasons: [] }
      if (series !== LISTED_SERIES) alert.before[series] ??= before
      if (!alert.reasons.includes(reason)) alert.reasons.push(reason)
      dueAlerts.set(type, alert)
    }
  }
  const marked = changes.map(change => {
    const alert = dueAlerts.get(change.type)
    dueAlerts.delete(change.type)
    return alert ? alertOf(change, alert, facts, known.memory, check) : change
  })
  const added = [...dueAlerts].map(([type, alert]) => {
    const before = type === 'product.gone' ? mainFacts(facts) : {}
    const after = type === 'product.back' ? mainFacts(facts) : {}
    return alertOf({ type, before, after, alert: true }, alert, facts, known.memory, check)
  })
  return [...marked, ...added]
}

function alertOf(
  change: Change,
  {
    before,
    reasons,
  }: { readonly before: Readonly<Record<string, string | null>>; readonly reasons: readonly Reason[] },
  facts: Facts,
  { seen }: WatchMemory,
  { atMs, requestId }: Check,
): Change {
  const added = Object.keys(before).filter(series => !(series in change.after))
  const [counted] = Object.keys(before).flatMap(series => seen[series] ?? [])
  const explanation: Explanation = {
    reasons,
    sinceMs: counted?.sinceMs ?? atMs,
    times: counted?.times ?? 1,
    requestIds: counted?.requestIds ?? [requestId],
  }
  return {
    ...change,
    before: {
      ...change.before,
      ...Object.fromEntries(added.map(series => [series, before[series] ?? null])),
    },
    after: { ...change.after, ...Object.fromEntries(added.map(series => [series, facts[series] ?? null])) },
    alert: true,
    explanation,
  }
}
