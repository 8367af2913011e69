// The data of a recording: as noted on the main thread, and as stored, scrubbed and with references to bodies.
import type { FaultCode } from '../../kit/fault.ts'

export interface NotedStage {
  readonly stage: string
  readonly ms: number
}

interface ExchangeFacts {
  readonly site: string
  readonly method: string
  readonly url: string
  /** The body of the request. */
  readonly sent?: string | undefined
  /** 1 for the first of several identical requests. */
  readonly attempt: number
  /** Since the run started. */
  readonly startedMs: number
  readonly ms: number
  readonly status?: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly charset: string
  readonly bytes: number
  /** Why there was no response. */
  readonly failure?: string | undefined
}

/** A body as the shop sent it. */
export interface NotedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As in `content-encoding`; empty for a plain body. */
  readonly coding: string
  /** Whether secrets are scrubbed before it is written rather than when it is read. */
  readonly isScrubbedFirst: boolean
}

export interface NotedExchange extends ExchangeFacts {
  readonly body: NotedBody | undefined
}

export interface StoredExchange extends ExchangeFacts {
  /** Its index in the recording's `bodies`; undefined when none was stored. */
  readonly body?: number | undefined
}

/** The place of a body in the file of its recording. */
export interface BodyPlace {
  readonly at: number
  readonly length: number
  readonly coding: string
}

/** The public part of a fault and, for the operator, its cause. */
export interface RecordedFault {
  readonly code: FaultCode
  readonly detail: string
  readonly field?: string | undefined
  readonly cause?: string | undefined
}

interface RunFacts {
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
  /** By field, the rules that were taught about the shop. */
  readonly rules?: Readonly<Record<string, string>> | undefined
  readonly version: string
  readonly requests: readonly { readonly id: string; readonly keyId: string | null }[]
  /** Every site involved, for a replay. */
  readonly sites: Readonly<Record<string, RecordedSite>>
}

export interface RecordedSite {
  readonly origins: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
}

export interface NotedRun extends RunFacts {
  readonly exchanges: readonly NotedExchange[]
  readonly answer: Uint8Array | undefined
}

export interface ScrubbedRun extends RunFacts {
  readonly exchanges: readonly StoredExchange[]
  /** Its index in `bodies`. */
  readonly answer?: number | undefined
}

export interface StoredRun extends ScrubbedRun {
  readonly bodies: readonly BodyPlace[]
}
