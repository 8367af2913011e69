// The deadline of a request: what is thrown when it passes or the callers leave, and waits that end with it.
import { Fault } from '../kit/fault.ts'
import type { UpstreamRequest } from './layer.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** Timers may fire a little before the clock that set them. */
const TIMER_SLACK_MS = 5

export function deadlineFault(): Fault {
  return upstreamFailure('late', 'the site has not answered within the deadline')
}

/** The deadline passed while the site had our request: that speaks against the site. A caller who left does not. */
export function abortFault(request: UpstreamRequest): unknown {
  const reason: unknown = request.signal.reason
  const late = performance.now() >= request.deadlineMs - TIMER_SLACK_MS
  return late && reason instanceof Fault ? upstreamFailure('late', reason.message, { error: reason }) : reason
}

/** What others work on as well, waited for no longer than this request may. */
export async function withinDeadline<T>(request: UpstreamRequest, shared: Promise<T>): Promise<T> {
  const end = Promise.withResolvers<never>()
  const onAbort = (): void => end.reject(abortFault(request))
  const timer = setTimeout(
    () => end.reject(deadlineFault()),
    Math.max(0, request.deadlineMs - performance.now()),
  )
  if (request.signal.aborted) onAbort()
  else request.signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([shared, end.promise])
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', onAbort)
  }
}
