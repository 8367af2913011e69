// Retry: repeats a request if that may help, with jittered back-off; never past the deadline and never after a 4xx.
import { backOffMs } from '../../runtime/back-off.ts'
import type { Fault } from '#kit/fault'
import { sleep } from '../../runtime/race-with-abort.ts'
import type { Layer, UpstreamRequest } from '../layer.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

const MAX_ATTEMPTS = 3
const FIRST_BACK_OFF_MS = 200

export function retry(random: () => number = Math.random, wait = sleep): Layer {
  return next => async request => {
    let first: unknown
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(request)
      } catch (error) {
        // If a retry got no permit, the first failure is more informative.
        const reported = upstreamFailureOf(error)?.kind === 'no_permit' ? (first ?? error) : error
        first ??= error
        if (attempt >= MAX_ATTEMPTS || !isRetryable(request, error)) throw reported
        const { retryAfterMs } = error as Fault
        const waitMs = backOffMs(attempt, { firstMs: FIRST_BACK_OFF_MS, retryAfterMs, random })
        if (performance.now() + waitMs >= request.deadlineMs) throw reported
        await wait(waitMs, request.signal)
      }
    }
  }
}

function isRetryable(request: UpstreamRequest, error: unknown): boolean {
  const failure = upstreamFailureOf(error)
  if (!failure?.retryable || request.signal.aborted) return false
  // The site may have processed a POST, unless it was never sent.
  return request.method === 'GET' || failure.code === 'upstream_unreachable'
}
