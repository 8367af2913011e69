// The columns of the drift tables (created by src/store/migrations/migrations.ts).

interface DayTable {
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  /**
   * A pointer, or the field in a fault. Empty for the operation itself: then `absent` counts the requests that failed
   * because the page has changed. `*` for all fields together: `answers` counts them, `absent` those listed as absent;
   * `silent` likewise, for fields that are empty without being listed as absent. `runs` for the requests to a shop
   * (`@shop` as the operation): `answers` counts all of them, `absent` those that failed.
   */
  field: string
  /** Requests with an answer, and those that failed because of this field. */
  answers: number
  absent: number
}

interface StateTable {
  operation: string
  /** Incremented by each write; also used to lock the row. */
  version: number
  /** JSON of an OperationState. */
  state: string
}

interface CanaryTable {
  id: string
  /** JSON: the request and the expectations. */
  definition: string
  site: string
  every_s: number
  due_at: number
  leased_until: number
  checked_at: number | null
  /** `new`, `ok` or `failing`. */
  state: string
  detail: string | null
  request_id: string | null
}

export type DriftTables = {
  drift_days: DayTable
  drift_states: StateTable
  canaries: CanaryTable
}
