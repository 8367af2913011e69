// A route of the server: its methods, admission and handler. To add a path, write one Route.
import type { FastifyInstance } from 'fastify'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import type { Exchange } from './exchange.ts'
import { namedOriginsOnly } from './origin-headers.ts'

export interface Route {
  /** Exact, or with parameters: `/api/v2/requests/:id`. */
  readonly path: string
  /** OPTIONS is answered for every route; HEAD only if listed. */
  readonly methods: readonly Method[]
  /** Called before the body is read: checks key and limits. Throws faults. */
  readonly admit?: (exchange: Exchange) => void | Promise<unknown>
  /** Sends the answer with a function of respond.ts, or throws. The body has been read. */
  readonly handle: (exchange: Exchange) => void | Promise<void>
  readonly bodyMaxBytes?: number
  /** Request headers that a page of another origin may send. */
  readonly requestHeaders?: string
  /** Pages of other origins cannot read the answer, unless `cors_origin` names them. */
  readonly isForOwnPages?: boolean
  /** Set if the route is an operation. */
  readonly entry?: RegisteredOperation
}

type Method = 'GET' | 'HEAD' | 'QUERY' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const BODY_MAX_BYTES = 16 * 1024

export function addRoute(app: FastifyInstance, route: Route): void {
  const { path: url, handle } = route
  app.route({
    url,
    method: [...route.methods],
    exposeHeadRoute: false,
    bodyLimit: route.bodyMaxBytes ?? BODY_MAX_BYTES,
    onRequest({ exchange }, _reply, proceed) {
      let admitted: void | Promise<unknown>
      try {
        admitted = admit(route, exchange)
      } catch (error) {
        return proceed(error as Error)
      }
      if (admitted) admitted.then(() => proceed(), proceed)
      else proceed()
    },
    handler(request, _reply) {
      const { exchange } = request
      if (request.body !== undefined) exchange.body = request.body as Buffer
      return handle(exchange)
    },
  })
}

/**
 * Found by its path alone: the pages, their files and other documents. The router takes a millisecond to learn each path, and
 * there are more than a hundred of them.
 */
export function isPage({ path, methods }: Route): boolean {
  return !path.includes(':') && methods.every(method => method === 'GET' || method === 'HEAD')
}

/** Bypasses the router, for a request without a body. */
export function admitAndHandle(route: Route, exchange: Exchange): void | Promise<void> {
  const admitted = admit(route, exchange)
  return admitted ? admitted.then(() => route.handle(exchange)) : route.handle(exchange)
}

function admit(route: Route, exchange: Exchange): void | Promise<unknown> {
  exchange.entry = route.entry
  if (route.isForOwnPages) exchange.originHeaders = namedOriginsOnly(exchange.originHeaders)
  return route.admit?.(exchange)
}

/** The value of the `Allow` header. */
export function allowedMethods({ methods }: Route): string {
  return [...methods, 'OPTIONS'].toSorted(byUsualOrder).join(', ')
}

/** Finds the route of a path, regardless of the method. */
export function createRouteFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const exact = new Map(routes.map(route => [route.path, route]))
  const withParams = routes
    .filter(({ path }) => path.includes('/:'))
    .map(route => ({ route, segments: route.path.split('/') }))
  return path => {
    const route = exact.get(path)
    if (route) return route
    const pathSegments = path.split('/')
    return withParams.find(
      ({ segments }) =>
        segments.length === pathSegments.length &&
        segments.every((segment, place) =>
          segment.startsWith(':') ? pathSegments[place] !== '' : segment === pathSegments[place],
        ),
    )?.route
  }
}

/** The headers of the answer to OPTIONS. */
export function preflightHeaders(route: Route): string[] {
  const { requestHeaders = 'x-api-key, content-type' } = route
  const allow = allowedMethods(route)
  return [
    'allow',
    allow,
    'access-control-allow-methods',
    allow,
    'access-control-allow-headers',
    requestHeaders,
    'access-control-max-age',
    '86400',
  ]
}

const USUAL_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']

function byUsualOrder(a: string, b: string): number {
  return USUAL_ORDER.indexOf(a) - USUAL_ORDER.indexOf(b)
}
