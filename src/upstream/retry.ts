// Retry: another try where one may help, after a jittered wait, never past the request's deadline and never after a 4xx.
import type { Fault } from '../kit/fault.ts'
import { sleep } from '../race-with-abort.ts'
import type { Layer, UpstreamRequest } from './layer.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

const MAX_ATTEMPTS = 3
const FIRST_BACK_OFF_MS = 200

export function retry(random: () => number = Math.random, wait = sleep): Layer {
  return next => async request => {
    let first: unknown
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(request)
      } catch (error) {
        // A second try that got no permit says less than what befell the first.
        const reported = upstreamFailureOf(error)?.kind === 'no_permit' ? (first ?? error) : error
        first ??= error
        if (attempt >= MAX_ATTEMPTS || !isRetryable(request, error)) throw reported
        const waitMs = retryDelayMs(attempt, error as Fault, random)
        if (performance.now() + waitMs >= request.deadlineMs) throw reported
        await wait(waitMs, request.signal)
      }
    }
  }
}

function isRetryable(request: UpstreamRequest, error: unknown): boolean {
  const known = upstreamFailureOf(error)
  if (!known?.retryable || request.signal.aborted) return false
  // A POST may have been acted upon unless it never left.
  return request.method === 'GET' || known.code === 'upstream_unreachable'
}

/** Half fixed, half by chance, so that callers who failed together do not come back together. */
function retryDelayMs(attempt: number, fault: Fault, random: () => number): number {
  const step = FIRST_BACK_OFF_MS * 2 ** (attempt - 1)
  return Math.max(step / 2 + (step / 2) * random(), fault.retryAfterMs ?? 0)
}
