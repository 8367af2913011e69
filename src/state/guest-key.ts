// A key that lives in this process only and is stored nowhere: with it the explorer works at once on the sandbox.
import type { KeyRing } from './key-ring.ts'
import { hashOf, type KeyRecord, makeKeyText } from './keys.ts'

export interface Guest {
  readonly key: string
  /** The ring that knows the guest too. */
  readonly ring: KeyRing
}

export function withGuest(ring: KeyRing, nowMs: number): Guest {
  const key = makeKeyText()
  const record: KeyRecord = {
    id: 'explorer',
    name: 'explorer',
    hash: hashOf(key),
    scopes: [],
    ratePerS: null,
    burst: null,
    monthlyQuota: null,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
    revokedAt: null,
  }
  return {
    key,
    ring: {
      // No secret to guard: this very service hands the key to everyone who may open its pages.
      find: (text, nowMs) => (text === key ? record : ring.find(text, nowMs)),
    },
  }
}
