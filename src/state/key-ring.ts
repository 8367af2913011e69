// Keys at hand: the records of keys that were used, forgotten as soon as any process changes a key.
import { LRUCache } from 'lru-cache'
import { Fault } from '../kit/fault.ts'
import {
  hashOf,
  isUsable,
  isWellFormed,
  type KeyRecord,
  type KeyStore,
  makeKeyText,
  type NewKey,
  sameHash,
} from './keys.ts'

export interface KeyRing {
  /** The record of a usable key; at once when it is known, later when the store must be asked. */
  find(key: string, nowMs: number): KeyRecord | undefined | Promise<KeyRecord | undefined>
}

/** How long the store is not asked whether a key has changed: "at once" for people, nothing under load. */
const VERSION_CHECK_MS = 10

/** How soon a caller may ask again when the store of keys cannot be reached. */
const ASK_AGAIN_MS = 2_000

/** `graceMs`: how long known keys go on while the store cannot be reached. */
export function createKeyRing(store: KeyStore, graceMs: number): KeyRing {
  /** By the text of the key. A look-up compares whole strings by a seeded hash: its time tells nothing of a key's beginning. */
  const known = new LRUCache<string, Known>({ max: 100_000 })
  let version = store.version()
  let checkedMs = 0

  function versionAt(nowMs: number): number {
    if (nowMs - checkedMs >= VERSION_CHECK_MS) {
      checkedMs = nowMs
      version = store.version()
    }
    return version
  }

  async function ask(key: string, before: Known | undefined, nowMs: number): Promise<KeyRecord | undefined> {
    const hash = hashOf(key)
    // Taken before the question: a change that comes while it is under way must not be missed.
    const asOf = store.version()
    const record = await store.findByHash(hash).catch((error: unknown) => {
      if (before && nowMs - store.seenAtMs() <= graceMs) return before.record
      throw cannotCheck(error)
    })
    // A key of the wrong form takes the same way as an unknown one: nobody learns which it was.
    if (!record || !isWellFormed(key) || !sameHash(record.hash, hash)) {
      known.delete(key)
      return undefined
    }
    if (record !== before?.record) known.set(key, { record, asOf })
    return isUsable(record, nowMs) ? record : undefined
  }

  return {
    find(key, nowMs) {
      const found = known.get(key)
      if (found?.asOf !== versionAt(nowMs)) return ask(key, found, nowMs)
      if (nowMs - store.seenAtMs() > graceMs) throw cannotCheck(undefined)
      return isUsable(found.record, nowMs) ? found.record : undefined
    },
  }
}

/** A record, and which version of the store it was read from. */
interface Known {
  readonly record: KeyRecord
  readonly asOf: number
}

function cannotCheck(cause: unknown): Fault {
  return new Fault('overloaded', 'keys cannot be checked at the moment', {
    retryAfterMs: ASK_AGAIN_MS,
    cause,
  })
}

/** Makes a key and stores its record; the text is returned once and kept nowhere. */
export async function createKey(
  store: KeyStore,
  wanted: NewKey,
  nowMs: number,
): Promise<{ key: string; record: KeyRecord }> {
  const key = makeKeyText()
  const hash = hashOf(key)
  const record: KeyRecord = {
    ...wanted,
    id: `key_${hash.slice(0, 12)}`,
    hash,
    createdAt: new Date(nowMs).toISOString(),
    revokedAt: null,
  }
  await store.add(record)
  return { key, record }
}

/** A new key like the old one; the old one goes on for the overlap, so that callers can change over. */
export async function rotateKey(
  store: KeyStore,
  id: string,
  overlapMs: number,
  nowMs: number,
): Promise<{ key: string; record: KeyRecord } | undefined> {
  const old = (await store.list()).find(record => record.id === id)
  if (!old || !isUsable(old, nowMs)) return undefined
  const made = await createKey(store, old, nowMs)
  if (overlapMs > 0) await store.expire(id, new Date(nowMs + overlapMs).toISOString())
  else await store.revoke(id, new Date(nowMs).toISOString())
  return made
}
