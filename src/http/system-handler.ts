// The system routes: explorer, reference, OpenAPI, health, readiness, metrics, status and problem descriptions.
import { fileURLToPath } from 'node:url'
import type { Encoding } from '../engine/answer.ts'
import { type FaultCode, faultTable } from '../kit/fault.ts'
import type { Registry } from '../engine/registry.ts'
import { encodeText, keepEncoded, pickEncoding } from './encoded-text.ts'
import type { Exchange } from './exchange.ts'
import { explorerCsp, explorerConfig, type ExplorerParts } from './explorer-config.ts'
import { type Addresses, type FinderEndpoint, finderAddress } from './finder-address.ts'
import { llmsText } from './llms.ts'
import { negotiateEncoding, prefersHtml } from './negotiate.ts'
import { readAnswerExamples } from './answer-examples.ts'
import { openApiDocument } from './openapi.ts'
import { createReferenceCheck } from './reference-pages.ts'
import { endResponse } from './respond.ts'
import type { Route } from './route.ts'
import { problemPage, problemsPage, STATIC_PAGE_CSP, unbuiltPage } from './static-pages.ts'
import { readGuideAddresses, readWebFiles } from './web-files.ts'
import { packageRoot } from '../runtime/package-files.ts'

export interface SystemParts {
  readonly registry: Registry
  readonly version: string
  /** The public URL, for examples. */
  readonly address: () => string
  /** Where the finder is reached, if it has its own URL or port. */
  readonly finder: FinderEndpoint
  /** Whether requests can be served, and why not or only in part. */
  readonly readiness: () => {
    readonly ready: boolean
    readonly state: string
    readonly reasons: readonly string[]
  }
  readonly metrics: () => Promise<string>
  readonly status: () => unknown
  readonly explorer: ExplorerParts
  /** Folder of the built web pages. */
  readonly webFolder?: string
}

interface Reply {
  readonly status?: number
  readonly type: string
  /** Text, or bytes by encoding. */
  readonly body: string | ReadonlyMap<Encoding, Buffer>
  readonly cacheControl?: string
  readonly csp?: string
}

const WEB_FOLDER = fileURLToPath(new URL('web/dist', packageRoot))

type Answer = (exchange: Exchange) => Reply | Promise<Reply>

export function systemRoutes(parts: SystemParts): Route[] {
  return Array.from(systemAnswers(parts), ([path, answer]) => ({
    path,
    methods: ['GET', 'HEAD'],
    isForOwnPages: ABOUT_THIS_SERVER.has(path),
    handle: async exchange => sendReply(exchange, await answer(exchange)),
  }))
}

/** What an operator sees: not for any page that the operator's browser has open. */
const ABOUT_THIS_SERVER: ReadonlySet<string> = new Set([
  '/status.json',
  '/explorer.json',
  '/metrics',
  '/readyz',
])

function systemAnswers(parts: SystemParts): Map<string, Answer> {
  const { registry, version } = parts
  const finderFor = ({ request }: Exchange) => finderAddress(parts.finder, request)
  const addresses = (exchange: Exchange) => ({ main: parts.address(), finder: finderFor(exchange) })
  const llms = keepEncoded((addresses: Addresses) => llmsText(registry, addresses))
  const openapi = keepEncoded(({ finder }: Pick<Addresses, 'finder'>) =>
    JSON.stringify(
      openApiDocument(registry, version, { finderAddress: finder, examples: readAnswerExamples(registry) }),
      null,
      1,
    ),
  )
  const problems = keepEncoded(problemsPage)
  return new Map<string, Answer>([
    ...pageAnswers(parts, finderFor),
    [
      '/explorer.json',
      ({ request }) => ({ ...jsonReply(explorerConfig(parts.explorer, request)), cacheControl: 'no-store' }),
    ],
    [
      '/problems',
      async exchange =>
        prefersHtml(exchange.request) ? htmlReply(await problems({})) : jsonReply(allProblems),
    ],
    [
      '/openapi.json',
      async exchange => ({ type: JSON_TYPE, body: await openapi({ finder: finderFor(exchange) }) }),
    ],
    [
      '/llms.txt',
      async exchange => ({ type: 'text/plain; charset=utf-8', body: await llms(addresses(exchange)) }),
    ],
    ['/healthz', () => jsonReply({ status: 'alive' })],
    ['/readyz', () => readinessReply(parts)],
    [
      '/metrics',
      async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', body: await parts.metrics() }),
    ],
    ['/status.json', () => jsonReply(parts.status())],
    ...allProblems.map((problem): [string, Answer] => [
      problem.type,
      exchange => (prefersHtml(exchange.request) ? htmlReply(problemPage(problem.code)) : jsonReply(problem)),
    ]),
  ])
}

const PAGES = ['/', '/watches', '/errors', '/status', '/usage', '/docs']

function pageAnswers(parts: SystemParts, finderFor: FinderFor): Map<string, Answer> {
  const checkOperation = createReferenceCheck(() => openApiDocument(parts.registry, parts.version))
  const answers = new Map<string, Answer>([
    ...PAGES.map((path): [string, Answer] => [path, () => htmlReply(unbuiltPage())]),
    ...webAnswers(parts, finderFor),
  ])
  const reference = answers.get('/docs')
  if (!reference) return answers
  for (const path of readGuideAddresses(parts.webFolder ?? WEB_FOLDER)) answers.set(path, reference)
  answers.set('/docs/:operation', exchange => {
    checkOperation(exchange.pathParams.operation ?? '')
    return reference(exchange)
  })
  return answers
}

type FinderFor = (exchange: Exchange) => string | undefined

function webAnswers(
  { explorer, webFolder = WEB_FOLDER }: SystemParts,
  finderFor: FinderFor,
): [string, Answer][] {
  return Array.from(readWebFiles(webFolder), ([path, { type, encoded, hashed }]) => [
    path,
    exchange => ({
      type,
      body: encoded,
      csp: explorerCsp(explorer, exchange.request, finderFor(exchange)),
      cacheControl: hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    }),
  ])
}

async function sendReply(exchange: Exchange, reply: Reply): Promise<void> {
  const { status = 200, type, body, cacheControl = 'no-cache', csp = STATIC_PAGE_CSP } = reply
  const wanted = negotiateEncoding(exchange.request.headers['accept-encoding'])
  const [encoding, bytes] =
    typeof body === 'string' ? await encodeText(body, wanted) : pickEncoding(body, wanted)
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
  endResponse(exchange, status, headers, bytes)
}

const JSON_TYPE = 'application/json; charset=utf-8'

function htmlReply(body: Reply['body']): Reply {
  return { type: 'text/html; charset=utf-8', body }
}

function jsonReply(value: unknown): Reply {
  return { type: JSON_TYPE, body: JSON.stringify(value, null, 1) }
}

function readinessReply({ readiness }: SystemParts): Reply {
  const state = readiness()
  return { ...jsonReply({ status: state.state, reasons: state.reasons }), status: state.ready ? 200 : 503 }
}

/** All rows of the table of faults. */
const allProblems = (Object.keys(faultTable) as FaultCode[]).map(code =>
  Object.assign({ type: `/problems/${code}`, code }, faultTable[code]),
)
