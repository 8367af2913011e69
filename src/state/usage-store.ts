// What is counted for each call, and the interface of a store of counts.

export interface UsageRow {
  /** UTC, YYYY-MM-DD. */
  readonly day: string
  readonly keyId: string
  readonly operation: string
  /** `ok` or the code of the fault. */
  readonly outcome: string
  readonly cache: string
  readonly calls: number
  /** How many of the calls count against the key's quota. */
  readonly counted: number
}

export interface UsageFilter {
  readonly keyId?: string
  readonly from?: string
  readonly to?: string
}

/** Numbers the writings of one writer, so that one that is repeated because its outcome was unknown counts once. */
export interface BatchId {
  readonly writer: string
  /** Grows with each batch of the writer; they must come in order. */
  readonly sequence: number
}

export interface UsageStore {
  /** Adds the counts to those that are there, all rows or none; a batch that was added before is passed over. */
  add(rows: readonly UsageRow[], batch?: BatchId): Promise<void>
  /** Calls of one month (YYYY-MM) that count against the quota. */
  countedIn(keyId: string, month: string): Promise<number>
  /** Ordered by day, key, operation, outcome, cache. */
  read(filter: UsageFilter): Promise<UsageRow[]>
}

export function totalsOf(rows: readonly UsageRow[]): { calls: number; counted: number } {
  return rows.reduce((sum, row) => ({ calls: sum.calls + row.calls, counted: sum.counted + row.counted }), {
    calls: 0,
    counted: 0,
  })
}
