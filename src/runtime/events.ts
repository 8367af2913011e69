// Typed events: the engine and the upstream layers emit them, observers listen; nothing depends on a listener.
import { EventEmitter } from 'node:events'
import type { Failure, RunOutcome } from './client-closed.ts'
import type { Fault } from '#kit/fault'

/** Measures of an answer (src/extract/read-result.ts). */
export interface FieldMeasures {
  readonly fields: number
  readonly silent: number
}

export interface EventMap {
  /** A request to an upstream site has ended; each attempt of the retry layer counts. */
  attempt: [
    {
      site: string
      host: string
      status: number | undefined
      /** Undefined for a usable response. */
      fault: Failure | undefined
      ms: number
      bytes: number
    },
  ]
  /** An operation has run for one or more callers (not from the cache). For a page of a listed shop, `site` is that shop. */
  run: [
    {
      site: string
      operation: string
      outcome: RunOutcome
      ms: number
      absent: number
      way?: string | undefined
      /** The shop's software, if the answer states it. */
      platform?: string | undefined
      /** Why it failed, in words for callers. */
      detail?: string | undefined
    },
  ]
  /** A site has answered, or its page has changed: the input of field statistics. Not emitted for simulated faults. */
  fields: [
    {
      site: string
      operation: string
      /** Equal requests have equal keys. */
      key: string
      /** Pointers of absent fields; all others are present. */
      absent: readonly string[]
      /** The field that made the request fail, as in the fault; may be empty. */
      failed?: string
      measures?: FieldMeasures
    },
  ]
  /** The circuit of a site has changed: for all callers, or for one; of a listed shop, with its host. */
  circuit: [{ site: string; state: 'closed' | 'open' | 'half-open'; caller?: string }]
  /** An answer was sent; those from the cache are reported by `hits`. */
  answered: [
    {
      requestId: string
      operation: string | undefined
      keyId: string | undefined
      method: string
      path: string
      status: number
      outcome: RunOutcome
      /** Also undefined if the caller has disconnected. */
      fault: Fault | undefined
      cache: 'hit' | 'miss' | 'shared' | 'none'
      ms: number
    },
  ]
  /** Answers from the cache since the last event: summed every second, because a single hit must cost next to nothing. */
  hits: [{ operation: string; count: number }]
  /** A request that should have been recorded was not, or not with all of its pages. */
  recordingDropped: [{ reason: 'queue' | 'memory' | 'store' }]
  /** Our own code threw where it must not. */
  broken: [unknown]
}

export type Events = EventEmitter<EventMap>

export function createEvents(): Events {
  return new EventEmitter<EventMap>()
}
