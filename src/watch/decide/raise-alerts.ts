// Raises the alerts of a check: evaluates every condition, suppresses alerts during a cooldown, and marks the changes. Pure.
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

/** Evaluates every condition. The alerts of one check belong to the changes they are about, and count as one for the cooldown. */
export function raiseAlerts(
  lastKnown: LastKnown,
  changes: readonly Change[],
  situation: ConditionContext,
  { conditions, cooldownMs }: AlertRules,
  check: Check,
): { readonly knowledge: LastKnown; readonly changes: readonly Change[] } {
  const { memory } = lastKnown
  const isCooldown = memory.alertedAtMs !== null && check.atMs - memory.alertedAtMs < cooldownMs
  const suppressed = suppressedSeries(conditions, memory)
  const reasons: Reason[] = []
  const conditionMemories: Record<string, ConditionMemory> = {}
  for (const condition of conditions) {
    const result = evaluateCondition(condition, memory, situation, isCooldown ? 'all' : suppressed)
    if (result.reason) reasons.push(result.reason)
    conditionMemories[condition.text] = result.memory
  }
  // A condition that is not evaluated now, because the product is gone, keeps its memory. An edit of the watch forgets those that it removes.
  const next = { ...memory, conditions: { ...memory.conditions, ...conditionMemories } }
  if (reasons.length === 0) return { knowledge: { ...lastKnown, memory: next }, changes }
  const lastAlert = { alertedAtMs: check.atMs, told: comparedFacts(lastKnown.facts ?? {}) }
  return {
    knowledge: { ...lastKnown, memory: { ...next, conditions: withoutFrom(next.conditions), ...lastAlert } },
    changes: withAlerts(changes, reasons, lastKnown, check),
  }
}

interface ConditionResult {
  readonly memory: ConditionMemory
  /** Present if the alert is sent. */
  readonly reason?: Reason
}

/** During a cooldown, records that an alert was due. After it, sends that alert only if the values differ from those of the last one. */
function evaluateCondition(
  condition: Condition,
  memory: WatchMemory,
  situation: ConditionContext,
  /** Series whose alerts the cooldown suppressed; `all` while it lasts. */
  suppressed: ReadonlySet<string> | 'all',
): ConditionResult {
  const stored = memory.conditions[condition.text]
  const conditionMemory = stored ?? { byCurrency: {}, from: comparedFacts(situation.before ?? {}) }
  const { held, from, ...comparisonMemory } = conditionMemory
  const evaluation = evaluate(condition, stored && comparisonMemory, situation)
  const { alert } = evaluation
  const baseline = from && { from }
  if (suppressed === 'all') {
    const dueAlert = held ?? (alert && (stored ? 'again' : 'new'))
    return { memory: { ...evaluation.memory, ...baseline, ...(dueAlert && { held: dueAlert }) } }
  }
  if (!alert) return { memory: { ...evaluation.memory, ...baseline } }
  const wasSuppressed = held !== 'new' && suppressed.has(seriesOf(condition))
  if (wasSuppressed && !isNews(condition, from ?? memory.told, situation.after))
    return { memory: { ...alert.memory, ...baseline } }
  return { memory: alert.memory, reason: alert.reason }
}

/** The series about which any condition wanted an alert during the cooldown. */
function suppressedSeries(conditions: readonly Condition[], memory: WatchMemory): ReadonlySet<string> {
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

/** Whether the condition's fact differs from its value at the last alert. `any change` compares by itself. */
function isNews(condition: Condition, alertedFacts: Facts | null, after: Facts): boolean {
  if (alertedFacts === null || condition.kind === 'any') return true
  if (!('field' in condition)) return stockOf(alertedFacts) !== stockOf(after)
  const [before, now] = [moneyOf(alertedFacts[condition.field]), moneyOf(after[condition.field])]
  if (!before || !now || before.currency !== now.currency) return true
  const sign = compareAmounts(now, before)
  return condition.kind === 'lowest' ? sign < 0 : sign !== 0
}

/** The facts that conditions compare; none of the series of variants and shops. */
function comparedFacts(facts: Facts): Facts {
  const names = [...PRICE_FIELDS, 'availability']
  return Object.fromEntries(names.flatMap(name => (facts[name] === undefined ? [] : [[name, facts[name]]])))
}

/** Marks the changes that the reasons are about. An alert without one, suppressed before or of a first check, gets a change of its own. */
function withAlerts(
  changes: readonly Change[],
  reasons: readonly Reason[],
  lastKnown: LastKnown,
  check: Check,
): Change[] {
  const facts = lastKnown.facts ?? {}
  const dueAlerts = new Map<Change['type'], { before: Record<string, string | null>; reasons: Reason[] }>()
  for (const reason of reasons) {
    for (const [series, before] of Object.entries(reason.before)) {
      const type =
        series === LISTED_SERIES ? (lastKnown.isGone ? 'product.gone' : 'product.back') : typeOf(series)
      const alert = dueAlerts.get(type) ?? { before: {}, reasons: [] }
      if (series !== LISTED_SERIES) alert.before[series] ??= before
      if (!alert.reasons.includes(reason)) alert.reasons.push(reason)
      dueAlerts.set(type, alert)
    }
  }
  const alertedChanges = changes.map(change => {
    const alert = dueAlerts.get(change.type)
    dueAlerts.delete(change.type)
    return alert ? alertOf(change, alert, facts, lastKnown.memory, check) : change
  })
  const ownChanges = [...dueAlerts].map(([type, alert]) => {
    const before = type === 'product.gone' ? mainFacts(facts) : {}
    const after = type === 'product.back' ? mainFacts(facts) : {}
    return alertOf({ type, before, after, alert: true }, alert, facts, lastKnown.memory, check)
  })
  return [...alertedChanges, ...ownChanges]
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
  const extra = Object.keys(before).filter(series => !(series in change.after))
  const [streak] = Object.keys(before).flatMap(series => seen[series] ?? [])
  const explanation: Explanation = {
    reasons,
    sinceMs: streak?.sinceMs ?? atMs,
    times: streak?.times ?? 1,
    requestIds: streak?.requestIds ?? [requestId],
  }
  const valuesIn = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(extra.map(series => [series, values[series] ?? null]))
  return {
    ...change,
    before: { ...change.before, ...valuesIn(before) },
    after: { ...change.after, ...valuesIn(facts) },
    alert: true,
    explanation,
  }
}
