// Serves the operations: key → limits → parameters → engine → bytes. Knows no site by name.
// A plain handler, not a framework's route: the answers are finished bytes, and a hit must cost little more than sending them.
import { LRUCache } from 'lru-cache'
import { ANY_FRESH, freshnessOf } from '../engine/freshness.ts'
import type { Engine, Prepared } from '../engine/index.ts'
import type { Given } from '../engine/params.ts'
import type { Entry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import type { Account } from './account.ts'
import { addressOf, admit, type GateParts, showAnonymousLimit } from './admit.ts'
import { hasBody, readBody } from './body.ts'
import { addTiming, type Exchange, end, sendAnswer, sendProblem } from './exchange.ts'
import { asFault } from './problems.ts'

export interface OperationParts extends GateParts {
  readonly engine: Engine
  readonly account: Account
}

/** Done when it returns, or when the promise is kept. */
export type ServeOperation = (exchange: Exchange, entry: Entry) => void | Promise<void>

const METHODS = 'GET, HEAD, OPTIONS, QUERY'

export function createOperations(parts: OperationParts): ServeOperation {
  const { engine, account } = parts
  /** Addresses seen before and what they mean: a hit parses nothing. */
  const preparedByUrl = new LRUCache<string, Prepared>({ max: 20_000 })

  function prepare({ request }: Exchange, entry: Entry): Prepared | Promise<Prepared> {
    const url = request.url ?? ''
    if (hasBody(request))
      return readBody(request).then(body => engine.prepare(entry, [...givenInQuery(url), ...body]))
    const known = preparedByUrl.get(url)
    if (known) return known
    const prepared = engine.prepare(entry, givenInQuery(url))
    preparedByUrl.set(url, prepared)
    return prepared
  }

  /** Without a wait when the caller is known and the answer is at hand. */
  function answer(exchange: Exchange, entry: Entry): void | Promise<void> {
    const admitted = admit(parts, exchange, entry)
    if (admitted) return admitted.then(() => answerAdmitted(exchange, entry))
    return answerAdmitted(exchange, entry)
  }

  function answerAdmitted(exchange: Exchange, entry: Entry): void | Promise<void> {
    const prepared = prepare(exchange, entry)
    if (prepared instanceof Promise) return prepared.then(ready => answerPrepared(exchange, ready))
    return answerPrepared(exchange, prepared)
  }

  function answerPrepared(exchange: Exchange, prepared: Prepared): void | Promise<void> {
    const nowMs = Date.now()
    const freshness = freshnessOf(exchange.request.headers['cache-control'])
    const atHand = engine.atHand(prepared.name, freshness, nowMs)
    if (!atHand) {
      exchange.isPassedOver = engine.atHand(prepared.name, ANY_FRESH, nowMs) !== undefined
      return answerCold(exchange, prepared)
    }
    exchange.cache = 'hit'
    return sendAnswer(exchange, atHand, nowMs)
  }

  async function answerCold(exchange: Exchange, prepared: Prepared): Promise<void> {
    const { request, response } = exchange
    addTiming(exchange, 'key', performance.now() - exchange.startedMs)
    const left = new AbortController()
    const leave = () => left.abort(new Fault('upstream_timeout', 'the caller has left'))
    response.once('close', leave)
    const outcome = await engine.ask(prepared, {
      freshness: freshnessOf(request.headers['cache-control']),
      caller: exchange.key?.id ?? addressOf(exchange),
      signal: left.signal,
      timed: (stage, ms) => addTiming(exchange, stage, ms),
    })
    response.off('close', leave)
    exchange.cache = outcome.cache
    return sendAnswer(exchange, outcome.answer, Date.now())
  }

  function refuse(exchange: Exchange, error: unknown): void {
    const fault = asFault(error)
    if (fault.status === 401 || fault.status === 405) showAnonymousLimit(parts, exchange)
    sendProblem(exchange, fault, fault.status === 405 ? ['allow', METHODS] : [])
    // What is left of a refused body must not be taken for the next request.
    if (!exchange.request.complete) closeAfter(exchange)
  }

  return (exchange, entry) => {
    exchange.entry = entry
    const { method } = exchange.request
    if (method === 'OPTIONS') return preflight(exchange)
    try {
      if (method !== 'GET' && method !== 'HEAD' && method !== 'QUERY') {
        throw new Fault('method_not_allowed', `${method} is not allowed here; use one of ${METHODS}`)
      }
      const answering = answer(exchange, entry)
      if (answering) {
        return answering
          .catch((error: unknown) => refuse(exchange, error))
          .finally(() => account(exchange, entry))
      }
    } catch (error) {
      refuse(exchange, error)
    }
    return account(exchange, entry)
  }
}

function closeAfter({ request, response }: Exchange): void {
  response.once('finish', () => request.destroy())
}

export function givenInQuery(url: string): Given[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  return Array.from(new URLSearchParams(url.slice(mark + 1)), ([name, value]) => ({
    name,
    value,
    in: 'query' as const,
  }))
}

function preflight(exchange: Exchange): void {
  end(exchange, 204, [
    'allow',
    METHODS,
    'access-control-allow-methods',
    METHODS,
    'access-control-allow-headers',
    'x-api-key, content-type, cache-control, if-none-match',
    'access-control-max-age',
    '86400',
  ])
}
