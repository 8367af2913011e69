// One path of the server: its methods, who may call it, and what it answers. Adding a path is writing one Route.
import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { RegistryEntry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import type { Exchange } from './exchange.ts'
import { endResponse } from './respond.ts'

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
  const allow = [...route.methods, 'OPTIONS'].toSorted(byUsualOrder).join(', ')
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
  app.route({
    url,
    method: 'OPTIONS',
    handler: ({ exchange }) => endResponse(exchange, 204, preflightHeaders(route, allow)),
  })
  app.route({
    url,
    method: METHODS.filter(method => method !== 'OPTIONS' && !route.methods.includes(method as Method)),
    exposeHeadRoute: false,
    // Before the body is read: whatever it is, it is not wanted here.
    onRequest({ exchange, method }, _reply, done) {
      exchange.entry = entry
      exchange.allow = allow
      done(new Fault('method_not_allowed', `${method} is not allowed here; use one of ${allow}`))
    },
    handler() {},
  })
}

function preflightHeaders({ requestHeaders = 'x-api-key, content-type' }: Route, allow: string): string[] {
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
