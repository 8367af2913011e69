// In-memory keys for the explorer, never stored: one works on the sandbox without setup,
// the others demonstrate the errors of a key without scope, rate or quota.
import type { FaultCode } from '../../kit/fault.ts'
import type { KeyCache } from './key-cache.ts'
import { EVERY_SCOPE, hashKey, type KeyRecord, generateKey, type NewKey } from './key-record.ts'

export interface GuestKeys {
  readonly key: string
  /** Keys that are always refused, by error code. */
  readonly refused: Readonly<Partial<Record<FaultCode, string>>>
  /** The given cache, extended by the guest keys. */
  readonly keyCache: KeyCache
  readonly records: readonly KeyRecord[]
}

/** Ids of stored keys have another form. */
const GUEST_ID = 'explorer'

/** The operator alone may write the settings and see what others use. */
const OPERATOR_SCOPES: ReadonlySet<string> = new Set(['shops', 'usage:all'])

type Limits = Partial<Pick<NewKey, 'scopes' | 'ratePerS' | 'burst' | 'monthlyQuota'>>

const REFUSED_KEY_LIMITS = {
  // Not the name of a site or an operation.
  key_not_allowed: { scopes: ['nothing'] },
  rate_limited: { ratePerS: 0.1, burst: 1 },
  quota_exceeded: { monthlyQuota: 1 },
} as const satisfies Partial<Record<FaultCode, Limits>>

/** `isOpen`: whether there are guest keys now; otherwise they are unknown. */
export function withGuestKeys(cache: KeyCache, nowMs: number, isOpen: () => boolean): GuestKeys {
  const known = new Map<string, KeyRecord>()
  const make = (id: string, limits: Limits): string => {
    const key = generateKey()
    known.set(key, recordOf(id, key, limits, nowMs))
    return key
  }
  const key = make(GUEST_ID, {})
  const refused = Object.entries(REFUSED_KEY_LIMITS).map(([code, limits]) => [
    code,
    make(`${GUEST_ID} ${code}`, limits),
  ])
  return {
    key,
    refused: Object.fromEntries(refused) as GuestKeys['refused'],
    records: [...known.values()],
    keyCache: {
      // Guest keys are not secret, so no constant-time comparison: the explorer gives them to every visitor.
      find: (text, atMs) => (isOpen() ? known.get(text) : undefined) ?? cache.find(text, atMs),
    },
  }
}

export function isGuestKey({ id }: Pick<KeyRecord, 'id'>): boolean {
  return id === GUEST_ID || id.startsWith(`${GUEST_ID} `)
}

function recordOf(id: string, key: string, limits: Limits, nowMs: number): KeyRecord {
  return {
    id,
    name: id,
    hash: hashKey(key),
    // Whoever opens the page on this machine is not yet its operator.
    scopes: EVERY_SCOPE.filter(scope => !OPERATOR_SCOPES.has(scope)),
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
    ...limits,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
    revokedAt: null,
  }
}
