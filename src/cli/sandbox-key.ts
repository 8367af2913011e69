// The key for the sandbox: created once, stored in the data folder for its owner only, printed at every start.
// It never opens a real shop: beside real ones it covers the sites of the sandbox only, and without a sandbox it is revoked.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createKey } from '../state/make-key.ts'
import { EVERY_SCOPE, hashKey, isUsable, type KeyRecord, type KeyStore } from '../state/key-record.ts'

export interface SandboxKey {
  readonly key: string
  /** There are real shops, which it does not open. */
  readonly isLimited: boolean
}

export async function ensureSandboxKey(
  store: KeyStore,
  config: Pick<Config, 'dataDir' | 'sites' | 'reader'>,
): Promise<SandboxKey | undefined> {
  const file = join(config.dataDir, 'sandbox-key')
  const scopes = sandboxScopes(config)
  const isLimited = scopes !== EVERY_SCOPE
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const record = kept === undefined ? undefined : await store.findByHash(hashKey(kept))
  const isKeptUsable = record !== undefined && isUsable(record, Date.now())
  if (kept !== undefined && isKeptUsable && hasScopes(record, scopes)) return { key: kept, isLimited }
  if (isKeptUsable) await store.revoke(record.id, new Date().toISOString())
  rmSync(file, { force: true })
  if (scopes.length === 0) return undefined
  const limits = { ratePerS: null, burst: null, monthlyQuota: null, expiresAt: null }
  const { key } = await createKey(store, { name: 'sandbox', scopes, ...limits }, Date.now())
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return { key, isLimited }
}

/** The general operations, watches and recordings reach every shop, so beside a real one the key has none of them. */
function sandboxScopes({ sites, reader }: Pick<Config, 'sites' | 'reader'>): readonly string[] {
  const enabled = Object.entries(sites).filter(([, site]) => site.enabled)
  const sandboxed = enabled.filter(([, site]) => site.sandboxed).map(([name]) => name)
  const isAlone = sandboxed.length === enabled.length && reader.hosts.length === 0
  return isAlone && sandboxed.length > 0 ? EVERY_SCOPE : sandboxed
}

function hasScopes({ scopes }: KeyRecord, wanted: readonly string[]): boolean {
  return scopes.length === wanted.length && wanted.every(scope => scopes.includes(scope))
}
