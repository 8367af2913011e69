// A run as noted on the main thread, until the recording thread writes it as HAR.
import type { FaultCode } from '#kit/fault'

export interface NotedStage {
  readonly stage: string
  readonly ms: number
}

export interface Exchange {
  readonly method: string
  readonly url: string
  readonly sentHeaders?: Readonly<Record<string, string>> | undefined
  /** The body of the request. */
  readonly sent?: string | undefined
  readonly ms: number
  readonly status?: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly charset: string
  /** Size of the decompressed response. */
  readonly bytes: number
  /** Why there was no response. */
  readonly failure?: string | undefined
}

/** A body as the shop sent it. */
export interface NotedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The `content-encoding`; empty for a plain body. */
  readonly coding: string
}

export interface NotedExchange extends Exchange {
  readonly site: string
  /** 1 for the first of several identical requests. */
  readonly attempt: number
  /** Since the run started. */
  readonly startedMs: number
  /** Undefined when there was no room for it. */
  readonly body: NotedBody | undefined
}

/** The public part of a fault and, for the operator, its cause. */
export interface RecordedFault {
  readonly code: FaultCode
  readonly detail: string
  readonly field?: string | undefined
  readonly cause?: string | undefined
}

export interface RecordedSite {
  readonly origins: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
}

/** Who waited for the run: a request, and the key that sent it. */
export interface RecordedRequest {
  readonly id: string
  readonly keyId: string | null
}

export interface CapturedRun {
  readonly operation: string
  readonly site: string
  readonly params: Readonly<Record<string, unknown>>
  readonly atMs: number
  readonly ms: number
  readonly stages: readonly NotedStage[]
  readonly fault?: RecordedFault | undefined
  readonly absent: readonly string[]
  readonly dropped: Readonly<Record<string, number>>
  readonly way?: string | undefined
  /** Taught rules of the shop, by field. */
  readonly rules?: Readonly<Record<string, string>> | undefined
  readonly requests: readonly RecordedRequest[]
  /** Every site involved, for a replay. */
  readonly sites: Readonly<Record<string, RecordedSite>>
  readonly exchanges: readonly NotedExchange[]
  readonly answer: Uint8Array | undefined
}
