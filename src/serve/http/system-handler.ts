// The documents of the server: pages, reference, OpenAPI, metrics and problem descriptions.
import { fileURLToPath } from 'node:url'
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import type { Registry } from '../../answer/request/registry.ts'
import { keepEncoded } from './answer/encoded-text.ts'
import type { Exchange } from './exchange.ts'
import { explorerConfig, explorerCsp, type ExplorerParts } from './pages/explorer-config.ts'
import { type Addresses, finderAddress, type FinderEndpoint } from './pages/finder-address.ts'
import { llmsFullText, llmsText } from './pages/llms.ts'
import { JSON_TYPE, jsonReply, prefersHtml, type DocumentResponse, sendDocument } from './answer/respond.ts'
import { readAnswerExamples } from './openapi/answer-examples.ts'
import { openApiDocument } from './openapi/openapi-document.ts'
import type { Route } from './route.ts'
import { problemPage, problemsPage, unbuiltPage } from './answer/static-pages.ts'
import { readGuideAddresses, readWebFiles } from './pages/web-files.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'
import { packageRoot } from '../../runtime/package-files.ts'

export interface SystemParts {
  readonly registry: Registry
  readonly version: string
  /** The public URL, for examples. */
  readonly address: () => string
  /** Where the finder is reached, if it has its own URL or port. */
  readonly finder: FinderEndpoint
  readonly metrics: () => Promise<string>
  readonly explorer: ExplorerParts
  /** Folder of the built web pages. */
  readonly webFolder?: string
}

const TEXT_TYPE = 'text/plain; charset=utf-8'
const WEB_FOLDER = fileURLToPath(new URL('web/dist', packageRoot))

type Answer = (exchange: Exchange) => DocumentResponse | Promise<DocumentResponse>

export function documentRoutes(parts: SystemParts): Route[] {
  return Array.from(systemAnswers(parts), ([path, answer]) => ({
    path,
    methods: ['GET', 'HEAD'],
    isForOwnPages: ABOUT_THIS_SERVER.has(path),
    handle: async exchange => sendDocument(exchange, await answer(exchange)),
  }))
}

/** What an operator sees: not for any page that the operator's browser has open. */
const ABOUT_THIS_SERVER: ReadonlySet<string> = new Set(['/explorer.json', '/metrics'])

function systemAnswers(parts: SystemParts): Map<string, Answer> {
  const { registry, version } = parts
  const finderFor = ({ request }: Exchange) => finderAddress(parts.finder, request)
  const addresses = (exchange: Exchange) => ({ main: parts.address(), finder: finderFor(exchange) })
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
    ...Object.entries({ '/llms.txt': llmsText, '/llms-full.txt': llmsFullText }).map(
      ([path, write]): [string, Answer] => {
        const text = keepEncoded((origins: Addresses) => write(registry, origins))
        return [path, async exchange => ({ type: TEXT_TYPE, body: await text(addresses(exchange)) })]
      },
    ),
    [
      '/metrics',
      async () => ({ type: 'text/plain; version=0.0.4; charset=utf-8', body: await parts.metrics() }),
    ],
    ...allProblems.map((problem): [string, Answer] => [
      problem.type,
      exchange => (prefersHtml(exchange.request) ? htmlReply(problemPage(problem.code)) : jsonReply(problem)),
    ]),
  ])
}

const PAGES = ['/', '/watches', '/status', '/usage', '/settings', '/docs']

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
    const { operation = '' } = exchange.pathParams
    // The folder of the guides.
    if (operation !== 'guides') checkOperation(operation)
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

function htmlReply(body: DocumentResponse['body']): DocumentResponse {
  return { type: 'text/html; charset=utf-8', body }
}

/** All rows of the table of faults. */
const allProblems = (Object.keys(faultTable) as FaultCode[]).map(code =>
  Object.assign({ type: `/problems/${code}`, code }, faultTable[code]),
)

interface PathItem {
  readonly [method: string]: { readonly operationId?: string } | undefined
}

/** Throws for an unknown operation. Reads the document once, at the first request. */
export function createReferenceCheck(document: () => Record<string, unknown>): (id: string) => void {
  let ids: readonly string[] | undefined
  return id => {
    ids ??= operationIds(document())
    if (ids.includes(id)) return
    const near = findNearestName(id, ids)
    const hint = near === undefined ? 'see /docs' : `the nearest is /docs/${near}`
    throw new Fault('unknown_path', `the reference has no operation of this name; ${hint}`)
  }
}

function operationIds({ paths }: Record<string, unknown>): string[] {
  return Object.values(paths as Record<string, PathItem>).flatMap(item =>
    Object.values(item).flatMap(operation => operation?.operationId ?? []),
  )
}
