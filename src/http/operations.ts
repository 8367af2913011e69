// Serves the operations: key → limits → parameters → engine → bytes. Knows no site by name.
// A plain handler, not a framework's route: the answers are finished bytes, and a hit must cost little more than sending them.
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'
import type { Engine, Prepared } from '../engine/index.ts'
import { freshnessOf } from '../engine/freshness.ts'
import type { Given } from '../engine/params.ts'
import type { Entry } from '../engine/registry.ts'
import type { Events } from '../events.ts'
import { Fault, faultTable } from '../kit/fault.ts'
import type { Admission } from '../state/admission.ts'
import type { KeyRing } from '../state/key-ring.ts'
import { covers, type KeyRecord } from '../state/keys.ts'
import type { Rate } from '../state/limits.ts'
import type { Meter } from '../state/meter.ts'
import { hasBody, readBody } from './body.ts'
import { addTiming, type Exchange, end, sendAnswer, sendProblem } from './exchange.ts'
import { asFault } from './problems.ts'

export interface FaceParts {
  readonly config: Pick<Config, 'anonymous' | 'keyDefaults'>
  readonly engine: Engine
  readonly ring: KeyRing
  readonly admission: Admission
  readonly meter: Meter
  readonly events: Events
}

export type ServeOperation = (exchange: Exchange, entry: Entry) => Promise<void>

const METHODS = 'GET, HEAD, OPTIONS, QUERY'

export function createOperations(parts: FaceParts): ServeOperation {
  const { engine } = parts
  /** Addresses seen before and what they mean: a hit parses nothing. */
  const preparedByUrl = new LRUCache<string, Prepared>({ max: 20_000 })

  const account = createAccount(parts)

  async function prepare({ request }: Exchange, entry: Entry): Promise<Prepared> {
    const url = request.url ?? ''
    if (hasBody(request)) return engine.prepare(entry, [...givenInQuery(url), ...(await readBody(request))])
    const known = preparedByUrl.get(url)
    if (known) return known
    const prepared = engine.prepare(entry, givenInQuery(url))
    preparedByUrl.set(url, prepared)
    return prepared
  }

  async function answer(exchange: Exchange, entry: Entry): Promise<void> {
    const { request, response } = exchange
    await admit(parts, exchange, entry)
    const admittedMs = performance.now()
    const prepared = await prepare(exchange, entry)
    const freshness = freshnessOf(request.headers['cache-control'])
    const nowMs = Date.now()
    const atHand = engine.atHand(prepared.name, freshness, nowMs)
    if (atHand) {
      exchange.cache = 'hit'
      return sendAnswer(exchange, atHand, nowMs)
    }
    addTiming(exchange, 'key', admittedMs - exchange.startedMs)
    const left = new AbortController()
    const leave = () => left.abort(new Fault('upstream_timeout', 'the caller has left'))
    response.once('close', leave)
    const outcome = await engine.ask(prepared, {
      freshness,
      caller: exchange.key?.id ?? addressOf(exchange),
      signal: left.signal,
      timed: (stage, ms) => addTiming(exchange, stage, ms),
    })
    response.off('close', leave)
    exchange.cache = outcome.cache
    return sendAnswer(exchange, outcome.answer, Date.now())
  }

  return async (exchange, entry) => {
    exchange.entry = entry
    const { request } = exchange
    try {
      if (request.method === 'OPTIONS') return preflight(exchange)
      if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'QUERY') {
        throw new Fault('method_not_allowed', `${request.method} is not allowed here; use one of ${METHODS}`)
      }
      await answer(exchange, entry)
    } catch (error) {
      const fault = asFault(error)
      if (fault.status === 401 || fault.status === 405) showAnonymousLimit(parts, exchange)
      sendProblem(exchange, fault, fault.status === 405 ? ['allow', METHODS] : [])
      // What is left of a refused body must not be taken for the next request.
      if (!request.complete) closeAfter(exchange)
    } finally {
      account(exchange, entry)
    }
  }
}

function closeAfter({ request, response }: Exchange): void {
  response.once('finish', () => request.destroy())
}

