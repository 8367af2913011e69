// What a recording holds: as it is noted on the main thread, and as it is kept, scrubbed, with bodies by their hash.
import type { FaultCode } from '../kit/fault.ts'

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
  /** 1 for the first of several that ask the same. */
  readonly attempt: number
  /** Since the run began. */
  readonly startedMs: number
  readonly ms: number
  readonly status?: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly charset: string
  readonly bytes: number
  /** Why there was no answer. */
  readonly failure?: string | undefined
}

/** A body as the shop sent it. */
export interface NotedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As `content-encoding` says; empty where it came plain. */
  readonly coding: string
  /** Whether secrets are taken out before it is written; else they are when it is read. */
  readonly isScrubbedFirst: boolean
}

export interface NotedExchange extends ExchangeFacts {
  readonly body: NotedBody | undefined
}

export interface StoredExchange extends ExchangeFacts {
  /** Its place in the recording's `bodies`; undefined where none was kept. */
  readonly body?: number | undefined
}

/** Where a body stands in the file of its recording. */
export interface BodyPlace {
  readonly at: number
  readonly length: number
  readonly coding: string
}

/** The public half of a fault, and for the operator what caused it. */
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
  readonly version: string
  readonly requests: readonly { readonly id: string; readonly keyId: string | null }[]
  /** Of every site that was asked, for a replay. */
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
  /** Its place in `bodies`. */
  readonly answer?: number | undefined
}

export interface StoredRun extends ScrubbedRun {
  readonly bodies: readonly BodyPlace[]
}
