// The faults of requests that may not start before their deadline.
import type { Fault } from '#kit/fault'
import { upstreamFailure } from '../upstream-failure.ts'

/** `isPause`: the site has requested a pause that lasts beyond the deadline. */
export function noPermitFault(retryAfterMs: number, isPause: boolean): Fault {
  const message = isPause
    ? 'the site has requested a pause (Retry-After)'
    : 'the rate limit of the site allows no request before the deadline'
  return upstreamFailure('no_permit', message, { retryAfterMs })
}

export function waitTimeoutFault(): Fault {
  return upstreamFailure(
    'waited_out',
    'the deadline passed while the request waited for the rate limit of the site',
  )
}
