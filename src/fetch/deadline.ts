// The deadline of a request: the errors when it passes or the callers leave, and waiting no longer than it allows.
import { Fault } from '#kit/fault'
import type { UpstreamRequest } from './layer.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** Timers may fire slightly early. */
const TIMER_SLACK_MS = 5

export function deadlineFault(): Fault {
  return upstreamFailure('late', 'the site did not respond within the deadline')
}

/** A deadline that passes while the site has our request counts as a failure of the site; a caller who leaves does not. */
export function abortFault(request: UpstreamRequest): unknown {
  const reason: unknown = request.signal.reason
  const late = performance.now() >= request.deadlineMs - TIMER_SLACK_MS
  return late && reason instanceof Fault ? upstreamFailure('late', reason.message, { error: reason }) : reason
}

/** Awaits shared work, but no longer than this request's deadline or signal. */
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
