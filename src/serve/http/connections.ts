// Tracks the connections of a server and their current responses; refuses broken requests, and drains all at shutdown.
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#kit/fault'
import { problemOf } from '../../answer/problems.ts'

interface DrainTimes {
  /** How long open connections may still send requests. */
  readonly drainMs: number
  /** After that, how long answers in flight may take, including slow readers. */
  readonly finishMs: number
}

/** How long a new connection may take to send its first request, and one in use its next. */
const FIRST_REQUEST_GRACE_MS = 3_000
const NEXT_REQUEST_GRACE_MS = 300
const SWEEP_EVERY_MS = 20
/** How long a refused connection stays open for reading, so that the client receives the answer. */
const LINGER_MS = 1_000
/** How long the rest of a refused body is read and discarded. */
const UNREAD_BODY_MS = 5_000

export type Connections = ReturnType<typeof trackConnections>

export function trackConnections() {
  const last = new Map<Socket, ServerResponse | undefined>()
  const refused = new WeakSet<Socket>()

  /** The last byte is sent, and no part of another request has arrived. */
  function isIdle(socket: Socket, bytesReadBefore: number | undefined): boolean {
    const response = last.get(socket)
    return (
      response?.writableFinished === true &&
      socket.writableLength === 0 &&
      socket.bytesRead === bytesReadBefore
    )
  }

  /** Periodically closes idle connections, and after a grace period those that never sent a request. */
  function sweepIdle(): NodeJS.Timeout {
    const startedMs = performance.now()
    const bytesRead = new WeakMap<Socket, number>()
    return setInterval(() => {
      const isLate = performance.now() - startedMs > FIRST_REQUEST_GRACE_MS
      for (const [socket, response] of last) {
        const isUnused = isLate && !response
        if (isIdle(socket, bytesRead.get(socket)) || isUnused || isIncomplete(response)) socket.destroy()
        bytesRead.set(socket, socket.bytesRead)
      }
    }, SWEEP_EVERY_MS)
  }

  return {
    add(socket: Socket): void {
      last.set(socket, undefined)
      socket.once('close', () => last.delete(socket))
    },
    /** Remembers the last response of a connection. */
    note(response: ServerResponse): void {
      const { socket } = response.req
      if (last.has(socket)) last.set(socket, response)
    },
    /** For the server's `clientError`. */
    refuse(error: NodeJS.ErrnoException, socket: Socket): void {
      if (refused.has(socket)) return
      refused.add(socket)
      if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0)
        return void socket.destroy()
      const response = last.get(socket)
      if (response && !mayAnswerFor(response)) return destroyAfter(response, socket)
      socket.end(rawProblem(faultOf(error)))
      // Closing while bytes arrive would reset the connection, and the client could lose the answer.
      const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
      socket.once('close', () => clearTimeout(timer))
    },
    /** Lets load balancers notice the shutdown, accepts no more connections, and closes each one after its last byte is sent. */
    async drain(server: Server, { drainMs, finishMs }: DrainTimes): Promise<void> {
      if (!server.listening) return
      // Answers in flight must announce the shutdown too.
      for (const response of last.values())
        if (response?.headersSent === false) response.shouldKeepAlive = false
      if (last.size > 0) await sleep(drainMs)
      const closed = once(server, 'close')
      // The close of node:net: that of node:http would immediately close connections whose first request is still arriving.
      NetServer.prototype.close.call(server)
      if (last.size > 0) await sleep(NEXT_REQUEST_GRACE_MS)
      const sweep = sweepIdle()
      const cap = setTimeout(() => server.closeAllConnections(), finishMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cap)
    },
    count: () => last.size,
  }
}

/** The request never arrived completely, so nothing is done for it. */
function isIncomplete(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.req.complete && !response.headersSent
}

/** Whether the client would take a response written now as the answer to the broken request. */
function mayAnswerFor(response: ServerResponse): boolean {
  if (response.writableFinished) return true
  // The broken body belongs to the request being answered; a pipelined request behind others has no socket yet.
  return response.socket !== null && !response.headersSent && !response.req.complete
}

function destroyAfter(response: ServerResponse, socket: Socket): void {
  response.once('finish', () => socket.destroySoon())
}

/** Limits how long the rest of a refused body is discarded to keep the connection usable. */
export function boundUnreadBody(response: ServerResponse): void {
  const { req } = response
  if (req.complete) return
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, UNREAD_BODY_MS).unref()
  req.once('close', () => clearTimeout(timer))
}

function faultOf({ code }: NodeJS.ErrnoException): Fault {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Fault('headers_too_large', 'the headers are larger than 16 KiB')
  if (code === 'HPE_INVALID_METHOD') return new Fault('method_not_allowed', 'this method is not known')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Fault('invalid_parameter', 'the request did not arrive in time')
  return new Fault('invalid_parameter', 'the request is not valid HTTP')
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  431: 'Request Header Fields Too Large',
}

/** A problem document for input that cannot be parsed as HTTP. */
export function rawProblem(fault: Fault): string {
  const body = JSON.stringify(problemOf(fault, '', 'none'))
  const allow = fault.status === 405 ? 'Allow: GET, HEAD, OPTIONS, QUERY\r\n' : ''
  return (
    `HTTP/1.1 ${fault.status} ${REASONS[fault.status] ?? ''}\r\n${allow}` +
    'Content-Type: application/problem+json; charset=utf-8\r\nConnection: close\r\n' +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}
