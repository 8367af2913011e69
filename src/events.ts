// What happened, as typed events: the engine and the upstream door tell, observers listen, nobody depends on a listener.
import { EventEmitter } from 'node:events'
import type { Failure, Outcome } from './client-closed.ts'
import type { Fault } from './kit/fault.ts'

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
  /** The circuit of a site has changed: for all callers, or for one. */
  circuit: [{ site: string; state: 'closed' | 'open' | 'half-open'; caller?: string }]
  /** One answer has left the face; those from the cache are told of by `hits`. */
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
  /** Something of ours threw where nothing may throw. */
  broken: [unknown]
}

export type Events = EventEmitter<EventMap>

export function createEvents(): Events {
  return new EventEmitter<EventMap>()
}
