// What callers reach. What comes in are HTTP requests; what goes out are answers, pages, and a problem document for every
// failure. This file is the server, Fastify with our limits on time and size; `../mcp/` are the tools for agents that it
// serves.
import {
  createServer,
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../../settings/config.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'
import type { Events } from '../../runtime/events.ts'
import { Fault } from '#kit/fault'
import { type AdmitParts, showAnonymousLimit } from './admit.ts'
import type { CallCounter } from './call-counter.ts'
import { boundUnreadBody, type Connections, rawProblem, trackConnections } from './connections.ts'
import { createRequestIdGenerator, type Exchange, hasLeft, openExchange, type RoutedBy } from './exchange.ts'
import { createOriginPolicy } from './origin-headers.ts'
import { endResponse, prefersHtml, sendProblem, sendUnknownAddress } from './answer/respond.ts'
import { asFault } from '../../answer/problems.ts'
import {
  addRoute,
  admitAndHandle,
  allowedMethods,
  createRouteFinder,
  isPage,
  preflightHeaders,
  type Route,
} from './route.ts'

/** Limits for receiving the whole request, and its headers. */
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const TIMEOUTS_CHECKED_EVERY_MS = 2_000
/** Longer than the usual 60 s of load balancers, which must close an idle connection first. */
const KEEP_ALIVE_MS = 65_000
/** Added to an answer's deadline: how long a connection may be idle before it is closed, even if its client does not read. */
const IDLE_BEYOND_DEADLINE_MS = 15_000
/** Extra time after the deadline, at shutdown, for answers to reach slow readers. */
const LAST_BYTES_MS = 10_000

export interface ServerParts extends AdmitParts {
  readonly config: AdmitParts['config'] & Pick<Config, 'corsOrigin' | 'deadlineMs' | 'drainMs'>
  readonly events: Events
  readonly countCall: CallCounter
  readonly routes: readonly Route[]
  /** The route of a request without a body whose URL was served before. */
  readonly findKnownRoute?: (request: IncomingMessage) => Route | undefined
  /** Whether the server is shutting down and connections should close. */
  readonly closing: () => boolean
}

export type ApiServer = ReturnType<typeof createApiServer>

export function createApiServer(parts: ServerParts) {
  const { config } = parts
  const connections = trackConnections()
  const app = createApp(parts, connections)
  const { server } = app
  server.on('connection', socket => connections.add(socket))
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('connect', (_request, socket) =>
    socket.end(rawProblem(new Fault('method_not_allowed', 'CONNECT is not allowed here')), () =>
      socket.destroy(),
    ),
  )
  return {
    app,
    async listen(port: number, host: string): Promise<void> {
      await app.listen({ port, host })
    },
    port: () => (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      await connections.drain(server, {
        drainMs: config.drainMs,
        finishMs: config.deadlineMs + LAST_BYTES_MS,
      })
      await app.close()
    },
  }
}

/** Serves a request whose route is known already, without Fastify's router. */
function serve(route: Route, exchange: Exchange, refuse: (error: unknown) => void): void {
  try {
    const fault = checkHead(exchange.request)
    if (fault) throw fault
    const serving = admitAndHandle(route, exchange)
    if (serving) serving.catch(refuse)
  } catch (error) {
    refuse(error)
  }
}

function createApp(parts: ServerParts, connections: Connections): FastifyInstance {
  const nextId = createRequestIdGenerator()
  const originPolicy = createOriginPolicy(parts.config.corsOrigin)
  const paths = parts.routes.map(route => route.path)
  const findRoute = createRouteFinder(parts.routes)

  function open(request: IncomingMessage, response: ServerResponse, by: RoutedBy): Exchange {
    connections.note(response)
    if (parts.closing()) response.shouldKeepAlive = false
    return openExchange(request, response, originPolicy, by)
  }

  function openRouted(request: FastifyRequest, reply: FastifyReply): Exchange {
    const pathParams = request.params as Record<string, string>
    request.exchange = open(request.raw, reply.raw, { requestId: request.id, reply, pathParams })
    return request.exchange
  }

  const refuse = (error: unknown, exchange: Exchange): void => refuseExchange(parts, error, exchange)

  /** A URL that was served before needs no router, so a cache hit costs little more than its bytes. */
  function serveKnown(request: IncomingMessage, response: ServerResponse): boolean {
    const route = hasBody(request) ? undefined : parts.findKnownRoute?.(request)
    if (!route) return false
    const exchange = open(request, response, { requestId: nextId() })
    serve(route, exchange, error => refuse(error, exchange))
    return true
  }

  const app = fastify({
    serverFactory: handler =>
      createHttpServer((request, response) => {
        if (!serveKnown(request, response)) handler(request, response)
      }, parts.config.deadlineMs),
    return503OnClosing: false,
    forceCloseConnections: false,
    genReqId: nextId,
    // No route uses a Fastify schema, so its compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // The engine parses the parameters.
    routerOptions: { querystringParser: () => NO_QUERY, maxParamLength: 500 },
    clientErrorHandler: (error, socket) => connections.refuse(error, socket),
    frameworkErrors(error, request, reply) {
      refuse(error, openRouted(request as FastifyRequest, reply as FastifyReply))
    },
  })
  configureApp(app)
  app.addHook('onRequest', (request, reply, done) => {
    const exchange = openRouted(request, reply)
    // The router takes `/watches/` for a watch without an id.
    const isWhole = !Object.values(exchange.pathParams ?? {}).includes('')
    if (!request.is404) return done(isWhole ? checkHead(request.raw) : unknownPath(exchange.path, paths))
    const route = findRoute(exchange.path)
    if (!route) return done(unknownPath(exchange.path, paths))
    if (request.method === 'OPTIONS') return endResponse(exchange, 204, preflightHeaders(route))
    if (!isPage(route) || !route.methods.some(one => one === request.method))
      return done(methodNotAllowed(exchange, request.method, route))
    serve(route, exchange, error => done(error as Error))
  })
  app.setErrorHandler((error, { exchange }) => refuse(error, exchange))
  app.setNotFoundHandler(() => {})
  for (const route of parts.routes) if (!isPage(route)) addRoute(app, route)
  return app
}

function refuseExchange(parts: ServerParts, error: unknown, exchange: Exchange): void {
  if (hasLeft(exchange)) {
    exchange.isClientClosed = true
    exchange.reply?.hijack()
  } else {
    const fault = toFault(error)
    if ([401, 404, 405].includes(fault.status)) showAnonymousLimit(parts, exchange)
    if (fault.code === 'unknown_path' && prefersHtml(exchange.request)) sendUnknownAddress(exchange, fault)
    else sendProblem(exchange, fault, fault.status === 405 ? ['allow', exchange.allow] : [])
    boundUnreadBody(exchange.response)
    if (fault.code === 'internal' && !exchange.entry) parts.events.emit('broken', fault.cause)
  }
  if (exchange.entry) parts.countCall(exchange, exchange.entry)
}

function methodNotAllowed(exchange: Exchange, method: string, route: Route): Fault {
  exchange.entry = route.entry
  exchange.allow = allowedMethods(route)
  return new Fault('method_not_allowed', `${method} is not allowed here; use one of ${exchange.allow}`)
}

/** Allows a body for every method, and passes bodies on as bytes. */
function configureApp(app: FastifyInstance): void {
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('exchange')
}

const NO_QUERY = Object.freeze({})

const noSchemas = () => () => {
  throw new Error('a route has a schema of Fastify')
}

function createHttpServer(handler: RequestListener, deadlineMs: number): Server {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Two Host headers are joined with a comma, and a missing one is let through: checkHead refuses both with a problem.
      joinDuplicateHeaders: true,
      requireHostHeader: false,
    },
    (request, response) => {
      if (request.url?.charCodeAt(0) !== SLASH) request.url = originForm(request.url ?? '/')
      handler(request, response)
    },
  )
  server.timeout = deadlineMs + IDLE_BEYOND_DEADLINE_MS
  return server
}

