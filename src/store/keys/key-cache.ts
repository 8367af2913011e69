// The cache of usable keys, invalidated as soon as any process changes a key.
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../../runtime/clock.ts'
import { Fault } from '#kit/fault'
import { hashKey, isUsable, isWellFormed, type KeyRecord, type KeyStore, sameHash } from './key-record.ts'

export interface KeyCache {
  /** The record of a usable key; synchronous if cached, otherwise a promise. `nowMs` is wall-clock time. */
  find(key: string, nowMs: number): KeyRecord | undefined | Promise<KeyRecord | undefined>
}

/** A record with the store version it was read at. */
interface CachedKey {
  readonly record: KeyRecord
  readonly asOf: number
}

/** After this long without a sync, the store is asked first whether a key has changed. Under load it syncs constantly. */
const MAX_STALE_MS = 100
/** How long a cached key waits for that sync. */
const SYNC_TIMEOUT_MS = 250
/** Retry-After when the key store is unreachable. */
const RETRY_AFTER_MS = 2_000

/** `graceMs`: how long cached keys stay valid while the store is unreachable. */
export function createKeyCache(store: KeyStore, graceMs: number, clock: Clock = systemClock): KeyCache {
  /** Cached keys by key text. A Map look-up uses a seeded hash of the whole string, so its timing does not reveal a key's prefix. */
  const cache = new LRUCache<string, CachedKey>({ max: 100_000 })
  const staleMs = () => clock.monotonicMs() - store.syncedAtMs()

  /** Every unusable key takes this same path, so that the response time does not reveal whether it is mistyped, unknown, revoked or expired. */
  async function ask(key: string, nowMs: number): Promise<KeyRecord | undefined> {
    const before = cache.get(key)
    const hash = hashKey(key)
    // Read before the query, so that a change during the query is not missed.
    const asOf = store.version()
    const record = await store.findByHash(hash).catch((error: unknown) => {
      if (before && staleMs() <= graceMs) return before.record
      throw keyCheckFault(error)
    })
    const isGood =
      record !== undefined && isWellFormed(key) && sameHash(record.hash, hash) && isUsable(record, nowMs)
    if (!isGood) cache.delete(key)
    else if (record !== before?.record) cache.set(key, { record, asOf })
    return isGood ? record : undefined
  }

  function lookUp(key: string, nowMs: number): KeyRecord | undefined | Promise<KeyRecord | undefined> {
    const cached = cache.get(key)
    if (cached?.asOf !== store.version() || !isUsable(cached.record, nowMs)) return ask(key, nowMs)
    if (staleMs() > graceMs) throw keyCheckFault(undefined)
    return cached.record
  }

  async function syncAndLookUp(key: string, nowMs: number): Promise<KeyRecord | undefined> {
    // An unreachable store is no reason to refuse a key within the grace period.
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
