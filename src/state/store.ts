// Where keys and usage are kept: the embedded file, or PostgreSQL when its address is set.
import type { Config } from '../config.ts'
import type { KeyStore } from './keys.ts'
import { openSpool } from './spool.ts'
import { openEmbeddedStore } from './sqlite.ts'
import type { UsageStore } from './usage.ts'

export interface Store {
  readonly keys: KeyStore
  readonly usage: UsageStore
  /** Whether other replicas write here too. */
  readonly shared: boolean
  /** Why the store cannot be reached; undefined when it can. */
  trouble(): string | undefined
  close(): Promise<void>
}

export async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Store> {
  if (config.databaseUrl === undefined) return openEmbeddedStore(config.dataDir)
  // Loaded only where it is used: it doubles the time that a command takes to start.
  const { openPostgresStore } = await import('./postgres.ts')
  const store = await openPostgresStore(config.databaseUrl)
  const spool = openSpool(store.usage, config.dataDir)
  return {
    ...store,
    usage: spool,
    async close() {
      await spool.close()
      await store.close()
    },
  }
}
