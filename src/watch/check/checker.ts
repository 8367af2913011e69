// Runs one check: calls the watched operation like any caller, and returns facts or the fault.
import type { Clock } from '../../runtime/clock.ts'
import { resultOfAnswer } from '../facts/answer-facts.ts'
import type { CatalogCheck, CatalogFault } from '../catalog/finish-run.ts'
import type { Check, CheckResult } from '../decide/knowledge.ts'
import type { Watch } from '../watch.ts'
import {
  createWatchRequest,
  type Postponed,
  type RequestOptions,
  type RequestParts,
} from './watch-request.ts'

export interface CheckOptions extends RequestOptions {
  /** What the sandbox shop plays in this check; see `simulatedParams`. */
  readonly params?: Watch['params']
  /** How long a check of many requests goes on before others have their turn. */
  readonly sliceMs?: number
}

/** The watch was paused, because it may not be checked any more. */
export interface Paused {
  readonly pausedBy: 'key_revoked'
}

export type Checker = (
  watch: Watch,
  options: CheckOptions,
) => Promise<Check | CatalogCheck | CatalogFault | Postponed | Paused>

/** Of an operation that one request answers. */
export type RequestChecker = (watch: Watch, options: CheckOptions) => Promise<Check | Postponed>

export interface CheckerParts extends RequestParts {
  readonly clock: Clock
}

export function createChecker({ clock, ...parts }: CheckerParts): RequestChecker {
  const request = createWatchRequest(parts)
  return async (watch, options) => {
    const { operation } = watch
    const reply = await request({ operation, params: options.params ?? watch.params }, options)
    if ('postponedMs' in reply) return reply
    const { requestId, cache, ...rest } = reply
    const about = { requestId, cache, atMs: clock.wallMs() }
    if (!('value' in rest)) return { result: rest, ...about }
    return { result: resultOf(watch, rest.value), isPartial: rest.isPartial, ...about }
  }
}

/** An answer that breaks the program is a fault of the check. */
function resultOf({ operation, variant }: Watch, value: unknown): CheckResult {
  try {
    return resultOfAnswer(operation, value, variant)
  } catch {
    return { fault: 'internal', detail: 'the check failed unexpectedly' }
  }
}
