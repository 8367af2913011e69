// The usage of a key, and its sums.
import type { Usage, UsageRow } from '../../../client/src/api.ts'
import { apiWith, reply, type Reply } from './server-api.ts'

export interface UsageQuery {
  readonly isOfAll: boolean
  /** How far back, today included. */
  readonly days: number
}

export function getUsage(
  key: string,
  { isOfAll, days }: UsageQuery,
  signal: AbortSignal,
): Promise<Reply<Usage>> {
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return reply(apiWith(key).usage.get({ from, ...(isOfAll && { keys: 'all' }) }, { signal }))
}

export interface UsageTotals {
  readonly name: string
  readonly calls: number
  readonly succeeded: number
  readonly fromCache: number
}

/** The rows summed by one of their fields, most calls first. */
export function totalsBy(
  rows: readonly UsageRow[],
  field: 'day' | 'operation' | 'outcome' | 'key_id',
): UsageTotals[] {
  const groups = Map.groupBy(rows, row => row[field] ?? '')
  return Array.from(groups, ([name, own]) => ({
    name,
    calls: total(own),
    succeeded: total(own.filter(row => row.outcome === 'ok')),
    fromCache: total(own.filter(row => row.cache === 'hit')),
  })).toSorted((a, b) => b.calls - a.calls)
}

export function total(rows: readonly UsageRow[], field: 'calls' | 'counted' = 'calls'): number {
  return rows.reduce((sum, row) => sum + row[field], 0)
}

const DAYS_SHOWN_MIN = 14

/** Every day from the first to the last, those without a call too; two weeks at the least. */
export function daysOf(rows: readonly UsageRow[]): string[] {
  const days = rows.map(row => row.day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const all: string[] = []
  const twoWeeksAgo = Date.parse(last) - (DAYS_SHOWN_MIN - 1) * 86_400_000
  for (let at = Math.min(Date.parse(first), twoWeeksAgo); at <= Date.parse(last); at += 86_400_000)
    all.push(new Date(at).toISOString().slice(0, 10))
  return all
}
