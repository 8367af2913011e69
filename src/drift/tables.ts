// The columns of the drift tables (made by src/state/schema.ts).

interface DayTable {
  /** UTC, YYYY-MM-DD. */
  day: string
  operation: string
  /**
   * A pointer, or what a fault names. Empty for the operation itself: then `absent` counts the requests that failed because the
   * page was not as it was. `*` for all fields together: `answers` counts them, `absent` those named absent; `silent` likewise,
   * for fields that are empty without a note.
   */
  field: string
  /** Requests: with an answer, and those that failed because of this field. */
  answers: number
  absent: number
}

interface ValueTable {
  day: string
  operation: string
  measure: string
  /** Two to a doubling: the floor of 2 × log2(value). */
  bucket: number
  answers: number
}

interface StateTable {
  operation: string
  /** Grows with each writing; also the lock of the row. */
  version: number
  /** JSON of an OperationState. */
  state: string
}

interface CanaryTable {
  id: string
  /** JSON: what is asked, and what is expected. */
  definition: string
  site: string
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
  drift_values: ValueTable
  drift_states: StateTable
  canaries: CanaryTable
}
