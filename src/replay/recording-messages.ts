// Messages between the main thread and the recording thread.
import type { NotedRun } from './recording.ts'
import type { RecordingLogOptions } from './recording-log.ts'

export type RecordingThreadSettings = RecordingLogOptions

export type RecordingRequest =
  | { readonly kind: 'add'; readonly runs: readonly NotedRun[] }
  | { readonly kind: 'find'; readonly requestId: string; readonly withExcerpts: boolean }

export interface RecordingReply {
  readonly id: number
  readonly result?: unknown
  /** Why recordings cannot be written or read. */
  readonly failure?: string | undefined
}

/** The result of `add`. */
export interface AddedRuns {
  /** How many could not be written. */
  readonly lost: number
}
