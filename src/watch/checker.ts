// Runs one check: calls the watched operation like any caller, and returns facts or the fault.
import { randomBytes } from 'node:crypto'
import { isClientClosed } from '../client-closed.ts'
import type { Clock } from '../clock.ts'
import type { Engine } from '../engine/index.ts'
import type { Registry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { BACKGROUND_CALLER } from '../upstream/layer.ts'
import { upstreamFailureOf } from '../upstream/upstream-failure.ts'
import { factsOfAnswer } from './answer-facts.ts'
import type { CheckResult } from './changes.ts'
import type { Check } from './check-store.ts'
import type { Watch } from './watch.ts'
import { toRawParams } from '../kit/raw-params.ts'

interface CheckOptions {
  readonly signal: AbortSignal
  /** Maximum age of a cached answer. */
  readonly maxAgeMs: number
  /** The caller for the site's rate limit; the background caller by default. */
  readonly caller?: string
}

/** The request could not be sent now; the check is repeated later. */
interface Postponed {
  readonly postponedMs: number
}

export type Checker = (watch: Watch, options: CheckOptions) => Promise<Check | Postponed>

export interface CheckerParts {
  readonly engine: Pick<Engine, 'prepare' | 'run'>
  readonly registry: Pick<Registry, 'byId'>
  readonly clock: Clock
}

const POSTPONED_MS = 15_000
const POSTPONED_MAX_MS = 3_600_000

export function createChecker({ engine, registry, clock }: CheckerParts): Checker {
  async function ask(watch: Watch, options: CheckOptions, requestId: string): Promise<CheckResult> {
    const entry = registry.byId.get(watch.operation)
    if (!entry) return { fault: 'unknown_path', detail: `the operation ${watch.operation} no longer exists` }
    const rawParams = toRawParams(watch.params)
    const { answer } = await engine.run(engine.prepare(entry, rawParams), {
      freshness: { maxAgeMs: options.maxAgeMs, onlyIfCached: false, store: true },
      caller: options.caller ?? BACKGROUND_CALLER,
      recordFor: { requestId, keyId: null, isRecorded: false },
      signal: options.signal,
      onTiming: () => {},
    })
    return { facts: factsOfAnswer(watch.operation, JSON.parse(answer.body.toString())) }
  }
  return async (watch, options) => {
    const requestId = `watch-${randomBytes(8).toString('hex')}`
    try {
      return { result: await ask(watch, options, requestId), requestId, atMs: clock.wallMs() }
    } catch (error) {
      if (isUnasked(error)) return { postponedMs: postponedMs(error) }
      const fault = error instanceof Fault ? error : undefined
      if (!fault) throw error
      return { result: { fault: fault.code, detail: fault.message }, requestId, atMs: clock.wallMs() }
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
