// What the main thread and the thread of recordings say to each other.
import type { NotedRun } from './recording.ts'

export interface RecordingThreadSettings {
  readonly folder: string
  readonly maxBytes: number
  readonly maxAgeMs: number
  /** Values of the operator's settings, and what stands in their place. */
  readonly secrets: readonly (readonly [value: string, placeholder: string])[]
}

export type RecordingRequest =
  | { readonly kind: 'add'; readonly run: NotedRun }
  | { readonly kind: 'find'; readonly requestId: string; readonly withExcerpts: boolean }

export interface RecordingReply {
  readonly id: number
  readonly result?: unknown
  readonly failure?: string
}
