// Runs one check: calls the watched operation like any caller, and returns facts or the fault.
import { randomBytes } from 'node:crypto'
import { isClientClosed } from '../client-closed.ts'
import type { Clock } from '../clock.ts'
import type { Engine } from '../engine/index.ts'
import type { Registry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { BACKGROUND_CALLER } from '../upstream/layer.ts'
import { upstreamFailureOf } from '../upstream/upstream-failure.ts'
import { resultOfAnswer } from './answer-facts.ts'
import type { Check } from './knowledge.ts'
import type { Watch } from './watch.ts'
import { toRawParams } from '../kit/raw-params.ts'

interface CheckOptions {
  readonly signal: AbortSignal
  /** Maximum age of a cached answer. */
  readonly maxAgeMs: number
  /** The caller for the site's rate limit; the background caller by default. */
  readonly caller?: string
  /** The key that may read the recording of the request. */
  readonly keyId?: string
  /** What the sandbox shop plays in this check; see `simulatedParams`. */
  readonly params?: Watch['params']
}

/** The request could not be sent now; the check is repeated later. */
interface Postponed {
  readonly postponedMs: number
}

/** The watch was paused, because it may not be checked any more. */
interface Paused {
  readonly pausedBy: 'key_revoked'
}

export type Checker = (watch: Watch, options: CheckOptions) => Promise<Check | Postponed | Paused>

export interface CheckerParts {
  readonly engine: Pick<Engine, 'prepare' | 'run'>
  readonly registry: Pick<Registry, 'byId'>
  readonly clock: Clock
}

const UNEXPECTED = { code: 'internal', message: 'the check failed unexpectedly' } as const
const POSTPONED_MS = 15_000
const POSTPONED_MAX_MS = 3_600_000

export function createChecker({ engine, registry, clock }: CheckerParts): Checker {
  async function ask(
    watch: Watch,
    options: CheckOptions,
    requestId: string,
  ): Promise<Pick<Check, 'result' | 'cache'>> {
    const entry = registry.byId.get(watch.operation)
    if (!entry) {
      const detail = `the operation ${watch.operation} no longer exists`
      return { result: { fault: 'unknown_path', detail }, cache: 'none' }
    }
    const rawParams = toRawParams(options.params ?? watch.params)
    const { answer, cache } = await engine.run(engine.prepare(entry, rawParams), {
      freshness: { maxAgeMs: options.maxAgeMs, onlyIfCached: false, store: true },
      caller: options.caller ?? BACKGROUND_CALLER,
      recordFor: { requestId, keyId: options.keyId ?? null, isRecorded: false },
      signal: options.signal,
      onTiming: () => {},
    })
    return {
      result: resultOfAnswer(watch.operation, JSON.parse(answer.body.toString()), watch.variant),
      cache,
    }
  }
  return async (watch, options) => {
    const requestId = `watch-${randomBytes(8).toString('hex')}`
    try {
      return { ...(await ask(watch, options, requestId)), requestId, atMs: clock.wallMs() }
    } catch (error) {
      if (isUnasked(error)) return { postponedMs: postponedMs(error) }
      // A page that breaks the program is an outcome too. Otherwise it would be fetched again and again.
      const { code, message } = error instanceof Fault ? error : UNEXPECTED
      const result = { fault: code, detail: message }
      return { result, requestId, atMs: clock.wallMs(), cache: 'none' }
    }
  }
}

/** The request was never sent, because we are overloaded or out of permits. That says nothing about the product. */
export function isUnasked(error: unknown): boolean {
  if (isClientClosed(error) || (error instanceof Fault && error.code === 'overloaded')) return true
  const kind = upstreamFailureOf(error)?.kind
  return kind === 'no_permit' || kind === 'waited_out'
}

export function postponedMs(error: unknown): number {
  const requestedMs = error instanceof Fault ? error.retryAfterMs : undefined
  return Math.min(Math.max(requestedMs ?? POSTPONED_MS, 1_000), POSTPONED_MAX_MS)
}
