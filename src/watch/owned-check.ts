// Checks on behalf of the key that owns a watch: its scope must cover the operation, and its quota and usage count the check.
import { countsAgainstQuota } from '../http/call-counter.ts'
import { Fault, type FaultCode } from '../kit/fault.ts'
import type { Clock } from '../clock.ts'
import { type Admission, NO_RATE_LIMIT } from '../state/admission.ts'
import { isInScope, isUsable, type KeyRecord, type KeyStore } from '../state/key-record.ts'
import type { Meter, QuotaState } from '../state/meter.ts'
import type { Check } from './knowledge.ts'
import type { Checker } from './checker.ts'
import { OPERATOR, type Watch } from './watch.ts'
import type { WatchStore } from './watch-store.ts'

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

export function createOwnedChecker(
  check: Checker,
  owners: OwnerParts,
  watches: Pick<WatchStore, 'pauseOwner'>,
  clock: Clock,
): Checker {
  return async (watch, options) => {
    if (watch.owner === OPERATOR) return check(watch, options)
    const nowMs = clock.wallMs()
    const key = await owners.findOwner(watch.owner, nowMs)
    if (!key) {
      await watches.pauseOwner(watch.owner, KEY_REVOKED)
      return { pausedBy: KEY_REVOKED }
    }
    if (!isInScope(key, watch.operation)) {
      const detail = `the scope of the key no longer covers ${watch.operation}`
      return refused('key_not_allowed', detail, nowMs)
    }
    // The schedule limits how often a watch is checked, not the rate of its key.
    const { quota } = await owners.admission.admit(`watches ${key.id}`, NO_RATE_LIMIT, key, nowMs)
    const made =
      quota?.allowed === false
        ? refused('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, nowMs)
        : await check(watch, { ...options, keyId: key.id }).catch((error: unknown) => {
            count(owners, key, watch, { quota, outcome: 'internal', counts: false })
            throw error
          })
    count(owners, key, watch, { quota, ...usageOf(made) })
    return made
  }
}

function refused(fault: FaultCode, detail: string, atMs: number): Check {
  return { result: { fault, detail }, requestId: '', atMs, cache: 'none' }
}

interface Usage {
  readonly outcome: string
  readonly counts: boolean
  readonly cache?: string
}

function usageOf(made: Awaited<ReturnType<Checker>>): Usage {
  // The request was never sent.
  if (!('result' in made)) return { outcome: 'overloaded', counts: false }
  const { result, cache } = made
  const common = cache === undefined ? {} : { cache }
  if ('facts' in result) return { outcome: 'ok', counts: true, ...common }
  return { outcome: result.fault, counts: countsAgainstQuota({ code: result.fault }), ...common }
}

function count(
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
