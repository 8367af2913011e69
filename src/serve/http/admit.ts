// Admits a caller: checks key, rate limit, quota and scope. Synchronous unless another process is involved, so that
// a cache hit does not wait.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../settings/config.ts'
import type { RegisteredOperation } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { type Admission, type AdmissionResult, NO_RATE_LIMIT, type Rate } from '../../store/keys/admission.ts'
import type { KeyCache } from '../../store/keys/key-cache.ts'
import { isInScope, type KeyRecord } from '../../store/keys/key-record.ts'
import { OPERATOR_KEY } from '../../store/keys/operator-key.ts'
import type { Exchange } from './exchange.ts'
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isLoopbackAddress } from '../../runtime/loopback.ts'

export interface AdmitParts {
  readonly config: Pick<Config, 'anonymous' | 'keyDefaults'>
  readonly keyCache: KeyCache
  readonly admission: Admission
  /** Who has it on this machine needs no key. */
  readonly operatorToken?: string
}

/** For an operation. Records key and limits on the exchange. */
export function admit(
  parts: AdmitParts,
  exchange: Exchange,
  entry: RegisteredOperation,
): void | Promise<void> {
  if (entry.operation.open && !hasKey(exchange)) return admitAddress(parts, exchange)
  const admitted = admitKey(parts, exchange)
  if (admitted) return admitted.then(() => throwIfOutOfScope(exchange, entry))
  return throwIfOutOfScope(exchange, entry)
}

/** For a path that needs no key: limited per address of the client. */
export function admitAddress(parts: AdmitParts, exchange: Exchange): void | Promise<void> {
  return checkLimits(parts, exchange, `address ${clientAddress(exchange)}`, parts.config.anonymous)
}

/** For a path that needs a key. `takesQuota`: whether the call counts against the monthly quota as well as the rate. */
export function admitKey(parts: AdmitParts, exchange: Exchange, takesQuota = true): void | Promise<void> {
  const keyOrPromise = findKey(parts, exchange)
  if (keyOrPromise instanceof Promise)
    return keyOrPromise.then(key => takeLimits(parts, exchange, key, takesQuota))
  return takeLimits(parts, exchange, keyOrPromise, takesQuota)
}

/** For a call of an operation within a request that was admitted with its key: checks scope and quota, not the rate. */
export async function admitQuota(
  parts: AdmitParts,
  exchange: Exchange,
  entry: RegisteredOperation,
): Promise<void> {
  const { key } = exchange
  if (!key) throw new Error('the request was not admitted with a key')
  await checkLimits(parts, exchange, `quota ${key.id}`, NO_RATE_LIMIT, key)
  throwIfOutOfScope(exchange, entry)
}

function hasKey({ request }: Exchange): boolean {
  return Boolean(request.headers['x-api-key'])
}

/** The key of the request, without counting a call. */
export function findKey(
  { keyCache, operatorToken }: AdmitParts,
  exchange: Exchange,
): KeyRecord | Promise<KeyRecord> {
  const text = exchange.request.headers['x-api-key']
  if (typeof text !== 'string' || text === '') {
    if (operatorToken !== undefined && isFromOperator(exchange.request, operatorToken)) return OPERATOR_KEY
    throw new Fault('missing_key', 'send your key in the header x-api-key')
  }
  const cached = keyCache.find(text, Date.now())
  if (cached instanceof Promise) return cached.then(key => key ?? refuseKey(exchange))
  return cached ?? refuseKey(exchange)
}

/** Every refusal takes this long, so that the response time does not reveal the reason. */
const REFUSAL_MS = 20

async function refuseKey({ startedMs }: Exchange): Promise<never> {
  await sleep(Math.max(1, startedMs + REFUSAL_MS - performance.now()))
  throw new Fault('invalid_key', 'the key is not accepted')
}

function takeLimits(
  parts: AdmitParts,
  exchange: Exchange,
  key: KeyRecord,
  takesQuota: boolean,
): void | Promise<void> {
  exchange.key = key
  if (key === OPERATOR_KEY) return checkLimits(parts, exchange, key.id, NO_RATE_LIMIT)
  const { keyDefaults } = parts.config
  const rate = { ratePerS: key.ratePerS ?? keyDefaults.ratePerS, burst: key.burst ?? keyDefaults.burst }
  return checkLimits(parts, exchange, key.id, rate, takesQuota ? key : undefined)
}

function checkLimits(
  { admission }: AdmitParts,
  exchange: Exchange,
  caller: string,
  rate: Rate,
  key?: KeyRecord,
): void | Promise<void> {
  const result = admission.admit(caller, rate, key, Date.now())
  if (result instanceof Promise) return result.then(admitted => enforceLimits(exchange, admitted, rate))
  return enforceLimits(exchange, result, rate)
}

function enforceLimits(exchange: Exchange, { rateLimit, quota }: AdmissionResult, rate: Rate): void {
  exchange.limit = { taken: rateLimit, rate }
  if (quota) exchange.quota = quota
  if (!rateLimit.allowed) {
    throw new Fault('rate_limited', 'too many requests; wait for Retry-After', {
      retryAfterMs: rateLimit.retryAfterMs,
    })
  }
  if (quota && !quota.allowed) {
    throw new Fault('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, {
      retryAfterMs: quota.resetMs,
    })
  }
}

function throwIfOutOfScope({ key }: Exchange, { operation }: RegisteredOperation): void {
  if (key && isInScope(key, operation.id)) return
  throw new Fault('key_not_allowed', `the scope of this key does not cover ${operation.id}`)
}

/** Adds the limit for anonymous callers to the response. */
export function showAnonymousLimit({ config, admission }: AdmitParts, exchange: Exchange): void {
  if (exchange.limit) return
  const rate = config.anonymous
  exchange.limit = { taken: admission.peek(`address ${clientAddress(exchange)}`, rate), rate }
}

export function clientAddress({ request }: Exchange): string {
  return request.socket.remoteAddress ?? 'unknown'
}

export const OPERATOR_HEADER = 'x-wares-operator'

export function isFromOperator({ headers, socket }: IncomingMessage, token: string): boolean {
  const header = headers[OPERATOR_HEADER]
  if (typeof header !== 'string' || !isLoopbackAddress(socket.remoteAddress)) return false
  const [expected, actual] = [Buffer.from(token), Buffer.from(header)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
