// API keys: format, checksum, record, scopes, and the interface of a key store.
import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface KeyRecord {
  readonly id: string
  readonly name: string
  /** SHA-256 of the key in hex; the key itself is not stored. */
  readonly hash: string
  /** Operation ids, site names, `*`, `watches`, `watches:all`, `evidence`, `shops`; empty means all operations. */
  readonly scopes: readonly string[]
  readonly ratePerS: number | null
  readonly burst: number | null
  readonly monthlyQuota: number | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The first key of a row of rotations; absent for that one. */
  readonly ownerId?: string
}

export type NewKey = Pick<KeyRecord, 'name' | 'scopes' | 'ratePerS' | 'burst' | 'monthlyQuota' | 'expiresAt'>

/** Every store passes the same conformance suite (test/state). */
export interface KeyStore {
  add(record: KeyRecord): Promise<void>
  list(): Promise<KeyRecord[]>
  findByHash(hash: string): Promise<KeyRecord | undefined>
  /** The keys of an owner, the newest first; see `ownerIdOf`. */
  findByOwner(ownerId: string): Promise<KeyRecord[]>
  /** False if there is no such key. A key that is already revoked keeps its date. */
  revoke(id: string, at: string): Promise<boolean>
  /** Sets the expiry of a key, unless it already expires sooner. */
  expire(id: string, at: string): Promise<boolean>
  /** Changes when any process has changed a key, as known at `syncedAtMs`. Cheap enough to call often. */
  version(): number
  /** When `version` was last known to be current, by the monotonic clock; recent unless the store is unreachable. */
  syncedAtMs(): number
  /** Resolves when `version` is current as of this call. */
  sync(): Promise<void>
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_PATTERN = /^wares_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export function generateKey(): string {
  const random = Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `wares_${random}${checksumOf(random)}`
}

/** Recognises a mistyped key by its checksum, without asking the store. */
export function isWellFormed(key: string): boolean {
  const [, random, checksum] = KEY_PATTERN.exec(key) ?? []
  return random !== undefined && checksum === checksumOf(random)
}

export function hashKey(key: string): string {
  return hash('sha256', key, 'hex')
}

export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

export function isUsable(record: KeyRecord, nowMs: number): boolean {
  return record.revokedAt === null && (record.expiresAt === null || Date.parse(record.expiresAt) > nowMs)
}

/** Whose watches the key may manage. A key that replaces another by rotation has the same owner. */
export function ownerIdOf({ id, ownerId }: Pick<KeyRecord, 'id' | 'ownerId'>): string {
  return ownerId ?? id
}

/** Scopes that are not operations: only a key that names one may use it. */
export const NAMED_SCOPES = ['watches', 'watches:all', 'evidence', 'shops', 'usage:all'] as const
/** All operations, as without any scope. */
export const ALL_OPERATIONS = '*'
/** For the operator's own first key. */
export const EVERY_SCOPE: readonly string[] = [ALL_OPERATIONS, ...NAMED_SCOPES]

/** `wanted`: an operation id (`sneakerhub.prices`), also covered by its site (`sneakerhub`), or a named scope. */
export function isInScope({ scopes }: Pick<KeyRecord, 'scopes'>, scope: string): boolean {
  if (scopes.includes(scope) || (scope === 'watches' && scopes.includes('watches:all'))) return true
  if ((NAMED_SCOPES as readonly string[]).includes(scope)) return false
  if (scopes.length === 0 || scopes.includes(ALL_OPERATIONS)) return true
  const [site = ''] = scope.split('.')
  return scopes.includes(site)
}

function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = ALPHABET[rest % ALPHABET.length] + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
