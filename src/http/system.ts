// The system paths: explorer, reference, OpenAPI, health, readiness, metrics, status and problem descriptions.
import type { FaultCode } from '../kit/fault.ts'
import { Fault, faultTable } from '../kit/fault.ts'
import type { Registry } from '../engine/registry.ts'
import { docsPage, problemPage, problemsPage } from './docs.ts'
import { type Exchange, end, sendProblem } from './exchange.ts'
import { llmsText } from './llms.ts'
import { openApiDocument } from './openapi.ts'
import type { ServeSystem } from './server.ts'

export interface SystemParts {
  readonly registry: Registry
  readonly version: string
  /** The address that people see, for examples. */
  readonly address: () => string
  /** Whether requests can be served, and if not or only in part, why. */
  readonly readiness: () => {
    readonly ready: boolean
    readonly state: string
    readonly reasons: readonly string[]
  }
  readonly metrics: () => Promise<string>
  readonly status: () => unknown
}

interface Reply {
  readonly status?: number
  readonly type: string
  readonly body: string
}

type Route = (exchange: Exchange) => Reply | Promise<Reply>

export function createSystem(parts: SystemParts): ServeSystem {
  const openapi = JSON.stringify(openApiDocument(parts.registry, parts.version), null, 1)
  const routes = new Map<string, Route>([
    ['/', () => page(docsPage(parts.registry, parts.address()))],
    ['/docs', () => page(docsPage(parts.registry, parts.address()))],
    ['/problems', () => page(problemsPage())],
    ['/openapi.json', () => ({ type: 'application/json; charset=utf-8', body: openapi })],
    [
      '/llms.txt',
      () => ({ type: 'text/plain; charset=utf-8', body: llmsText(parts.registry, parts.address()) }),
    ],
    ['/healthz', () => json({ status: 'alive' })],
    ['/readyz', () => ready(parts)],
    [
      '/metrics',
      async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', body: await parts.metrics() }),
    ],
    ['/status.json', () => json(parts.status())],
  ])
  for (const code of Object.keys(faultTable) as FaultCode[]) {
    routes.set(`/problems/${code}`, exchange => problemReply(exchange, code))
  }
  return async exchange => {
    const route = routes.get(exchange.path)
    if (!route) return false
    const { method } = exchange.request
    if (method === 'GET' || method === 'HEAD') send(exchange, await route(exchange))
    else if (method === 'OPTIONS') end(exchange, 204, ['allow', 'GET, HEAD, OPTIONS'])
    else
      sendProblem(exchange, new Fault('method_not_allowed', `${method} is not allowed here`), [
        'allow',
        'GET, HEAD, OPTIONS',
      ])
    return true
  }
}

function send(exchange: Exchange, { status = 200, type, body }: Reply): void {
  const bytes = Buffer.from(body)
  end(
    exchange,
    status,
    [
      'content-type',
      type,
      'content-length',
      String(bytes.length),
      'cache-control',
      'no-cache',
      'content-security-policy',
      CSP,
    ],
    bytes,
  )
}

const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

function page(body: string): Reply {
  return { type: 'text/html; charset=utf-8', body }
}

function json(value: unknown): Reply {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(value, null, 1) }
}

function ready({ readiness }: SystemParts): Reply {
  const state = readiness()
  return { ...json({ status: state.state, reasons: state.reasons }), status: state.ready ? 200 : 503 }
}

/** A person gets a page, a program the row of the table. */
function problemReply({ request }: Exchange, code: FaultCode): Reply {
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  return wantsPage ? page(problemPage(code)) : json({ type: `/problems/${code}`, code, ...faultTable[code] })
}
