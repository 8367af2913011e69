// The face: one listener for the operations and the system paths, or two when the finder has a port of its own.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { nearest } from '../engine/nearest.ts'
import type { Entry, Registry } from '../engine/registry.ts'
import type { Events } from '../events.ts'
import { Fault } from '../kit/fault.ts'
import { createRequestIds, type Exchange, sendProblem } from './exchange.ts'
import { showAnonymousLimit } from './admit.ts'
import { createOperations, type OperationParts } from './operations.ts'
import { problemOf } from './problems.ts'
import { createUsage, USAGE_PATH, type UsageParts } from './usage.ts'

/** Serves a path that is no operation; false when it is not a path of its own either. */
export type ServeSystem = (exchange: Exchange) => boolean | Promise<boolean>

export interface ServerParts extends OperationParts, UsageParts {
  readonly events: Events
  readonly registry: Registry
  readonly system: ServeSystem
  /** Whether connections should come to an end. */
  readonly closing: () => boolean
  /** Which operations this listener serves. */
  readonly serves: (entry: Entry) => boolean
}

export function createFace(parts: ServerParts): Server {
  const operations = createOperations(parts)
  const usage = createUsage(parts)
  const nextId = createRequestIds()
  const byPath = new Map([...parts.registry.byPath].filter(([, entry]) => parts.serves(entry)))

  function serve(request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const url = request.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const exchange: Exchange = {
      request,
      response,
      requestId: nextId(),
      startedMs: performance.now(),
      path,
      cache: 'none',
      timings: '',
    }
    if (parts.closing()) response.shouldKeepAlive = false
    const entry = byPath.get(path)
    if (entry) return operations(exchange, entry)
    return path === USAGE_PATH ? usage(exchange) : serveSystem(exchange)
  }

  async function serveSystem(exchange: Exchange): Promise<void> {
    if (await parts.system(exchange)) return
    showAnonymousLimit(parts, exchange)
    sendProblem(exchange, unknownPath(exchange.path, byPath.keys()))
  }

  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    (request, response) => {
      serve(request, response)?.catch((error: unknown) => {
        parts.events.emit('broken', error)
        response.destroy()
      })
    },
  )
  server.on('clientError', answerBrokenRequest)
  return server
}

function unknownPath(path: string, known: Iterable<string>): Fault {
  const near = nearest(path, known)
  return new Fault(
    'unknown_path',
    near ? `no operation has this path; the nearest is ${near}` : 'no operation has this path; see /docs',
  )
}

/** What cannot be parsed as HTTP still gets a problem document. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const fault =
    error.code === 'HPE_INVALID_METHOD'
      ? new Fault('method_not_allowed', 'this method is not known')
      : new Fault('invalid_parameter', 'the request is not valid HTTP')
  const body = JSON.stringify(problemOf(fault, '', 'none'))
  const allow = fault.status === 405 ? 'Allow: GET, HEAD, OPTIONS, QUERY\r\n' : ''
  socket.end(
    `HTTP/1.1 ${fault.status} ${fault.status === 405 ? 'Method Not Allowed' : 'Bad Request'}\r\n${allow}` +
      'Content-Type: application/problem+json; charset=utf-8\r\nConnection: close\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
