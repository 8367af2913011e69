// Computes the effect of a check: the state before it and its result give the new state and the changes. Pure.
import { CHANGE_TYPES, type ChangeType } from '../change-types.ts'
import { faultTable, type FaultCode } from '../kit/fault.ts'
import { type Condition, holds } from './condition.ts'
import { type Facts, isAvailabilitySeries, isPriceSeries } from './facts.ts'

export type CheckOutcome = 'ok' | FaultCode

/** What a watch knows about its product between two checks. */
export interface Knowledge {
  /** From the last successful check; null before the first. */
  readonly facts: Facts | null
  readonly isGone: boolean
  /** `watch.failing` was reported, and the watch has not recovered since. */
  readonly isFailing: boolean
  /** Number of consecutive failed checks. */
  readonly failures: number
}

export const NOTHING_KNOWN: Knowledge = { facts: null, isGone: false, isFailing: false, failures: 0 }

/** The result of one check: facts or a fault. */
export type CheckResult = { readonly facts: Facts } | { readonly fault: FaultCode; readonly detail: string }

/** Only the series that differ; null if the series is missing. */
type ChangedFacts = Readonly<Record<string, string | null>>

export interface Change {
  readonly type: ChangeType
  readonly before: ChangedFacts
  readonly after: ChangedFacts
  /** Whether the watch's condition holds; endpoints receive only such changes. */
  readonly alert: boolean
}

export interface Verdict {
  readonly knowledge: Knowledge
  /** At most one per type, in the order of CHANGE_TYPES. */
  readonly changes: readonly Change[]
}

/** Consecutive failures before a retryable fault is reported. */
const FAILURES_BEFORE_REPORT = 3

export function judge(before: Knowledge, result: CheckResult, condition: Condition): Verdict {
  if ('facts' in result) return judgeFacts(before, result.facts, condition)
  return result.fault === 'not_found' ? judgeGone(before, condition) : judgeFault(before, result.fault)
}

export function outcomeOf(result: CheckResult): CheckOutcome {
  return 'facts' in result ? 'ok' : result.fault
}

function judgeFacts(before: Knowledge, facts: Facts, condition: Condition): Verdict {
  const knowledge: Knowledge = { facts, isGone: false, isFailing: false, failures: 0 }
  const changes: Change[] = []
  if (before.facts) {
    const known = before.facts
    const isMet = holds(condition, known, facts)
    changes.push(...factChanges(known, facts, type => isMet && concerns(condition, type)))
    if (before.isGone) {
      const alert = isMet || condition.kind === 'back-in-stock'
      changes.push({ type: 'product.back', before: {}, after: mainFacts(facts), alert })
    }
  }
  if (before.isFailing) changes.push(recovered())
  return { knowledge, changes }
}

/** The shop reports that there is no such product. That is a valid answer, so the watch is not failing. */
function judgeGone(before: Knowledge, condition: Condition): Verdict {
  const changes: Change[] = []
  if (!before.isGone && before.facts) {
    const alert = condition.kind === 'any' || condition.kind === 'out-of-stock'
    changes.push({ type: 'product.gone', before: mainFacts(before.facts), after: {}, alert })
  }
  if (before.isFailing) changes.push(recovered())
  return {
    knowledge: { facts: before.facts, isGone: true, isFailing: false, failures: before.failures + 1 },
    changes,
  }
}

function judgeFault(before: Knowledge, fault: FaultCode): Verdict {
  const failures = before.failures + 1
  const isReported = before.isFailing || !faultTable[fault].retryable || failures >= FAILURES_BEFORE_REPORT
  const knowledge = { ...before, failures, isFailing: isReported }
  if (before.isFailing || !isReported) return { knowledge, changes: [] }
  const failing = { type: 'watch.failing', before: {}, after: { outcome: fault }, alert: true } as const
  return { knowledge, changes: [failing] }
}

function recovered(): Change {
  return { type: 'watch.recovered', before: {}, after: { outcome: 'ok' }, alert: true }
}

/** A watch with a price condition is not alerted about, say, a new name that comes with the new price. */
function concerns({ kind }: Condition, type: ChangeType): boolean {
  if (kind === 'any') return true
  return type === (kind === 'compare' || kind === 'moves' ? 'price.changed' : 'availability.changed')
}

function factChanges(before: Facts, after: Facts, alertFor: (type: ChangeType) => boolean): Change[] {
  const series = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    one => before[one] !== after[one],
  )
  const byType = Map.groupBy(series, typeOf)
  return CHANGE_TYPES.flatMap(type => {
    const own = byType.get(type)
    return own ? [{ type, before: pick(before, own), after: pick(after, own), alert: alertFor(type) }] : []
  })
}

function typeOf(series: string): ChangeType {
  if (isPriceSeries(series)) return 'price.changed'
  return isAvailabilitySeries(series) ? 'availability.changed' : 'product.changed'
}

function pick(facts: Facts, series: readonly string[]): ChangedFacts {
  return Object.fromEntries(series.map(one => [one, facts[one] ?? null]))
}

function mainFacts(facts: Facts): ChangedFacts {
  return Object.fromEntries(Object.entries(facts).filter(([series]) => !series.includes('/')))
}
