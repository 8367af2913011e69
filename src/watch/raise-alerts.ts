// Raises the alerts of a check: asks every condition, holds back what a cooldown forbids, and marks the changes. Pure.
import { type Change, type Explanation, mainFacts, typeOf } from './changes.ts'
import type { Condition } from './condition.ts'
import { evaluate, type Reason, type Situation } from './evaluate.ts'
import type { Facts } from './facts.ts'
import { type Check, type ConditionMemory, type Knowledge, LISTED_SERIES, type Memory } from './knowledge.ts'

interface AlertRules {
  readonly conditions: readonly Condition[]
  readonly cooldownMs: number
}

/** Asks every condition; the alerts of one check belong to the changes they are about. */
export function raiseAlerts(
  known: Knowledge,
  changes: readonly Change[],
  situation: Situation,
  { conditions, cooldownMs }: AlertRules,
  check: Check,
): { readonly knowledge: Knowledge; readonly changes: readonly Change[] } {
  const { memory } = known
  const isHeldBack = memory.alertedAtMs !== null && check.atMs - memory.alertedAtMs < cooldownMs
  const reasons: Reason[] = []
  const remembered: Record<string, ConditionMemory> = {}
  for (const condition of conditions) {
    const evaluation = evaluate(condition, memory.conditions[condition.text], situation)
    const alert = isHeldBack ? undefined : evaluation.alert
    if (alert) reasons.push(alert.reason)
    remembered[condition.text] = alert ? alert.memory : evaluation.memory
  }
  // Conditions that a gone product cannot be asked about keep their memory.
  const kept = { ...memory, conditions: { ...memory.conditions, ...remembered } }
  if (reasons.length === 0) return { knowledge: { ...known, memory: kept }, changes }
  const alerted = withAlerts(changes, reasons, known, check)
  return {
    knowledge: { ...known, memory: { ...kept, alertedAtMs: check.atMs } },
    changes: cooldownMs > 0 ? onlyFirstAlert(alerted) : alerted,
  }
}

/** Marks the changes that the reasons are about. An alert that was held back, or of a first check, brings a change of its own. */
function withAlerts(
  changes: readonly Change[],
  reasons: readonly Reason[],
  known: Knowledge,
  check: Check,
): Change[] {
  const facts = known.facts ?? {}
  const due = new Map<Change['type'], { before: Record<string, string | null>; reasons: Reason[] }>()
  for (const reason of reasons) {
    for (const [series, before] of Object.entries(reason.before)) {
      const type =
        series === LISTED_SERIES ? (known.isGone ? 'product.gone' : 'product.back') : typeOf(series)
      const one = due.get(type) ?? { before: {}, reasons: [] }
      if (series !== LISTED_SERIES) one.before[series] ??= before
      if (!one.reasons.includes(reason)) one.reasons.push(reason)
      due.set(type, one)
    }
  }
  const marked = changes.map(change => {
    const one = due.get(change.type)
    due.delete(change.type)
    return one ? alertOf(change, one, facts, known.memory, check) : change
  })
  const added = [...due].map(([type, one]) => {
    const before = type === 'product.gone' ? mainFacts(facts) : {}
    const after = type === 'product.back' ? mainFacts(facts) : {}
    return alertOf({ type, before, after, alert: true }, one, facts, known.memory, check)
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
  { seen }: Memory,
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

/** With a cooldown, one check sends one alert, with the reasons of all. */
function onlyFirstAlert(changes: readonly Change[]): Change[] {
  const first = changes.find(change => change.alert)
  const reasons = [...new Set(changes.flatMap(change => change.explanation?.reasons ?? []))]
  return changes.map(change => {
    if (change !== first)
      return { type: change.type, before: change.before, after: change.after, alert: false }
    return change.explanation ? { ...change, explanation: { ...change.explanation, reasons } } : change
  })
}
