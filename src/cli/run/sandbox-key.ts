// The first key: created once, stored in the data folder for its owner only, printed at every start with a sandbox.
// It keeps working when sites get real origins, so that a script written against the sandbox need not change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../store/keys/make-key.ts'
import { EVERY_SCOPE, hashKey, isInScope, isUsable, type KeyStore } from '../../store/keys/key-record.ts'

export async function ensureSandboxKey(store: KeyStore, dataDir: string): Promise<string> {
  const file = join(dataDir, 'sandbox-key')
  if (existsSync(file)) {
    const storedKey = readFileSync(file, 'utf8').trim()
    const record = await store.findByHash(hashKey(storedKey))
    // A key of an earlier release may lack a scope that was added since.
    const isWhole = record && EVERY_SCOPE.every(scope => isInScope(record, scope))
    if (isWhole && isUsable(record, Date.now())) return storedKey
  }
  const { key } = await createKey(
    store,
    {
      name: 'sandbox',
      scopes: EVERY_SCOPE,
      ratePerS: null,
      burst: null,
      monthlyQuota: null,
      expiresAt: null,
    },
    Date.now(),
  )
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}
