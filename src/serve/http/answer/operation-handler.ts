// Serves the operations: key → limits → parameters → engine → bytes. Independent of individual sites.
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { parseCacheControl } from '../../../answer/cache/answer-cache.ts'
import type { CacheMiss, Engine, PreparedRequest } from '../../../answer/index.ts'
import type { RawParam } from '#kit/params/param-specs'
import type { RegisteredOperation } from '../../../answer/request/registry.ts'
import type { CallCounter } from '../call-counter.ts'
import type { Answer } from '../../../answer/cache/answer.ts'
import {
  acceptsCsv,
  type AnswerFormat,
  createTableAnswers,
  hasTable,
  takeFormat,
  withoutTable,
} from './csv-answer.ts'
import { clientAddress, admit, type AdmitParts } from '../admit.ts'
import { addTiming, type Exchange } from '../exchange.ts'
import { readBody } from './read-body.ts'
import type { Route } from '../route.ts'
import { createSendAnswer } from './send-answer.ts'

export interface OperationParts extends AdmitParts {
  readonly engine: Engine
  readonly countCall: CallCounter
}

interface FormattedRequest {
  readonly entry: RegisteredOperation
  readonly prepared: PreparedRequest
  readonly format: AnswerFormat | undefined
}

const METHODS = ['GET', 'HEAD', 'QUERY'] as const

/** Cache of parsed URLs, so that a cache hit parses nothing. */
const PREPARED_MAX_BYTES = 16 * 1024 * 1024

export function operationRoutes(parts: OperationParts, entries: readonly RegisteredOperation[]) {
  const { engine, countCall } = parts
  const requests = createPreparedRequests(engine)
  const sendAnswer = createSendAnswer()
  const tableAnswers = createTableAnswers()

  /** Synchronous if the answer is cached. */
  function answer(exchange: Exchange, entry: RegisteredOperation): void | Promise<void> {
    const { prepared, format } = requests.prepare(exchange, entry)
    const { headers } = exchange.request
    const isCsv = format === undefined && hasTable(entry) && acceptsCsv(headers.accept)
    const outputFormat = isCsv ? 'csv' : (format ?? 'json')
    const inFormat = (one: Answer) => (outputFormat === 'json' ? one : tableAnswers(entry, one, outputFormat))
    const nowMs = Date.now()
    exchange.freshness = parseCacheControl(headers['cache-control'])
    const lookup = engine.find(prepared, exchange.freshness, nowMs)
    if (lookup.kind === 'miss') {
      exchange.isCacheBypassed = lookup.isBypassed
      return makeMissed(engine, exchange, lookup).then(produced =>
        sendAnswer(exchange, inFormat(produced), Date.now()),
      )
    }
    exchange.cache = 'hit'
    return sendAnswer(exchange, inFormat(lookup.answer), nowMs)
  }

  const routes = entries.map(
    (entry): Route => ({
      path: entry.path,
      methods: METHODS,
      entry,
      requestHeaders: 'x-api-key, content-type, cache-control, if-none-match',
      admit: exchange => admit(parts, exchange, entry),
      handle(exchange) {
        const answering = answer(exchange, entry)
        if (answering) return answering.then(() => countCall(exchange, entry))
        return countCall(exchange, entry)
      },
    }),
  )
  const routeByEntry = new Map(routes.map(route => [route.entry, route]))
  return {
    routes,
    /** The route of a URL that has been parsed before. */
    findKnownRoute({ method, url = '' }: IncomingMessage): Route | undefined {
      const request = method === 'GET' ? requests.findKnown(url) : undefined
      return request && routeByEntry.get(request.entry)
    },
    /** Forgets the parsed URLs: a change of settings may lead them to another shop. */
    clearKnown: () => requests.clear(),
  }
}

/** Parses the parameters of requests; a known URL is not parsed again. */
function createPreparedRequests(engine: Engine) {
  const preparedByUrl = new LRUCache<string, FormattedRequest>({
    maxSize: PREPARED_MAX_BYTES,
    sizeCalculation: ({ prepared }, url) => sizeOfPrepared(prepared, url),
  })
  const prepareParams = (entry: RegisteredOperation, all: readonly RawParam[]): FormattedRequest => {
    const { rawParams, format } = hasTable(entry)
      ? takeFormat(all)
      : { rawParams: withoutTable(entry, all), format: undefined }
    return { entry, prepared: engine.prepare(entry, rawParams), format }
  }
  return {
    prepare({ request, body }: Exchange, entry: RegisteredOperation): FormattedRequest {
      const url = request.url ?? ''
      if (body.length > 0) {
        return prepareParams(entry, [...parseQueryParams(url), ...readBody(body, request.headers)])
      }
      const cached = preparedByUrl.get(url)
      if (cached) return cached
      const prepared = prepareParams(entry, parseQueryParams(url))
      preparedByUrl.set(url, prepared)
      return prepared
    },
    findKnown: (url: string) => preparedByUrl.get(url),
    clear: () => preparedByUrl.clear(),
  }
}

async function makeMissed(engine: Engine, exchange: Exchange, missed: CacheMiss): Promise<Answer> {
  const { response } = exchange
  addTiming(exchange, 'key', performance.now() - exchange.startedMs)
  const closed = new AbortController()
  const onClose = () => closed.abort()
  response.once('close', onClose)
  const recordFor = { requestId: exchange.requestId, keyId: exchange.key?.id ?? null, isRecorded: false }
  exchange.recordFor = recordFor
  const outcome = await engine.make(missed, {
    recordFor,
    caller: exchange.key?.id ?? clientAddress(exchange),
    signal: closed.signal,
    onTiming: (step, ms) => addTiming(exchange, step, ms),
  })
  response.off('close', onClose)
  exchange.cache = outcome.cache
  return outcome.answer
}

/** An entry contains the URL, and its values twice: in the cache key and as parameters. */
export function sizeOfPrepared({ cacheKey }: PreparedRequest, url: string): number {
  return url.length + cacheKey.length * 4 + 1_000
}

export function parseQueryParams(url: string): RawParam[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  return Array.from(new URLSearchParams(url.slice(mark + 1)), ([name, value]) => ({
    name,
    value,
    in: 'query' as const,
  }))
}
