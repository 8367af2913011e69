// The cache of keys: records of usable keys, dropped as soon as any process changes a key.
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../clock.ts'
import { Fault } from '../kit/fault.ts'
import { hashKey, isUsable, isWellFormed, type KeyRecord, type KeyStore, sameHash } from './key-record.ts'

export interface KeyCache {
  /** The record of a usable key; at once when it is known, later when the store must be asked. `nowMs` is the time of day. */
  find(key: string, nowMs: number): KeyRecord | undefined | Promise<KeyRecord | undefined>
}

/** A record, and which version of the store it was read from. */
interface CachedKey {
  readonly record: KeyRecord
  readonly asOf: number
}

/** After a quiet time the store is asked first whether a key has changed. Under load it is asked all the time. */
const MAX_STALE_MS = 100
/** How long a known key waits for that answer. */
const SYNC_TIMEOUT_MS = 250
/** How soon a caller may ask again when the store of keys cannot be reached. */
const RETRY_AFTER_MS = 2_000

/** `graceMs`: how long known keys go on while the store cannot be reached. */
export function createKeyCache(store: KeyStore, graceMs: number, clock: Clock = systemClock): KeyCache {
  /** By the text of the key. A look-up compares whole strings by a seeded hash: its time tells nothing of a key's beginning. */
  const known = new LRUCache<string, CachedKey>({ max: 100_000 })
  const staleMs = () => clock.monotonicMs() - store.syncedAtMs()

  /**
   * Every key that is not usable takes this way to its end, whatever the reason: nobody learns from the time it takes
   * whether it is mistyped, unknown, revoked or expired.
   */
  async function ask(key: string, nowMs: number): Promise<KeyRecord | undefined> {
    const before = known.get(key)
    const hash = hashKey(key)
    // Taken before the question: a change that comes while it is under way must not be missed.
    const asOf = store.version()
    const record = await store.findByHash(hash).catch((error: unknown) => {
      if (before && staleMs() <= graceMs) return before.record
      throw keyCheckFault(error)
    })
    const isGood =
      record !== undefined && isWellFormed(key) && sameHash(record.hash, hash) && isUsable(record, nowMs)
    if (!isGood) known.delete(key)
    else if (record !== before?.record) known.set(key, { record, asOf })
    return isGood ? record : undefined
  }

  function lookUp(key: string, nowMs: number): KeyRecord | undefined | Promise<KeyRecord | undefined> {
    const found = known.get(key)
    if (found?.asOf !== store.version() || !isUsable(found.record, nowMs)) return ask(key, nowMs)
    if (staleMs() > graceMs) throw keyCheckFault(undefined)
    return found.record
  }

  async function syncAndLookUp(key: string, nowMs: number): Promise<KeyRecord | undefined> {
    // A store that cannot be asked is no reason to refuse a key within the grace.
    await Promise.race([store.sync().catch(() => {}), sleep(SYNC_TIMEOUT_MS, undefined, { ref: false })])
    return lookUp(key, nowMs)
  }

  return {
    find: (key, nowMs) => (staleMs() > MAX_STALE_MS ? syncAndLookUp(key, nowMs) : lookUp(key, nowMs)),
  }
}

function keyCheckFault(cause: unknown): Fault {
  return new Fault('overloaded', 'keys cannot be checked at the moment', {
    retryAfterMs: RETRY_AFTER_MS,
    cause,
  })
}
