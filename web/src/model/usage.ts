// The usage of a key: what GET /api/v1/usage returns, and its sums.
import { type LimitState, readLimits } from '../../../client/src/answer-headers.ts'
import type { Usage as UsageAnswer, UsageRow } from '../../../client/src/api.ts'
import type { Problem } from './make-call.ts'

export type { UsageRow }

export type Usage =
  | {
      readonly kind: 'rows'
      readonly rows: readonly UsageRow[]
      readonly limits: readonly LimitState[]
      readonly canSeeAll: boolean
      /** The names of keys by their ids. */
      readonly names: ReadonlyMap<string, string>
    }
  | { readonly kind: 'problem'; readonly problem: Problem }

export interface UsageQuery {
  readonly isOfAll: boolean
  /** How far back, today included. */
  readonly days: number
}

export async function getUsage(
  key: string,
  { isOfAll, days }: UsageQuery,
  signal: AbortSignal,
): Promise<Usage> {
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  const response = await fetch(`/api/v1/usage?from=${from}${isOfAll ? '&keys=all' : ''}`, {
    headers: key ? { 'x-api-key': key } : {},
    cache: 'no-store',
    signal,
  })
  const body = (await response.json()) as unknown
  if (!response.ok) return { kind: 'problem', problem: body as Problem }
  const { rows, limits, can_see_all: canSeeAll = false, keys = [] } = body as UsageAnswer
  const shown = readLimits(response.headers.get('ratelimit-policy'), response.headers.get('ratelimit'))
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const left = [...shown.filter(one => one.name !== 'quota'), ...quotaOf(limits)]
  // What is left is of one key.
  return { kind: 'rows', rows, limits: isOfAll ? [] : left, canSeeAll, names }
}

/** A request for the usage does not count against the quota, so its headers do not state it. */
function quotaOf({ quota }: UsageAnswer['limits']): LimitState[] {
  return quota
    ? [
        {
          name: 'quota',
          limit: quota.limit,
          remaining: quota.remaining,
          windowS: undefined,
          resetS: undefined,
        },
      ]
    : []
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
