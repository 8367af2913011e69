// One call with its retries: one deadline for all attempts, Retry-After obeyed, cancelled at once by the caller's
// signal.
import { parseMeta } from './meta.ts'
import type { Answer, CallOptions, Row } from './operation.ts'
import { readProblem, tooLong, WaresProblem } from './problem.ts'
import { parseBytes, readBytes } from './read-bytes.ts'
import { type Params, buildRequest } from './request.ts'

export interface Settings {
  /** URL of the server, without a trailing slash. */
  readonly url: string
  readonly finderUrl: string
  readonly key: string | undefined
  readonly deadlineMs: number
  readonly retries: number
  readonly answerBytesMax: number
  readonly fetch: typeof fetch
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000

/** A request and the base URL that it goes to. */
export interface Outgoing {
  readonly base: string
  readonly address: string
  readonly init: RequestInit
}

export function requestWithRetries<R>(
  settings: Settings,
  row: Row,
  params: Params,
  options: CallOptions,
): Promise<Answer<R>> {
  const base = row.open ? settings.finderUrl : settings.url
  const [address, init] = buildRequest(base + row.path, params, settings.key, options)
  return sendWithRetries(settings, { base, address, init }, options)
}

export async function sendWithRetries<R>(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
): Promise<Answer<R>> {
  const deadlineMs = options.deadlineMs ?? settings.deadlineMs
  const endMs = performance.now() + deadlineMs
  // An answer that is not cached now will not be cached in a second either.
  const retries = options.onlyIfCached ? 0 : (options.retries ?? settings.retries)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const signals = options.signal ? [options.signal, deadline.signal] : [deadline.signal]
  const signal = AbortSignal.any(signals)
  try {
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted()
      const outcome = await attemptOnce<R>(settings, outgoing, attempt, signal)
      if (!(outcome instanceof WaresProblem)) return outcome
      const waitMs = retryDelayMs(outcome, attempt)
      // A wait beyond the deadline would only delay the failure.
      if (!mayRepeat(outgoing, outcome) || attempt > retries || performance.now() + waitMs >= endMs)
        throw outcome
      await sleep(waitMs, signal)
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!deadline.signal.aborted || error instanceof WaresProblem) throw error
    throw new WaresProblem({
      code: 'deadline_passed',
      detail: `no answer within ${deadlineMs} ms`,
      retryable: true,
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Bad Gateway and Gateway Timeout. */
const LOST_BY_PROXY: ReadonlySet<number | undefined> = new Set([502, 504])

/** A write may have been executed even if its answer was lost, perhaps by a proxy, so it is not repeated. */
function mayRepeat({ init }: Outgoing, { retryable, code, status }: WaresProblem): boolean {
  const changesSomething = init.method !== undefined && init.method !== 'QUERY'
  const isLost = code === 'wares_unreachable' || (code === 'unexpected_answer' && LOST_BY_PROXY.has(status))
  return retryable && !(changesSomething && isLost)
}

async function attemptOnce<R>(
  settings: Settings,
  { base, address, init }: Outgoing,
  attempt: number,
  signal: AbortSignal,
): Promise<Answer<R> | WaresProblem> {
  try {
    const response = await settings.fetch(address, { ...init, signal, redirect: 'manual' })
    if (response.status === 204) {
      return { data: undefined as R, meta: parseMeta(response.headers, attempt) }
    }
    if (response.ok && response.headers.get('content-type')?.startsWith('application/json')) {
      const bytes = await readBytes(response, settings.answerBytesMax)
      if (!bytes) return tooLong(base, settings.answerBytesMax, response.status)
      return { data: parseBytes(bytes) as R, meta: parseMeta(response.headers, attempt) }
    }
    return await readProblem(response, base, settings.answerBytesMax)
  } catch (cause) {
    if (signal.aborted) throw cause
    const why = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : ''
    return new WaresProblem({
      code: 'wares_unreachable',
      detail: `${base} gave no answer: ${why}`,
      retryable: true,
      cause,
    })
  }
}

/** Never less than Retry-After, with jitter so that many callers do not return at once. */
function retryDelayMs({ retryAfterMs }: WaresProblem, attempt: number): number {
  const spread = 0.5 + Math.random() / 2
  if (retryAfterMs !== undefined) return retryAfterMs + 200 * spread
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * spread
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