const SLASH = 47

/** Reduces `GET http://host/path` and `OPTIONS *` to their paths (RFC 9112, 3.2). */
function originForm(url: string): string {
  if (url === '*') return '/'
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url)
  if (!absolute) return url
  const rest = url.slice(absolute[0].length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Checks the headers of every request; also normalises the content type. */
function checkHead(request: IncomingMessage): Fault | undefined {
  const { headers } = request
  if (headers['content-type'] !== undefined || request.method === 'QUERY') normaliseType(request)
  const { host } = headers
  if (host === undefined ? request.httpVersion === '1.1' : host.includes(',')) {
    return new Fault('invalid_parameter', 'a request needs exactly one Host header')
  }
  return checkNul(request.url ?? '')
}

/** PostgreSQL cannot store U+0000, and no id or parameter has one. */
function checkNul(url: string): Fault | undefined {
  const nulStart = url.indexOf('%00')
  if (nulStart < 0) return undefined
  const mark = url.indexOf('?')
  return mark >= 0 && mark < nulStart
    ? new Fault('invalid_parameter', 'a parameter contains U+0000')
    : new Fault('unknown_path', 'no operation has this path; see /docs')
}

/** An empty body has no content type, even if declared; QUERY always needs one. */
function normaliseType({ headers, method }: IncomingMessage): void {
  if (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0') return
  if (method === 'QUERY') headers['content-type'] = 'application/json'
  else delete headers['content-type']
}

function unknownPath(path: string, knownPaths: readonly string[]): Fault {
  const near = findNearestName(path, knownPaths)
  return new Fault(
    'unknown_path',
    near ? `no operation has this path; the nearest is ${near}` : 'no operation has this path; see /docs',
  )
}

/** Converts Fastify's own errors to faults. */
function toFault(error: unknown): Fault {
  switch ((error as FastifyError).code) {
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Fault('unknown_path', 'no operation has this path; see /docs')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Fault('body_too_large', 'the request body is too large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new Fault('unsupported_media_type', 'a request body must be application/json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Fault('invalid_parameter', 'the body is not as long as Content-Length says')
    default:
      return asFault(error)
  }
}
