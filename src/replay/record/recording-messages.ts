// Messages between the main thread and the recording thread.
import type { NotedRun } from './recording.ts'
import type { PackedRecording } from './packed-recording.ts'
import type { RecordingLogOptions } from './recording-log.ts'

export interface RecordingThreadSettings extends RecordingLogOptions {
  /** Whether `add` also returns the recordings as bytes. */
  readonly isShared: boolean
}

export type RecordingRequest =
  | { readonly kind: 'add'; readonly runs: readonly NotedRun[] }
  | {
      readonly kind: 'find'
      readonly requestId: string
      readonly withExcerpts: boolean
      /** Found in the shared store, instead of in this thread's files. */
      readonly packed?: Uint8Array | undefined
    }

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
  readonly packed: readonly PackedRecording[]
}