/** Key, limits and scope of the caller: what is found is noted on the exchange. */
export async function admit(parts: FaceParts, exchange: Exchange, entry: Entry): Promise<void> {
  const keyText = exchange.request.headers['x-api-key']
  if (typeof keyText === 'string' && keyText !== '') {
    const key = await admitKey(parts, exchange, keyText)
    if (!covers(key, entry.operation.id)) {
      throw new Fault('key_not_allowed', `the scope of this key does not cover ${entry.operation.id}`)
    }
  } else if (entry.operation.open) {
    await take(parts, exchange, `address ${addressOf(exchange)}`, parts.config.anonymous)
  } else {
    throw new Fault('missing_key', 'send your key in the header x-api-key')
  }
}

export async function admitKey(
  parts: FaceParts,
  exchange: Exchange,
  keyText: string,
  takesQuota = true,
): Promise<KeyRecord> {
  const { config, ring } = parts
  const found = ring.find(keyText, Date.now())
  const key = found instanceof Promise ? await found : found
  if (!key) throw new Fault('invalid_key', 'the key is not accepted')
  exchange.key = key
  const rate = {
    ratePerS: key.ratePerS ?? config.keyDefaults.ratePerS,
    burst: key.burst ?? config.keyDefaults.burst,
  }
  await take(parts, exchange, key.id, rate, takesQuota ? key : undefined)
  return key
}

async function take(
  { admission }: FaceParts,
  exchange: Exchange,
  caller: string,
  rate: Rate,
  key?: KeyRecord,
): Promise<void> {
  const asked = admission.admit(caller, rate, key, Date.now())
  const { taken, quota } = asked instanceof Promise ? await asked : asked
  exchange.limit = { taken, rate }
  if (quota) exchange.quota = quota
  refuseBeyondLimits(exchange)
}

function refuseBeyondLimits({ limit, quota }: Exchange): void {
  if (limit && !limit.taken.allowed) {
    throw new Fault('rate_limited', 'too many requests; wait for Retry-After', {
      retryAfterMs: limit.taken.retryAfterMs,
    })
  }
  if (quota && !quota.allowed) {
    throw new Fault('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, {
      retryAfterMs: quota.resetMs,
    })
  }
}

/** Strangers see the limit that holds for them. */
export function showAnonymousLimit({ config, admission }: FaceParts, exchange: Exchange): void {
  if (exchange.limit) return
  const rate = config.anonymous
  exchange.limit = { taken: admission.peek(`address ${addressOf(exchange)}`, rate, Date.now()), rate }
}

function addressOf({ request }: Exchange): string {
  return request.socket.remoteAddress ?? 'unknown'
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

/** Counts a call for its key and tells the observers. */
export function createAccount({
  meter,
  events,
}: Pick<FaceParts, 'meter' | 'events'>): (exchange: Exchange, entry: Entry) => void {
  const hits = createHitCount(events)

  return (exchange, entry) => {
    const { fault, key, cache, request, response } = exchange
    const operation = entry.operation.id
    if (key) {
      const counts =
        fault === undefined || (faultTable[fault.code].whose === 'caller' && fault.code !== 'quota_exceeded')
      exchange.quota?.settle?.(counts)
      meter.count({ keyId: key.id, operation, outcome: fault?.code ?? 'ok', cache, counts }, Date.now())
    }
    if (cache === 'hit' && !fault) return hits.add(operation)
    events.emit('answered', {
      requestId: exchange.requestId,
      operation,
      keyId: key?.id,
      method: request.method ?? '',
      path: exchange.path,
      status: fault?.status ?? response.statusCode,
      fault,
      cache,
      ms: performance.now() - exchange.startedMs,
    })
  }
}

/** Sums up hits and tells of them once a second. */
function createHitCount(events: Events): { add(operation: string): void } {
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    for (const [operation, count] of counts) events.emit('hits', { operation, count })
    counts.clear()
  }
  return {
    add(operation) {
      counts.set(operation, (counts.get(operation) ?? 0) + 1)
      timer ??= setTimeout(tell, 1_000).unref()
    },
  }
}
