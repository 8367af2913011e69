// The key for trying things out: made once, kept in the data folder for its owner only, printed again at every start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../state/make-key.ts'
import { hashKey, isUsable, type KeyStore } from '../state/key-record.ts'

export async function ensureSandboxKey(store: KeyStore, dataDir: string): Promise<string> {
  const file = join(dataDir, 'sandbox-key')
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    const record = await store.findByHash(hashKey(kept))
    if (record && isUsable(record, Date.now())) return kept
  }
  const { key } = await createKey(
    store,
    { name: 'sandbox', scopes: [], ratePerS: null, burst: null, monthlyQuota: null, expiresAt: null },
    Date.now(),
  )
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}
