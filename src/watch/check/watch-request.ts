// One request on behalf of a watch, within the limits of its owner. A fault is a value here, because a check records it.
import { randomBytes } from 'node:crypto'
import { isClientClosed } from '../../runtime/client-closed.ts'
import type { Engine } from '../../answer/index.ts'
import type { Registry } from '../../answer/request/registry.ts'
import { Fault, type FaultCode } from '#kit/fault'
import { toRawParams } from '#kit/params/param-specs'
import { BACKGROUND_CALLER } from '../../fetch/layer.ts'
import { upstreamFailureOf } from '../../fetch/upstream-failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Watch } from '../model/watch.ts'
import type { CheckAnswer, FailedCheck, PostponedCheck } from '../lists/check-result.ts'
import { valueOf } from '../../answer/cache/answer.ts'

export interface RequestParts {
  readonly engine: Pick<Engine, 'prepare' | 'run'>
  readonly registry: Pick<Registry, 'byId'>
  readonly clock: Clock
}

export interface RequestOptions {
  readonly signal: AbortSignal
  /** Maximum age of a cached answer. */
  readonly maxAgeMs: number
  /** The caller for the site's rate limit; the background caller by default. */
  readonly caller?: string
  /** The key that may read the recording of the request. */
  readonly keyId?: string
  /** Somebody waits for the check: a refusal by the limits of the owner is theirs, and no result of the watch. */
  readonly isManual?: boolean
}

export interface CheckOptions extends RequestOptions {
  /** What the sandbox shop plays in this check; see `simulatedParams`. */
  readonly params?: Watch['params']
  /** How long a check of many requests goes on before others have their turn. */
  readonly sliceMs?: number
}

export interface WatchCall {
  readonly operation: string
  readonly params: Watch['params']
}

const UNEXPECTED = { code: 'internal', message: 'the check failed unexpectedly' } as const
const POSTPONED_MS = 15_000
const POSTPONED_MAX_MS = 3_600_000

export type SendWatchCall = (
  call: WatchCall,
  options: RequestOptions,
) => Promise<CheckAnswer | FailedCheck | PostponedCheck>

export function createWatchRequest(parts: RequestParts): SendWatchCall {
  return async (call, options) => {
    const requestId = `watch-${randomBytes(8).toString('hex')}`
    const faultOf = (fault: FaultCode, detail: string, field?: string): FailedCheck => {
      const origin = { requestId, atMs: parts.clock.wallMs(), cache: 'none' }
      return { kind: 'fault', fault, detail, ...(field && { field }), ...origin }
    }
    try {
      const reply = await ask(parts, call, options, requestId)
      return reply ?? faultOf('unknown_path', `the operation ${call.operation} no longer exists`)
    } catch (error) {
      if (wasNotSent(error)) return { kind: 'postponed', byMs: postponedMs(error) }
      // A page that breaks the program is an outcome too. Otherwise it would be fetched again and again.
      const { code, message } = error instanceof Fault ? error : UNEXPECTED
      // The name of a field, or a JSON Pointer to it.
      return faultOf(code, message, error instanceof Fault ? error.field?.replace(/^\//, '') : undefined)
    }
  }
}

async function ask(
  { engine, registry, clock }: RequestParts,
  { operation, params }: WatchCall,
  options: RequestOptions,
  requestId: string,
): Promise<CheckAnswer | undefined> {
  const entry = registry.byId.get(operation)
  if (!entry) return undefined
  const { answer, cache } = await engine.run(engine.prepare(entry, toRawParams(params)), {
    freshness: { maxAgeMs: options.maxAgeMs, onlyIfCached: false, store: true },
    caller: options.caller ?? BACKGROUND_CALLER,
    recordFor: { requestId, keyId: options.keyId ?? null, isRecorded: false },
    signal: options.signal,
    onTiming: () => {},
  })
  const isPartial = answer.isPartial === true
  return { kind: 'answer', value: valueOf(answer), isPartial, requestId, cache, atMs: clock.wallMs() }
}

/** The request was never sent, because we are overloaded or out of permits. That says nothing about the product. */
export function wasNotSent(error: unknown): boolean {
  if (isClientClosed(error) || (error instanceof Fault && error.code === 'overloaded')) return true
  const kind = upstreamFailureOf(error)?.kind
  return kind === 'no_permit' || kind === 'waited_out'
}

export function postponedMs(error: unknown): number {
  const requestedMs = error instanceof Fault ? error.retryAfterMs : undefined
  return Math.min(Math.max(requestedMs ?? POSTPONED_MS, 1_000), POSTPONED_MAX_MS)
}
