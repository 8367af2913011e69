// Usage rows, and the interface of a usage store.

export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  readonly keyId: string
  readonly operation: string
  /** `ok` or the code of the fault. */
  readonly outcome: string
  readonly cache: string
  readonly calls: number
  /** Number of calls that count against the key's quota. */
  readonly counted: number
}

export interface UsageFilter {
  readonly keyId?: string
  readonly from?: string
  readonly to?: string
}

export interface UsageStore {
  /** Adds all rows to the existing counts, or none. */
  add(rows: readonly UsageRow[]): Promise<void>
  /** Number of calls in a month (YYYY-MM) that count against the quota. */
  countedIn(keyId: string, month: string): Promise<number>
  /** Ordered by day, key, operation, outcome, cache. */
  read(filter: UsageFilter): Promise<UsageRow[]>
}

export function totalsOf(rows: readonly Pick<UsageRow, 'calls' | 'counted'>[]): {
  calls: number
  counted: number
} {
  return rows.reduce((sum, row) => ({ calls: sum.calls + row.calls, counted: sum.counted + row.counted }), {
    calls: 0,
    counted: 0,
  })
}
