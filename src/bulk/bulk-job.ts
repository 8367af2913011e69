// A submitted job, and its inputs in the queues.
import type { BulkInput } from './input/read-inputs.ts'

export interface BulkJob {
  readonly name: string
  readonly file: string
  /** SHA-256 of the input file, so that a job is never continued with another input. */
  readonly sha: string
  readonly createdAt: string
  readonly lastQueuedLine: number
  /** Number of inputs so far; final once `isFullyQueued`. */
  readonly total: number
  readonly isFullyQueued: boolean
  /** Ids of the operations that the inputs so far use. */
  readonly operations: readonly string[]
  /** Names of the caller's own fields in the inputs so far. */
  readonly own: readonly string[]
}

export interface QueuedInput extends BulkInput {
  readonly job: string
}
