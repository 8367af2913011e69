// Lets a caller in: key, rate, quota and scope. At once wherever no other process must be asked, so that a hit waits for nothing.
import type { Config } from '../config.ts'
import type { Entry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import type { Admission, Admitted } from '../state/admission.ts'
import type { KeyRing } from '../state/key-ring.ts'
import { covers, type KeyRecord } from '../state/keys.ts'
import type { Rate } from '../state/limits.ts'
import type { Exchange } from './exchange.ts'

export interface GateParts {
  readonly config: Pick<Config, 'anonymous' | 'keyDefaults'>
  readonly ring: KeyRing
  readonly admission: Admission
}

/** What is found is noted on the exchange. */
export function admit(parts: GateParts, exchange: Exchange, entry: Entry): void | Promise<void> {
  const keyText = exchange.request.headers['x-api-key']
  if (typeof keyText === 'string' && keyText !== '') {
    const entered = admitKey(parts, exchange, keyText)
    if (entered instanceof Promise) return entered.then(key => refuseOutOfScope(key, entry))
    return refuseOutOfScope(entered, entry)
  }
  if (!entry.operation.open) throw new Fault('missing_key', 'send your key in the header x-api-key')
  return take(parts, exchange, `address ${addressOf(exchange)}`, parts.config.anonymous)
}

/** `takesQuota`: whether the call takes of the key's month, beside its rate. */
export function admitKey(
  parts: GateParts,
  exchange: Exchange,
  keyText: string,
  takesQuota = true,
): KeyRecord | Promise<KeyRecord> {
  const found = parts.ring.find(keyText, Date.now())
  if (found instanceof Promise) return found.then(key => enter(parts, exchange, key, takesQuota))
  return enter(parts, exchange, found, takesQuota)
}

function enter(
  parts: GateParts,
  exchange: Exchange,
  key: KeyRecord | undefined,
  takesQuota: boolean,
): KeyRecord | Promise<KeyRecord> {
  if (!key) throw new Fault('invalid_key', 'the key is not accepted')
  exchange.key = key
  const { keyDefaults } = parts.config
  const rate = { ratePerS: key.ratePerS ?? keyDefaults.ratePerS, burst: key.burst ?? keyDefaults.burst }
  const taken = take(parts, exchange, key.id, rate, takesQuota ? key : undefined)
  return taken instanceof Promise ? taken.then(() => key) : key
}

function take(
  { admission }: GateParts,
  exchange: Exchange,
  caller: string,
  rate: Rate,
  key?: KeyRecord,
): void | Promise<void> {
  const asked = admission.admit(caller, rate, key, Date.now())
  if (asked instanceof Promise) return asked.then(admitted => note(exchange, admitted, rate))
  return note(exchange, asked, rate)
}

function note(exchange: Exchange, { taken, quota }: Admitted, rate: Rate): void {
  exchange.limit = { taken, rate }
  if (quota) exchange.quota = quota
  if (!taken.allowed) {
    throw new Fault('rate_limited', 'too many requests; wait for Retry-After', {
      retryAfterMs: taken.retryAfterMs,
    })
  }
  if (quota && !quota.allowed) {
    throw new Fault('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, {
      retryAfterMs: quota.resetMs,
    })
  }
}

function refuseOutOfScope(key: KeyRecord, { operation }: Entry): void {
  if (covers(key, operation.id)) return
  throw new Fault('key_not_allowed', `the scope of this key does not cover ${operation.id}`)
}

/** Strangers see the limit that holds for them. */
export function showAnonymousLimit({ config, admission }: GateParts, exchange: Exchange): void {
  if (exchange.limit) return
  const rate = config.anonymous
  exchange.limit = { taken: admission.peek(`address ${addressOf(exchange)}`, rate, Date.now()), rate }
}

export function addressOf({ request }: Exchange): string {
  return request.socket.remoteAddress ?? 'unknown'
}
