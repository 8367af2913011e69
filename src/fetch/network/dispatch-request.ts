// Sends one request and collects its response; the signal, the deadline or the size limit cancels it down to the socket.
import type { Dispatcher } from 'undici'
import { Fault } from '#kit/fault'
import { abortFault, deadlineFault } from '../deadline.ts'
import type { UpstreamRequest } from '../layer.ts'
import { pageTooLarge, upstreamFailure } from '../upstream-failure.ts'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as received, still compressed. */
  readonly rawBody: Uint8Array
}

export interface DispatchOptions {
  readonly headers: Record<string, string>
  /** Limit for the headers and between two chunks of the body. The deadline limits the whole request. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Size at which a body with this status is truncated without a fault; undefined to read it in full. */
  truncateAt(status: number): number | undefined
  /** Called once, when the request gets a connection or ends without one. */
  onConnectionSettled(outcome: 'connected' | 'gave up'): void
}

/** Error codes of a proxied connection that failed before our request was sent. The connector recognises direct ones. */
const UNCONNECTED =
  /^(?:UND_ERR_(?:CONNECT_TIMEOUT|PRX_|ABORTED|SOCKS)|ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ERR_TLS|ERR_SSL)|CERT/

export function dispatchRequest(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  options: DispatchOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const collector = createCollector(options)
    const lifecycle = createRequestLifecycle(request, options, reject)
    const act = (verdict: ReadDecision): void => {
      if (verdict === 'too large') lifecycle.fail(pageTooLarge(options.maxBytes))
      else if (verdict === 'enough') lifecycle.end(() => resolve(collector.received()), true)
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: controller => lifecycle.connected(controller, () => collector.hasBegun()),
      onResponseStart: (_, status, headers) => {
        lifecycle.heard()
        // 1xx responses are informational.
        if (status >= 200) act(collector.begin(status, flattenHeaders(headers)))
      },
      onResponseData: (_, piece) => {
        if (lifecycle.isOver()) return
        lifecycle.heard()
        act(collector.add(piece))
      },
      onResponseEnd: () => lifecycle.end(() => resolve(collector.received()), false),
      onResponseError: (_, error) => lifecycle.fail(networkFault(error, collector.hasBegun())),
    }
    if (lifecycle.isOver()) return
    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: request.url.pathname + request.url.search,
          method: request.method,
          headers: options.headers,
          body: request.body ?? null,
          // We use our own timers: the library's are accurate to a second at best.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        handler,
      )
    } catch (error) {
      lifecycle.fail(networkFault(error as Error, false))
    }
  })
}

/** The lifecycle of one request on the wire: it ends once, by a response, a fault, the deadline, a stall or the signal. */
function createRequestLifecycle(
  request: UpstreamRequest,
  options: DispatchOptions,
  reject: (fault: unknown) => void,
) {
  const startedAt = performance.now()
  let controller: Dispatcher.DispatchController | undefined
  let stall: NodeJS.Timeout | undefined
  let over = false

  const end = (outcome: () => void, closeConnection: boolean): void => {
    if (over) return
    over = true
    clearTimeout(deadline)
    clearTimeout(stall)
    request.signal.removeEventListener('abort', onAbort)
    request.onTiming('upstream', performance.now() - startedAt)
    if (!controller) options.onConnectionSettled('gave up')
    outcome()
    if (closeConnection) controller?.abort(new Error('no more is wanted'))
  }
  const fail = (fault: unknown): void => end(() => reject(fault), true)
  const onAbort = (): void => fail(abortFault(request))
  const deadline = setTimeout(() => fail(deadlineFault()), Math.max(0, request.deadlineMs - startedAt))
  if (request.signal.aborted) onAbort()
  else request.signal.addEventListener('abort', onAbort, { once: true })

  return {
    end,
    fail,
    isOver: () => over,
    heard: () => stall?.refresh(),
    connected: (started: Dispatcher.DispatchController, hasBegun: () => boolean): void => {
      // Cancelled while connecting: send nothing.
      if (over) {
        started.abort(new Error('cancelled'))
        return
      }
      controller = started
      options.onConnectionSettled('connected')
      stall = setTimeout(() => fail(stallFault(hasBegun())), options.timeoutMs)
      request.onTiming('connect', performance.now() - startedAt)
    },
  }
}

type ReadDecision = 'continue' | 'enough' | 'too large'

/** Collects the response, and decides after each chunk whether to read on. */
function createCollector(options: DispatchOptions) {
  const pieces: Buffer[] = []
  let size = 0
  let status = 0
  let headers: Readonly<Record<string, string>> = {}
  let cutAt: number | undefined

  return {
    hasBegun: () => status !== 0,
    begin: (code: number, received: Readonly<Record<string, string>>): ReadDecision => {
      status = code
      headers = received
      cutAt = options.truncateAt(code)
      const announced = Number(received['content-length'])
      return cutAt === undefined && announced > options.maxBytes ? 'too large' : 'continue'
    },
    add: (piece: Buffer): ReadDecision => {
      pieces.push(piece)
      size += piece.length
      if (cutAt !== undefined) return size >= cutAt ? 'enough' : 'continue'
      return size > options.maxBytes ? 'too large' : 'continue'
    },
    received: (): RawResponse => {
      const only = pieces.length === 1 ? pieces[0] : undefined
      return { status, headers, rawBody: only ?? Buffer.concat(pieces, size) }
    },
  }
}

function flattenHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return result
}

function stallFault(hasBegun: boolean): Fault {
  return upstreamFailure(
    'too_slow',
    hasBegun ? 'the site stopped sending' : 'the site sent no headers in time',
  )
}

function networkFault(error: Error, hasBegun: boolean): Fault {
  if (error instanceof Fault) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (!hasBegun && UNCONNECTED.test(code)) {
    return upstreamFailure('not_connected', 'no connection could be established to the site', { error })
  }
  if (/^HPE_|^UND_ERR_HEADERS_OVERFLOW|^ERR_HTTP2/.test(code)) {
    return upstreamFailure('garbled', 'the response of the site is not valid HTTP', { error })
  }
  return hasBegun
    ? upstreamFailure('truncated', 'the response of the site is truncated', { error })
    : upstreamFailure('reset', 'the site closed the connection without a response', { error })
}
