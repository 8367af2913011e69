// Compares two sets of facts: which series differ, of which type each difference is, and which may alert. Pure.
import { CHANGE_TYPES, type ChangeType } from '../model/change-types.ts'
import type { Reason } from './evaluate.ts'
import { type Facts, inCurrency, isAvailabilitySeries, isPriceSeries, moneyOf } from '../facts/facts.ts'

/** Only the series that differ; null if the series is missing. */
export type ChangedFacts = Readonly<Record<string, string | null>>

export interface Change {
  readonly type: ChangeType
  readonly before: ChangedFacts
  readonly after: ChangedFacts
  /** Whether somebody asked to be told of it. */
  readonly alert: boolean
  /** Why it is an alert; absent if it is none. */
  readonly explanation?: Explanation
}

export interface Explanation {
  readonly reasons: readonly Reason[]
  /** Since when, how often and by which requests the new value was seen. */
  readonly sinceMs: number
  readonly times: number
  readonly requestIds: readonly string[]
}

export interface SeriesChange {
  readonly series: string
  readonly type: ChangeType
  readonly before: string | null
  readonly after: string | null
  /** Not the product, but how much of it the page states has changed: never an alert. */
  readonly isQuiet: boolean
}

/** `lost`: last values of series that are no longer stated, and of prices that are now in another currency. `answer`: what the page says now. */
export function compareFacts(
  before: Facts,
  after: Facts,
  lost: Readonly<Record<string, string>> = {},
  answer: Facts = after,
): SeriesChange[] {
  const hasRows = (group: string) => Object.keys(answer).some(series => series.startsWith(`${group}/`))
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    series => before[series] !== after[series],
  )
  // The page of another region also has other names and descriptions.
  const isElsewhere = Object.keys(before).some(
    series => isPriceSeries(series) && isOtherCurrency(before[series], answer[series]),
  )
  return all.map(series => {
    const current = after[series] ?? null
    const last = before[series] ?? lost[series] ?? null
    const isRecurrency = isPriceSeries(series) && isOtherCurrency(last ?? undefined, current ?? undefined)
    const sameCurrency =
      isRecurrency && current !== null ? lost[inCurrency(series, currencyOf(current))] : undefined
    const previous = sameCurrency ?? last
    const isQuiet = isRecurrency
      ? sameCurrency === undefined || sameCurrency === current
      : previous === current ||
        (current === null && isUnstated(series, answer, hasRows)) ||
        (isElsewhere && typeOf(series) === 'product.changed')
    const type = isRecurrency && isQuiet ? 'product.changed' : typeOf(series)
    return { series, type, before: isQuiet ? (before[series] ?? null) : previous, after: current, isQuiet }
  })
}

/** What is remembered of values that are no longer stated. */
export function nextLost(
  lost: Readonly<Record<string, string>>,
  differences: readonly SeriesChange[],
  before: Facts,
): Record<string, string> {
  const next: Record<string, string> = { ...lost }
  for (const { series, after, isQuiet } of differences) {
    // Also a price that was not stated for a while, before one in another currency was.
    const last = before[series] ?? lost[series]
    // A row that the shop no longer lists is gone: its return is news.
    if (after === null && last !== undefined && isQuiet) next[series] = last
    if (after !== null) delete next[series]
    if (last !== undefined && isPriceSeries(series) && isOtherCurrency(last, after ?? undefined))
      next[inCurrency(series, currencyOf(last))] = last
  }
  return next
}

function currencyOf(price: string): string {
  return moneyOf(price)?.currency ?? ''
}

/** One change per type, in the order of CHANGE_TYPES. */
export function changesOf(all: readonly SeriesChange[]): Change[] {
  const byType = Map.groupBy(all, one => one.type)
  return CHANGE_TYPES.flatMap(type => {
    const changesOfType = byType.get(type)
    if (!changesOfType) return []
    const before = Object.fromEntries(changesOfType.map(one => [one.series, one.before]))
    const after = Object.fromEntries(changesOfType.map(one => [one.series, one.after]))
    return [{ type, before, after, alert: false }]
  })
}

export function typeOf(series: string): ChangeType {
  if (isPriceSeries(series)) return 'price.changed'
  return isAvailabilitySeries(series) ? 'availability.changed' : 'product.changed'
}

/** Facts of the product as a whole. */
export function mainFacts(facts: Facts): ChangedFacts {
  return Object.fromEntries(Object.entries(facts).filter(([series]) => !series.includes('/')))
}

/**
 * A field that the page no longer states is not a change of the product. A variant that is no longer listed while others
 * are is one: shops drop what is sold out.
 */
function isUnstated(series: string, answer: Facts, hasRows: (group: string) => boolean): boolean {
  const [group = '', name, field] = series.split('/')
  if (field === undefined || group === '') return !series.startsWith('/')
  const isListed = Object.keys(answer).some(other => other.startsWith(`${group}/${name}/`))
  return isListed || !hasRows(group)
}

function isOtherCurrency(before: string | undefined, after: string | undefined): boolean {
  const [previous, current] = [moneyOf(before), moneyOf(after)]
  return previous !== undefined && current !== undefined && previous.currency !== current.currency
}
