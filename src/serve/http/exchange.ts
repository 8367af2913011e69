// The state of one request at the server.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { DEFAULT_FRESHNESS, type Freshness } from '../../answer/cache/answer-cache.ts'
import type { ServedAnswer } from '../../answer/index.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { Fault } from '#kit/fault'
import type { RecordedCaller } from '../../record/recordings/run-trace.ts'
import type { KeyRecord } from '../../store/keys/key-record.ts'
import type { QuotaState } from '../../store/keys/meter.ts'
import type { Rate, RateLimitState } from '../../store/keys/admission.ts'
import type { OriginPolicy } from './origin-headers.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Undefined if the router was bypassed (see `findKnownRoute`). */
  readonly reply: FastifyReply | undefined
  readonly requestId: string
  readonly startedMs: number
  readonly path: string
  /** `Vary` and the CORS headers for the request's origin. */
  originHeaders: readonly string[]
  /** Path parameters of the route: `id` in `/things/:id`. */
  readonly pathParams: Readonly<Record<string, string>>
  /** Empty without a body. Complete when the route's handler is called. */
  body: Buffer
  entry: RegisteredOperation | undefined
  key: KeyRecord | undefined
  /** The rate limiter's result, and the rate it applied. */
  limit: { readonly taken: RateLimitState; readonly rate: Rate } | undefined
  quota: QuotaState | undefined
  cache: ServedAnswer['cache'] | 'none'
  /** A fresh answer was cached, but the request did not accept it. */
  isCacheBypassed: boolean
  /** The request's cache directives. */
  freshness: Freshness
  fault: Fault | undefined
  /** Set if the run may be recorded; its `isRecorded` is known after the run. */
  recordFor: RecordedCaller | undefined
  /** The caller disconnected before the answer. */
  isClientClosed: boolean
  /** The allowed methods of the path, if the method used is not one of them. */
  allow: string
  /** Milliseconds by stage, summed over all requests to shops; undefined if nothing was timed. */
  timings: Map<string, number> | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
}

const NO_BODY = Buffer.alloc(0)
const NO_PARAMS = Object.freeze({})

export interface RoutedBy {
  readonly requestId: string
  readonly reply?: FastifyReply
  readonly pathParams?: Readonly<Record<string, string>>
}

export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  originPolicy: OriginPolicy,
  { requestId, reply, pathParams = NO_PARAMS }: RoutedBy,
): Exchange {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  return {
    request,
    response,
    reply,
    requestId,
    startedMs: performance.now(),
    path: mark < 0 ? url : url.slice(0, mark),
    originHeaders: originPolicy(request.headers.origin),
    pathParams,
    body: NO_BODY,
    entry: undefined,
    key: undefined,
    limit: undefined,
    quota: undefined,
    cache: 'none',
    isCacheBypassed: false,
    freshness: DEFAULT_FRESHNESS,
    fault: undefined,
    recordFor: undefined,
    isClientClosed: false,
    allow: '',
    timings: undefined,
  }
}

const PROCESS_ID = randomBytes(5).toString('hex')

export function createRequestIdGenerator(): () => string {
  let count = 0
  return () => `${PROCESS_ID}-${(count++).toString(36)}`
}

export function addTiming(exchange: Exchange, stage: string, ms: number): void {
  exchange.timings ??= new Map()
  exchange.timings.set(stage, (exchange.timings.get(stage) ?? 0) + ms)
}

/** Whether the client has disconnected before reading the answer. */
export function hasLeft({ response }: Exchange): boolean {
  return response.destroyed && !response.writableFinished
}
