// One path of the server: its methods, who may call it, and what it answers. Adding a path is writing one Route.
import type { FastifyInstance } from 'fastify'
import type { RegistryEntry } from '../engine/registry.ts'
import type { Exchange } from './exchange.ts'

export interface Route {
  /** Exact, or with parameters: `/api/v2/requests/:id`. */
  readonly path: string
  /** OPTIONS is answered everywhere; HEAD only where it is named. */
  readonly methods: readonly Method[]
  /** Comes before the body is read: keys and limits. Throws faults. */
  readonly admit?: (exchange: Exchange) => void | Promise<unknown>
  /** Answers, by endResponse or one of its kind, or throws. The body is at hand. */
  readonly handle: (exchange: Exchange) => void | Promise<void>
  readonly bodyMaxBytes?: number
  /** The request headers that a page of another origin may send. */
  readonly requestHeaders?: string
  /** Where the route is an operation. */
  readonly entry?: RegistryEntry
}

type Method = 'GET' | 'HEAD' | 'QUERY' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const BODY_MAX_BYTES = 16 * 1024

export function addRoute(app: FastifyInstance, route: Route): void {
  const { path: url, admit, handle, entry } = route
  app.route({
    url,
    method: [...route.methods],
    exposeHeadRoute: false,
    bodyLimit: route.bodyMaxBytes ?? BODY_MAX_BYTES,
    onRequest({ exchange }, _reply, proceed) {
      exchange.entry = entry
      let admitted: void | Promise<unknown>
      try {
        admitted = admit?.(exchange)
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

/** Without the router, for a request that has no body. */
export function admitAndHandle({ admit, handle }: Route, exchange: Exchange): void | Promise<void> {
  const admitted = admit?.(exchange)
  return admitted ? admitted.then(() => handle(exchange)) : handle(exchange)
}

/** As `Allow` names them. */
export function allowedMethods({ methods }: Route): string {
  return [...methods, 'OPTIONS'].toSorted(byUsualOrder).join(', ')
}

/** The route of a path, whatever the method. */
export function createRouteFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const exact = new Map(routes.map(route => [route.path, route]))
  const withParams = routes
    .filter(({ path }) => path.includes('/:'))
    .map(route => ({ route, segments: route.path.split('/') }))
  return path => {
    const found = exact.get(path)
    if (found) return found
    const given = path.split('/')
    return withParams.find(
      ({ segments }) =>
        segments.length === given.length &&
        segments.every((segment, place) =>
          segment.startsWith(':') ? given[place] !== '' : segment === given[place],
        ),
    )?.route
  }
}

/** The answer to OPTIONS. */
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
