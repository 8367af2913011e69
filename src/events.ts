// Typed events: the engine and the upstream emit, observers listen, nobody depends on a listener.
import { EventEmitter } from 'node:events'
import type { Failure, Outcome } from './client-closed.ts'
import type { Fault } from './kit/fault.ts'

/** An answer in a few numbers (src/engine/measure-answer.ts). */
export interface FieldMeasures {
  readonly fields: number
  readonly silent: number
  readonly price: number | undefined
  readonly rows: number | undefined
  readonly description: number | undefined
}

interface EventMap {
  /** One request to an upstream site has ended, as one attempt of the retry layer sees it. */
  attempt: [
    {
      site: string
      host: string
      status: number | undefined
      /** Undefined for an answer that can be used. */
      fault: Failure | undefined
      ms: number
      bytes: number
    },
  ]
  /** One operation has been run for callers (cold), with its outcome. */
  run: [
    {
      site: string
      operation: string
      outcome: Outcome
      ms: number
      absent: number
      way?: string | undefined
    },
  ]
  /** A site has answered, or its page was not as it was: what statistics of its fields are made of. Not for simulated faults. */
  fields: [
    {
      site: string
      operation: string
      /** Equal requests have equal keys. */
      key: string
      /** Pointers that the answer names absent; all others are there. */
      absent: readonly string[]
      /** What the page lacked, where the request failed because of it: as the fault names it, or empty. */
      failed?: string
      measures?: FieldMeasures
    },
  ]
  /** The circuit of a site has changed: for all callers, or for one. */
  circuit: [{ site: string; state: 'closed' | 'open' | 'half-open'; caller?: string }]
  /** One answer was sent; those from the cache are reported by `hits`. */
  answered: [
    {
      requestId: string
      operation: string | undefined
      keyId: string | undefined
      method: string
      path: string
      status: number
      outcome: Outcome
      /** Undefined too where the caller has left. */
      fault: Fault | undefined
      cache: 'hit' | 'miss' | 'shared' | 'none'
      ms: number
    },
  ]
  /** Answers from the cache since the last time: a sum every second, because each alone must cost next to nothing. */
  hits: [{ operation: string; count: number }]
  /** A request that should have been recorded was not, or without all of its pages. */
  recordingDropped: [{ reason: 'queue' | 'memory' | 'store' }]
  /** Something of ours threw where nothing may throw. */
  broken: [unknown]
}

export type Events = EventEmitter<EventMap>

export function createEvents(): Events {
  return new EventEmitter<EventMap>()
}
