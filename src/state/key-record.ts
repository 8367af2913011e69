// What a key is: its format, its checksum, its record, and the interface of a store of keys.
import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface KeyRecord {
  readonly id: string
  readonly name: string
  /** SHA-256 of the key in hex; the key itself is kept nowhere. */
  readonly hash: string
  /** Operation ids, site names, `*`, `watches`, `evidence`; empty means all operations. */
  readonly scopes: readonly string[]
  readonly ratePerS: number | null
  readonly burst: number | null
  readonly monthlyQuota: number | null
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

export type NewKey = Pick<KeyRecord, 'name' | 'scopes' | 'ratePerS' | 'burst' | 'monthlyQuota' | 'expiresAt'>

/** Every store passes the same conformance suite (test/state). */
export interface KeyStore {
  add(record: KeyRecord): Promise<void>
  list(): Promise<KeyRecord[]>
  findByHash(hash: string): Promise<KeyRecord | undefined>
  /** False when there is no such key. A key already revoked keeps its date. */
  revoke(id: string, at: string): Promise<boolean>
  /** Lets a key end at a date, unless it ends sooner already. */
  expire(id: string, at: string): Promise<boolean>
  /** Changes whenever any process has changed a key, as far as is known at `syncedAtMs`; cheap enough to ask often. */
  version(): number
  /** When `version` was last known to be right, by the monotonic clock: lately, unless the store cannot be reached. */
  syncedAtMs(): number
  /** Resolves when `version` is right as of this call, as far as the store can tell. */
  sync(): Promise<void>
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_PATTERN = /^wares_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

export function generateKey(): string {
  const random = Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `wares_${random}${checksumOf(random)}`
}

/** Tells a mistyped key from an unknown one without asking the store. */
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

/** What is no operation: only a key that names it may use it. */
export const NAMED_SCOPES = ['watches', 'evidence'] as const
/** All operations, as without any scope. */
export const ALL_OPERATIONS = '*'
/** For a sandbox, which guards nothing. */
export const EVERY_SCOPE: readonly string[] = [ALL_OPERATIONS, ...NAMED_SCOPES]

/** `wanted`: an operation id (`sneakerhub.prices`), which its site (`sneakerhub`) covers too, or a named scope. */
export function isInScope({ scopes }: Pick<KeyRecord, 'scopes'>, wanted: string): boolean {
  if (scopes.includes(wanted)) return true
  if ((NAMED_SCOPES as readonly string[]).includes(wanted)) return false
  if (scopes.length === 0 || scopes.includes(ALL_OPERATIONS)) return true
  const [site = ''] = wanted.split('.')
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
