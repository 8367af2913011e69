// The system paths: explorer, reference, OpenAPI, health, readiness, metrics, status and problem descriptions.
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../engine/answer.ts'
import type { FaultCode } from '../kit/fault.ts'
import { Fault, faultTable } from '../kit/fault.ts'
import type { Registry } from '../engine/registry.ts'
import { docsPage, problemPage, problemsPage, unbuiltPage } from './docs.ts'
import { type Exchange, end, sendProblem } from './exchange.ts'
import { explorerCsp, explorerFacts, type ExplorerParts } from './explorer.ts'
import { type FinderPlace, finderAddress } from './finder-address.ts'
import { llmsText } from './llms.ts'
import { wantedEncoding } from './negotiate.ts'
import { openApiDocument } from './openapi.ts'
import type { ServeSystem } from './server.ts'
import { readWebFiles } from './web-files.ts'

export interface SystemParts {
  readonly registry: Registry
  readonly version: string
  /** The address that people see, for examples. */
  readonly address: () => string
  /** Where the finder has an address of its own. */
  readonly finder: FinderPlace
  /** Whether requests can be served, and if not or only in part, why. */
  readonly readiness: () => {
    readonly ready: boolean
    readonly state: string
    readonly reasons: readonly string[]
  }
  readonly metrics: () => Promise<string>
  readonly status: () => unknown
  readonly explorer: ExplorerParts
  /** Where the build has put the pages for people. */
  readonly webFolder?: string
}

interface Reply {
  readonly status?: number
  readonly type: string
  /** A text, or bytes by encoding. */
  readonly body: string | ReadonlyMap<Encoding, Buffer>
  readonly cacheControl?: string
  readonly csp?: string
}

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const gzipAsync = promisify<Buffer, Buffer>(gzip)
const brotliAsync = promisify(brotliCompress)

type Route = (exchange: Exchange) => Reply | Promise<Reply>

export function createSystem(parts: SystemParts): ServeSystem {
  const { registry, version } = parts
  const finderFor = ({ request }: Exchange) => finderAddress(parts.finder, request)
  const addresses = (exchange: Exchange) => ({ main: parts.address(), finder: finderFor(exchange) })
  const openapi = JSON.stringify(openApiDocument(registry, version), null, 1)
  const routes = new Map<string, Route>([
    ...['/', '/errors', '/status', '/usage'].map((path): [string, Route] => [
      path,
      () => page(unbuiltPage()),
    ]),
    ...webRoutes(parts, finderFor),
    [
      '/explorer.json',
      ({ request }) => ({ ...json(explorerFacts(parts.explorer, request)), cacheControl: 'no-store' }),
    ],
    ['/docs', exchange => page(docsPage(registry, addresses(exchange)))],
    ['/problems', exchange => (wantsPage(exchange) ? page(problemsPage()) : json(allProblems))],
    [
      '/openapi.json',
      exchange => {
        const finder = finderFor(exchange)
        return finder === undefined
          ? { type: 'application/json; charset=utf-8', body: openapi }
          : json(openApiDocument(registry, version, finder))
      },
    ],
    [
      '/llms.txt',
      exchange => ({ type: 'text/plain; charset=utf-8', body: llmsText(registry, addresses(exchange)) }),
    ],
    ['/healthz', () => json({ status: 'alive' })],
    ['/readyz', () => ready(parts)],
    [
      '/metrics',
      async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', body: await parts.metrics() }),
    ],
    ['/status.json', () => json(parts.status())],
  ])
  for (const problem of allProblems) {
    routes.set(problem.type, exchange =>
      wantsPage(exchange) ? page(problemPage(problem.code)) : json(problem),
    )
  }
  return async exchange => {
    const route = routes.get(exchange.path)
    if (!route) return false
    const { method } = exchange.request
    if (method === 'GET' || method === 'HEAD') await send(exchange, await route(exchange))
    else if (method === 'OPTIONS') end(exchange, 204, ['allow', 'GET, HEAD, OPTIONS'])
    else
      sendProblem(exchange, new Fault('method_not_allowed', `${method} is not allowed here`), [
        'allow',
        'GET, HEAD, OPTIONS',
      ])
    return true
  }
}

function webRoutes(
  { explorer, webFolder = WEB_FOLDER }: SystemParts,
  finderFor: (exchange: Exchange) => string | undefined,
): [string, Route][] {
  return Array.from(readWebFiles(webFolder), ([path, { type, encoded, hashed }]) => [
    path,
    exchange => ({
      type,
      body: encoded,
      csp: explorerCsp(explorer, finderFor(exchange)),
      cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
  ])
}

async function send(exchange: Exchange, reply: Reply): Promise<void> {
  const { status = 200, type, body, cacheControl = 'no-cache', csp = CSP } = reply
  const wanted = wantedEncoding(exchange.request.headers['accept-encoding'])
  const [encoding, bytes] = await encoded(body, wanted)
  const headers = [
    'content-type',
    type,
    'content-length',
    String(bytes.length),
    'cache-control',
    cacheControl,
  ]
  headers.push('content-security-policy', csp, 'referrer-policy', 'no-referrer')
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  end(exchange, status, headers, bytes)
}

/** Below this, compressing costs more than it saves. */
const SMALL_BYTES = 1_400

async function encoded(body: Reply['body'], wanted: Encoding): Promise<[Encoding, Buffer]> {
  if (typeof body !== 'string') {
    const ready = body.get(wanted)
    return ready ? [wanted, ready] : ['identity', body.get('identity') ?? Buffer.alloc(0)]
  }
  const bytes = Buffer.from(body)
  if (wanted === 'identity' || bytes.length < SMALL_BYTES) return ['identity', bytes]
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  return [wanted, wanted === 'br' ? await brotliAsync(bytes, quality) : await gzipAsync(bytes)]
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

/** The table, row by row. */
const allProblems = (Object.keys(faultTable) as FaultCode[]).map(code =>
  Object.assign({ type: `/problems/${code}`, code }, faultTable[code]),
)

/** A person gets a page, a program the table or its row. */
function wantsPage({ request }: Exchange): boolean {
  return request.headers.accept?.includes('text/html') ?? false
}
