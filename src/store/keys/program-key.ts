// The key of a program that embeds Wares: without limits, known only to this process, never stored.
import type { KeyCache } from './key-cache.ts'
import { generateKey, hashKey, type KeyRecord } from './key-record.ts'

export interface ProgramKey {
  readonly key: string
  readonly extend: (cache: KeyCache) => KeyCache
}

/** More than any process can send; JSON has no infinity. */
const NO_LIMIT = 1e9

export function createProgramKey(nowMs: number): ProgramKey {
  const key = generateKey()
  const record: KeyRecord = {
    id: 'program',
    name: 'program',
    hash: hashKey(key),
    scopes: [],
    ratePerS: NO_LIMIT,
    burst: NO_LIMIT,
    monthlyQuota: null,
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: null,
    revokedAt: null,
  }
  // A Map look-up uses a seeded hash of the whole string, so its timing does not reveal a key's prefix.
  const own = new Map([[key, record]])
  return { key, extend: cache => ({ find: (text, atMs) => own.get(text) ?? cache.find(text, atMs) }) }
}
