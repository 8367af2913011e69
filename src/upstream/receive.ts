// Receiving: one request on the wire and its collected answer, cancelled down to the socket by signal, deadline or size.
import type { Dispatcher } from 'undici'
import { Fault } from '../kit/fault.ts'
import { abortFault, lateFault } from './deadline.ts'
import type { UpstreamRequest } from './exchange.ts'
import { misfortune } from './misfortune.ts'

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As it came, still compressed. */
  readonly wire: Uint8Array
}

export interface ReceiveOptions {
  readonly headers: Record<string, string>
  /** For the headers to come, and between two pieces of the body. The deadline bounds the whole. */
  readonly timeoutMs?: number
  readonly maxBytes: number
  /** Where a body of this status is cut off without being a fault. */
  cutAt(status: number): number | undefined
  /** Called once: when the request has its connection, or has ended without one. */
  leftPool(outcome: 'connected' | 'gave up'): void
}

/** Codes with which a proxied connection fails before our request is on its way; direct ones are told apart while connecting. */
const UNCONNECTED =
  /^(?:UND_ERR_(?:CONNECT_TIMEOUT|PRX_|ABORTED|SOCKS)|ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|ERR_TLS|ERR_SSL)|CERT/

export function receive(
  dispatcher: Dispatcher,
  request: UpstreamRequest,
  options: ReceiveOptions,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const pieces: Buffer[] = []
    let size = 0
    let status = 0
    let headers: Readonly<Record<string, string>> = {}
    let controller: Dispatcher.DispatchController | undefined
    let over = false

    const finish = (outcome: () => void): boolean => {
      if (over) return false
      over = true
      clearTimeout(timer)
      request.signal.removeEventListener('abort', onAbort)
      request.timed('upstream', performance.now() - startedAt)
      if (!controller) options.leftPool('gave up')
      outcome()
      return true
    }
    const fail = (fault: unknown): void => {
      if (finish(() => reject(fault))) controller?.abort(fault as Error)
    }
    const done = (): void => {
      finish(() => resolve({ status, headers, wire: joined(pieces, size) }))
    }
    const onAbort = (): void => fail(abortFault(request))
    const timer = setTimeout(() => fail(lateFault()), Math.max(0, request.deadlineMs - startedAt))
    if (request.signal.aborted) return onAbort()
    request.signal.addEventListener('abort', onAbort, { once: true })

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Cancelled while the connection was being made: nothing is sent on it.
        if (over) {
          started.abort(new Error('cancelled'))
          return
        }
        controller = started
        options.leftPool('connected')
        request.timed('connect', performance.now() - startedAt)
      },
      onResponseStart(_, code, received) {
        if (code < 200) return
        status = code
        headers = flat(received)
        const announced = Number(headers['content-length'])
        if (announced > options.maxBytes && options.cutAt(code) === undefined)
          fail(tooLarge(options.maxBytes))
      },
      onResponseData(_, piece) {
        if (over) return
        pieces.push(piece)
        size += piece.length
        const cutAt = options.cutAt(status)
        if (cutAt !== undefined && size >= cutAt) {
          done()
          controller?.abort(new Error('read enough'))
        } else if (size > options.maxBytes) fail(tooLarge(options.maxBytes))
      },
      onResponseEnd: done,
      onResponseError: (_, error) => fail(wireFault(error, status)),
    }
    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: request.url.pathname + request.url.search,
          method: request.method,
          headers: options.headers,
          body: request.body ?? null,
          headersTimeout: options.timeoutMs ?? null,
          bodyTimeout: options.timeoutMs ?? null,
        },
        handler,
      )
    } catch (error) {
      fail(wireFault(error as Error, 0))
    }
  })
}

function joined(pieces: Buffer[], size: number): Uint8Array {
  const only = pieces.length === 1 ? pieces[0] : undefined
  return only ?? Buffer.concat(pieces, size)
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return result
}

function tooLarge(maxBytes: number): Fault {
  return misfortune('too_large', `the page is larger than ${maxBytes} bytes`)
}

function wireFault(error: Error, status: number): Fault {
  if (error instanceof Fault) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return misfortune('too_slow', 'the site sent no headers in time', { error })
  if (code === 'UND_ERR_BODY_TIMEOUT') return misfortune('too_slow', 'the site stopped sending', { error })
  if (status === 0 && UNCONNECTED.test(code)) {
    return misfortune('not_connected', 'no connection could be made to the site', { error })
  }
  if (/^HPE_|^UND_ERR_HEADERS_OVERFLOW|^ERR_HTTP2/.test(code)) {
    return misfortune('garbled', 'the answer of the site is not valid HTTP', { error })
  }
  return status === 0
    ? misfortune('reset', 'the site closed the connection without an answer', { error })
    : misfortune('truncated', 'the answer of the site is cut off', { error })
}
