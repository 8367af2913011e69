// Keys that live in this process only and are stored nowhere: with one the explorer works at once on the sandbox,
// with the others it shows what a key without scope, rate or quota meets.
import type { FaultCode } from '../kit/fault.ts'
import type { KeyCache } from './key-cache.ts'
import { EVERY_SCOPE, hashKey, type KeyRecord, generateKey, type NewKey } from './key-record.ts'

export interface GuestKeys {
  readonly key: string
  /** Keys made to be refused, by the code that they bring. */
  readonly refused: Readonly<Partial<Record<FaultCode, string>>>
  /** The ring that knows the guests too. */
  readonly keyCache: KeyCache
}

type Limits = Partial<Pick<NewKey, 'scopes' | 'ratePerS' | 'burst' | 'monthlyQuota'>>

const REFUSED_KEY_LIMITS = {
  // The name of no site and no operation.
  key_not_allowed: { scopes: ['nothing'] },
  rate_limited: { ratePerS: 0.1, burst: 1 },
  quota_exceeded: { monthlyQuota: 1 },
} as const satisfies Partial<Record<FaultCode, Limits>>

export function withGuestKeys(ring: KeyCache, nowMs: number): GuestKeys {
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
      // No secret to guard: this very service hands the keys to everyone who may open its pages.
      find: (text, atMs) => known.get(text) ?? ring.find(text, atMs),
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
