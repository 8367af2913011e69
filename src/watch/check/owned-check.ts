// Checks on behalf of the key that owns a watch: its scope must cover the operation, and its quota and usage count the check.
import { Fault, type FaultCode } from '../../kit/fault.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type Admission, countsAgainstQuota, NO_RATE_LIMIT } from '../../state/keys/admission.ts'
import { isInScope, isUsable, type KeyRecord, type KeyStore } from '../../state/keys/key-record.ts'
import type { Meter, QuotaState } from '../../state/keys/meter.ts'
import type { Check } from '../decide/knowledge.ts'
import type { Checker, Paused, RequestChecker } from './checker.ts'
import { OPERATOR, type Watch } from '../watch.ts'
import type { Asked, Postponed, Reply, RequestOptions, WatchRequest } from './watch-request.ts'
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

type Gate = (watch: Watch, options: RequestOptions) => Promise<Paused | Refused | Admitted>

interface Refused {
  readonly fault: FaultCode
  readonly detail: string
}

interface Admitted {
  /** Undefined for the operator. */
  readonly keyId: string | undefined
  count(usage: Usage): void
}

/** Whether the owner of a watch may send a request for it now. A manual check throws the refusal. */
function createGate(owners: OwnerParts, watches: Pick<WatchStore, 'pauseOwner'>, clock: Clock): Gate {
  return async (watch, { isManual = false }) => {
    const refuse = (fault: FaultCode, detail: string, retryAfterMs?: number): Refused => {
      if (isManual) throw new Fault(fault, detail, retryAfterMs === undefined ? {} : { retryAfterMs })
      return { fault, detail }
    }
    if (watch.owner === OPERATOR) return { keyId: undefined, count: () => {} }
    const nowMs = clock.wallMs()
    const key = await owners.findOwner(watch.owner, nowMs)
    if (!key) {
      await watches.pauseOwner(watch.owner, KEY_REVOKED)
      return { pausedBy: KEY_REVOKED }
    }
    if (!isInScope(key, watch.operation))
      return refuse('key_not_allowed', `the scope of the key no longer covers ${watch.operation}`)
    // The schedule limits how often a watch is checked, not the rate of its key.
    const { quota } = await owners.admission.admit(`watches ${key.id}`, NO_RATE_LIMIT, key, nowMs)
    const count = (usage: Usage) => countUsage(owners, key, watch, { quota, ...usage })
    if (quota?.allowed !== false) return { keyId: key.id, count }
    count({ outcome: 'quota_exceeded', counts: countsAgainstQuota({ code: 'quota_exceeded' }) })
    return refuse('quota_exceeded', `the monthly quota of ${quota.limit} requests is used up`, quota.resetMs)
  }
}

export function createOwnedChecker(
  check: RequestChecker,
  owners: OwnerParts,
  watches: Pick<WatchStore, 'pauseOwner'>,
  clock: Clock,
): Checker {
  const enter = createGate(owners, watches, clock)
  return async (watch, options) => {
    const gate = await enter(watch, options)
    if ('pausedBy' in gate) return gate
    if ('fault' in gate) return refused(gate.fault, gate.detail, clock.wallMs())
    const { keyId } = gate
    try {
      const made = await check(watch, { ...options, ...(keyId !== undefined && { keyId }) })
      gate.count(usageOf(made))
      return made
    } catch (error) {
      gate.count({ outcome: 'internal', counts: false })
      throw error
    }
  }
}

/** For a check of many requests: each counts as one of its owner. */
export function createOwnedRequest(
  request: WatchRequest,
  owners: OwnerParts,
  watches: Pick<WatchStore, 'pauseOwner'>,
  clock: Clock,
): OwnedRequest {
  const enter = createGate(owners, watches, clock)
  return async (watch, asked, options) => {
    const gate = await enter(watch, options)
    if ('pausedBy' in gate) return gate
    if ('fault' in gate) return { ...gate, requestId: '', cache: 'none' }
    const { keyId } = gate
    const reply = await request(asked, { ...options, ...(keyId !== undefined && { keyId }) })
    gate.count(usageOfReply(reply))
    return reply
  }
}

export type OwnedRequest = (
  watch: Watch,
  asked: Asked,
  options: RequestOptions,
) => Promise<Reply | Postponed | Paused>

function refused(fault: FaultCode, detail: string, atMs: number): Check {
  return { result: { fault, detail }, requestId: '', atMs, cache: 'none' }
}

interface Usage {
  readonly outcome: string
  readonly counts: boolean
  readonly cache?: string
}

/** The request was never sent. */
const UNSENT: Usage = { outcome: 'overloaded', counts: false }

function usageOf(made: Check | Postponed): Usage {
  if ('postponedMs' in made) return UNSENT
  const { result, cache } = made
  const common = cache === undefined ? {} : { cache }
  if ('facts' in result) return { outcome: 'ok', counts: true, ...common }
  return { outcome: result.fault, counts: countsAgainstQuota({ code: result.fault }), ...common }
}

function usageOfReply(reply: Reply | Postponed): Usage {
  if ('postponedMs' in reply) return UNSENT
  const { cache } = reply
  if ('value' in reply) return { outcome: 'ok', counts: true, cache }
  return { outcome: reply.fault, counts: countsAgainstQuota({ code: reply.fault }), cache }
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
