// One request of a check, on behalf of the key that owns the watch: its scope must cover the operation, and its quota and usage
// count the request.
import { Fault, type FaultCode } from '#kit/fault'
import { type Admission, countsAgainstQuota, NO_RATE_LIMIT } from '../../store/keys/admission.ts'
import { isInScope, isUsable, type KeyRecord, type KeyStore } from '../../store/keys/key-record.ts'
import type { Meter, QuotaState } from '../../store/keys/meter.ts'
import type { Check } from '../model/knowledge.ts'
import { OPERATOR, type Watch } from '../model/watch.ts'
import type { CheckAnswer, FailedCheck, SkippedCheck } from '../lists/check-result.ts'
import {
  type WatchCall,
  createWatchRequest,
  type RequestOptions,
  type RequestParts,
} from './watch-request.ts'
import type { WatchStore } from '../store/watch-store.ts'

export interface OwnerParts {
  /** The newest usable key of an owner; never cached, so that a revocation takes effect at once. */
  readonly findOwner: (ownerId: string, nowMs: number) => Promise<KeyRecord | undefined>
  readonly admission: Pick<Admission, 'admit'>
  readonly meter: Pick<Meter, 'count'>
}

/** `guests`: keys that are not stored. */
export function ownerFinder(
  store: Pick<KeyStore, 'findByOwner'>,
  guests: readonly KeyRecord[] = [],
): OwnerParts['findOwner'] {
  return async (ownerId, nowMs) =>
    guests.find(({ id }) => id === ownerId) ??
    (await store.findByOwner(ownerId)).find(record => isUsable(record, nowMs))
}

export const KEY_REVOKED = 'key_revoked'

interface AdmittedOwner {
  readonly kind: 'admitted'
  /** Undefined for the operator. */
  readonly keyId?: string
  count(result: CheckAnswer | Check | SkippedCheck): void
}

export interface OwnedRequestParts extends RequestParts {
  readonly owners: OwnerParts
  readonly watches: Pick<WatchStore, 'pauseOwner'>
}

/** One request of a check, which counts as one of its owner. `read`: what the check makes of the answer; that is what counts. */
export type SendOwnedCall = <R extends CheckAnswer | Check>(
  watch: Watch,
  call: WatchCall,
  options: RequestOptions,
  readAnswer: (answer: CheckAnswer) => R,
) => Promise<R | FailedCheck | SkippedCheck>

export function createOwnedRequest(parts: OwnedRequestParts): SendOwnedCall {
  const send = createWatchRequest(parts)
  return async (watch, call, options, readAnswer) => {
    const gate = await admit(parts, watch, options.isManual === true)
    if (gate.kind !== 'admitted') return gate
    const { keyId } = gate
    const reply = await send(call, { ...options, ...(keyId !== undefined && { keyId }) })
    const result = reply.kind === 'answer' ? readAnswer(reply) : reply
    gate.count(result)
    return result
  }
}

/** Whether the owner of a watch may send a request for it now. A manual check throws the refusal. */
async function admit(
  { owners, watches, clock }: OwnedRequestParts,
  watch: Watch,
  isManual: boolean,
): Promise<AdmittedOwner | FailedCheck | SkippedCheck> {
  const nowMs = clock.wallMs()
  const refuse = (fault: FaultCode, detail: string, retryAfterMs?: number): FailedCheck => {
    if (isManual) throw new Fault(fault, detail, retryAfterMs === undefined ? {} : { retryAfterMs })
    return { kind: 'fault', fault, detail, requestId: '', cache: 'none', atMs: nowMs }
  }
  if (watch.owner === OPERATOR) return { kind: 'admitted', count: () => {} }
  const key = await owners.findOwner(watch.owner, nowMs)
  if (!key) {
    await watches.pauseOwner(watch.owner, KEY_REVOKED)
    return { kind: 'paused' }
  }
  if (!isInScope(key, watch.operation))
    return refuse('key_not_allowed', `the scope of the key no longer covers ${watch.operation}`)
  // The schedule limits how often a watch is checked, not the rate of its key.
  const { quota } = await owners.admission.admit(`watches ${key.id}`, NO_RATE_LIMIT, key, nowMs)
  const count = (usage: Usage) => countUsage(owners, key, watch, { quota, ...usage })
  if (quota?.allowed !== false)
    return { kind: 'admitted', keyId: key.id, count: result => count(usageOf(result)) }
  count({ outcome: 'quota_exceeded', counts: countsAgainstQuota({ code: 'quota_exceeded' }) })
  return refuse('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, quota.resetMs)
}

interface Usage {
  readonly outcome: string
  readonly counts: boolean
  readonly cache?: string
}

function usageOf(result: CheckAnswer | Check | SkippedCheck): Usage {
  // The request was never sent.
  if (result.kind === 'postponed' || result.kind === 'paused') return { outcome: 'overloaded', counts: false }
  const { cache = 'none' } = result
  if (result.kind !== 'fault') return { outcome: 'ok', counts: true, cache }
  return { outcome: result.fault, counts: countsAgainstQuota({ code: result.fault }), cache }
}

function countUsage(
  { meter }: OwnerParts,
  { id }: KeyRecord,
  { operation }: Watch,
  { quota, outcome, counts, cache = 'none' }: Usage & { readonly quota: QuotaState | undefined },
): void {
  quota?.commit?.(counts)
  meter.count({ keyId: id, operation, outcome, cache, counts }, Date.now())
}

export function revokedOwnerFault(): Fault {
  return new Fault('key_not_allowed', 'the key that made this watch is revoked or has expired')
}

/** Pauses the watches of owners without a usable key; a check would notice it only when it is due. */
export async function pauseRevoked(
  { findOwner }: OwnerParts,
  watches: Pick<WatchStore, 'activeOwners' | 'pauseOwner'>,
  nowMs: number,
): Promise<void> {
  for (const owner of await watches.activeOwners()) {
    if (!(await findOwner(owner, nowMs))) await watches.pauseOwner(owner, KEY_REVOKED)
  }
}
