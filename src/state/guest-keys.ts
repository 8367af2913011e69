// In-memory keys for the explorer, never stored: one works on the sandbox without setup,
// the others demonstrate the errors of a key without scope, rate or quota.
import type { FaultCode } from '../kit/fault.ts'
import type { KeyCache } from './key-cache.ts'
import { EVERY_SCOPE, hashKey, type KeyRecord, generateKey, type NewKey } from './key-record.ts'

export interface GuestKeys {
  readonly key: string
  /** Keys that are always refused, by error code. */
  readonly refused: Readonly<Partial<Record<FaultCode, string>>>
  /** The given cache, extended by the guest keys. */
  readonly keyCache: KeyCache
}

type Limits = Partial<Pick<NewKey, 'scopes' | 'ratePerS' | 'burst' | 'monthlyQuota'>>

const REFUSED_KEY_LIMITS = {
  // Not the name of a site or an operation.
  key_not_allowed: { scopes: ['nothing'] },
  rate_limited: { ratePerS: 0.1, burst: 1 },
  quota_exceeded: { monthlyQuota: 1 },
} as const satisfies Partial<Record<FaultCode, Limits>>

export function withGuestKeys(cache: KeyCache, nowMs: number): GuestKeys {
  const known = new Map<string, KeyRecord>()
  const make = (id: string, limits: Limits): string => {
    const key = generateKey()
    known.set(key, recordOf(id, key, limits, nowMs))
    return key
  }
  const key = make('explorer', {})
  const refused = Object.entries(REFUSED_KEY_LIMITS).map(([code, limits]) => [
    code,
    make(`explorer ${code}`, limits),
  ])
  return {
    key,
    refused: Object.fromEntries(refused) as GuestKeys['refused'],
    keyCache: {
      // Guest keys are not secret, so no constant-time comparison: the explorer gives them to every visitor.
      find: (text, atMs) => known.get(text) ?? cache.find(text, atMs),
    },
  }
}

function recordOf(id: string, key: string, limits: Limits, nowMs: number): KeyRecord {
  return {
    id,
    name: id,
    hash: hashKey(key),
    scopes: EVERY_SCOPE,
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
    ...limits,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
    revokedAt: null,
  }
}
