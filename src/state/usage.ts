// What is counted of each call, and what a store of counts must do.

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

export interface UsageStore {
  /** Adds the counts to those that are there, all rows or none. */
  add(rows: readonly UsageRow[]): Promise<void>
  /** Calls of one month (YYYY-MM) that count against the quota. */
  countedIn(keyId: string, month: string): Promise<number>
  read(filter: UsageFilter): Promise<UsageRow[]>
}
