// The explorer's key on the sandbox: in memory, never stored, so that a first look needs no setup.
import type { KeyCache } from './key-cache.ts'
import { EVERY_SCOPE, hashKey, type KeyRecord, generateKey } from './key-record.ts'

export interface GuestKey {
  readonly key: string
  /** The given cache, extended by the guest key. */
  readonly keyCache: KeyCache
  readonly record: KeyRecord
}

/** Ids of stored keys have another form. */
const GUEST_ID = 'explorer'

/** The operator alone may write the settings and see what others use. */
const OPERATOR_SCOPES: ReadonlySet<string> = new Set(['shops', 'usage:all'])

/** `isOpen`: whether there is a guest key now; otherwise it is unknown. */
export function withGuestKey(cache: KeyCache, nowMs: number, isOpen: () => boolean): GuestKey {
  const key = generateKey()
  const record: KeyRecord = {
    id: GUEST_ID,
    name: GUEST_ID,
    hash: hashKey(key),
    // Whoever opens the page on this machine is not yet its operator.
    scopes: EVERY_SCOPE.filter(scope => !OPERATOR_SCOPES.has(scope)),
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
    revokedAt: null,
  }
  return {
    key,
    record,
    keyCache: {
      // The guest key is no secret, so no constant-time comparison: the explorer gives it to every visitor.
      find: (text, atMs) => (text === key && isOpen() ? record : cache.find(text, atMs)),
    },
  }
}

export function isGuestKey({ id }: Pick<KeyRecord, 'id'>): boolean {
  return id === GUEST_ID
}
