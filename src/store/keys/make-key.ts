// Creates and rotates keys.
import {
  generateKey,
  hashKey,
  isUsable,
  type KeyRecord,
  ownerIdOf,
  type KeyStore,
  type NewKey,
} from './key-record.ts'

export interface CreatedKey {
  /** Returned once and never stored. */
  readonly key: string
  readonly record: KeyRecord
}

export async function createKey(
  store: KeyStore,
  newKey: NewKey,
  nowMs: number,
  ownerId?: string,
): Promise<CreatedKey> {
  const key = generateKey()
  const hash = hashKey(key)
  const record: KeyRecord = {
    ...newKey,
    id: `key_${hash.slice(0, 12)}`,
    hash,
    createdAt: new Date(nowMs).toISOString(),
    revokedAt: null,
    ...(ownerId === undefined ? {} : { ownerId }),
  }
  await store.add(record)
  return { key, record }
}

/** Creates a key like the old one; the old one stays valid for the overlap, so that callers can switch. */
export async function rotateKey(
  store: KeyStore,
  id: string,
  overlapMs: number,
  nowMs: number,
): Promise<CreatedKey | undefined> {
  const old = (await store.list()).find(record => record.id === id)
  if (!old || !isUsable(old, nowMs)) return undefined
  const newKey = await createKey(store, old, nowMs, ownerIdOf(old))
  if (overlapMs > 0) await store.expire(id, new Date(nowMs + overlapMs).toISOString())
  else await store.revoke(id, new Date(nowMs).toISOString())
  return newKey
}
