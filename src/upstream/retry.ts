// Retry: another try where one may help, after a jittered wait, never past the request's deadline and never after a 4xx.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../kit/fault.ts'
import type { Layer, UpstreamRequest } from './exchange.ts'
import { misfortuneOf } from './misfortune.ts'

const MAX_ATTEMPTS = 3
const FIRST_WAIT_MS = 200

export function retry(random: () => number = Math.random): Layer {
  return next => async request => {
    let first: unknown
    for (let attempt = 1; ; attempt++) {
      try {
        return await next(request)
      } catch (error) {
        // A second try that got no permit says less than what befell the first.
        const told = misfortuneOf(error)?.misfortune === 'no_permit' ? (first ?? error) : error
        first ??= error
        if (attempt >= MAX_ATTEMPTS || !mayRepeat(request, error)) throw told
        const waitMs = waitBefore(attempt, error as Fault, random)
        if (performance.now() + waitMs >= request.deadlineMs) throw told
        await pause(waitMs, request.signal)
      }
    }
  }
}

function mayRepeat(request: UpstreamRequest, error: unknown): boolean {
  const known = misfortuneOf(error)
  if (!known?.again || request.signal.aborted) return false
  // A POST may have been acted upon unless it never left.
  return request.method === 'GET' || known.code === 'upstream_unreachable'
}

/** Half fixed, half by chance, so that callers who failed together do not come back together. */
function waitBefore(attempt: number, fault: Fault, random: () => number): number {
  const step = FIRST_WAIT_MS * 2 ** (attempt - 1)
  return Math.max(step / 2 + (step / 2) * random(), fault.retryAfterMs ?? 0)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
