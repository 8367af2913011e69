// Serves the operations: key → limits → parameters → engine → bytes. Knows no site by name.
import { LRUCache } from 'lru-cache'
import { parseCacheControl } from '../engine/freshness.ts'
import type { Engine, PreparedRequest } from '../engine/index.ts'
import type { RawParam } from '../kit/param-specs.ts'
import type { RegistryEntry } from '../engine/registry.ts'
import type { CallCounter } from './call-counter.ts'
import type { Answer } from '../engine/answer.ts'
import { acceptsCsv, createCsvAnswers, hasTable, takeFormat } from './csv-answer.ts'
import { clientAddress, admit, type AdmitParts } from './admit.ts'
import { addTiming, type Exchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import type { Route } from './route.ts'
import { createSendAnswer } from './send-answer.ts'
import { KEEP_ALIVE_MS } from './timeouts.ts'

export interface OperationParts extends AdmitParts {
  readonly engine: Engine
  readonly countCall: CallCounter
}

interface FormattedRequest {
  readonly prepared: PreparedRequest
  readonly format: 'csv' | 'json' | undefined
}

const METHODS = ['GET', 'HEAD', 'QUERY'] as const

/** What an address seen before means: a hit parses nothing. Bounded by the bytes held. */
const PREPARED_MAX_BYTES = 16 * 1024 * 1024

export function operationRoutes(parts: OperationParts, entries: readonly RegistryEntry[]): Route[] {
  const { engine, countCall } = parts
  const preparedByUrl = new LRUCache<string, FormattedRequest>({
    maxSize: PREPARED_MAX_BYTES,
    sizeCalculation: ({ prepared }, url) => sizeOfPrepared(prepared, url),
  })
  const sendAnswer = createSendAnswer(KEEP_ALIVE_MS / 1000)
  const csvAnswers = createCsvAnswers()

  function prepare({ request, body }: Exchange, entry: RegistryEntry): FormattedRequest {
    const url = request.url ?? ''
    if (body.length > 0) {
      return prepareGiven(entry, [...parseQueryParams(url), ...readBody(body, request.headers)])
    }
    const known = preparedByUrl.get(url)
    if (known) return known
    const prepared = prepareGiven(entry, parseQueryParams(url))
    preparedByUrl.set(url, prepared)
    return prepared
  }

  function prepareGiven(entry: RegistryEntry, all: readonly RawParam[]): FormattedRequest {
    const { given, format } = hasTable(entry) ? takeFormat(all) : { given: all, format: undefined }
    return { prepared: engine.prepare(entry, given), format }
  }

  /** Without a wait when the answer is at hand. */
  function answer(exchange: Exchange, entry: RegistryEntry): void | Promise<void> {
    const { prepared, format } = prepare(exchange, entry)
    const { headers } = exchange.request
    const isCsv = format === undefined ? hasTable(entry) && acceptsCsv(headers.accept) : format === 'csv'
    const inFormat = (one: Answer) => (isCsv ? csvAnswers(entry, one) : one)
    const nowMs = Date.now()
    exchange.freshness = parseCacheControl(headers['cache-control'])
    const found = engine.findCached(prepared.cacheKey, exchange.freshness, nowMs)
    if (typeof found !== 'object') {
      exchange.isCacheBypassed = found === 'bypassed'
      return answerCold(exchange, prepared, inFormat)
    }
    exchange.cache = 'hit'
    return sendAnswer(exchange, inFormat(found), nowMs)
  }

  async function answerCold(
    exchange: Exchange,
    prepared: PreparedRequest,
    inFormat: (answer: Answer) => Answer,
  ): Promise<void> {
    const { response, freshness } = exchange
    addTiming(exchange, 'key', performance.now() - exchange.startedMs)
    const left = new AbortController()
    const leave = () => left.abort()
    response.once('close', leave)
    const outcome = await engine.make(prepared, {
      freshness,
      caller: exchange.key?.id ?? clientAddress(exchange),
      signal: left.signal,
      onTiming: (stage, ms) => addTiming(exchange, stage, ms),
    })
    response.off('close', leave)
    exchange.cache = outcome.cache
    return sendAnswer(exchange, inFormat(outcome.answer), Date.now())
  }

  return entries.map(entry => ({
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
  }))
}

/** The address is held as it came, and twice as values: in the name of the cache entry and as parameters. */
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
