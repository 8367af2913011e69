// The key of the program that runs Wares inside itself: without limits, known to this process only, stored nowhere.
import type { KeyCache } from './key-cache.ts'
import { generateKey, hashKey, type KeyRecord } from './key-record.ts'

export interface ProgramKey {
  readonly key: string
  /** The cache that knows this key too. */
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
  // A look-up in a Map compares whole strings by a seeded hash: its time tells nothing of the key's beginning.
  const own = new Map([[key, record]])
  return { key, extend: cache => ({ find: (text, atMs) => own.get(text) ?? cache.find(text, atMs) }) }
}
