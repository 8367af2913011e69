// Where keys and usage are kept: the embedded file, or PostgreSQL when its address is set.
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import type { KeyStore } from './key-record.ts'
import { openSpool } from './spool.ts'
import { openEmbeddedStore } from './sqlite-store.ts'
import type { UsageStore } from './usage-store.ts'

export interface Store {
  readonly keys: KeyStore
  readonly usage: UsageStore
  /** For tables beside keys and usage (database.ts says how). */
  readonly database: Database<unknown>
  /** Whether other replicas write here too. */
  readonly shared: boolean
  /** Why the store cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export interface StoreOptions {
  /** For a server: an embedded store has no second one, and must be writable. */
  readonly exclusive?: boolean
  readonly clock?: Clock
}

export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { exclusive = false, clock = systemClock }: StoreOptions = {},
): Promise<Store> {
  if (config.databaseUrl === undefined) return openEmbeddedStore(config.dataDir, { exclusive, clock })
  // Loaded only where it is used: it doubles the time that a command takes to start.
  const { openPostgresStore } = await import('./postgres-store.ts')
  const store = await openPostgresStore(config.databaseUrl, clock)
  const spool = await openSpool(store.usage, config.dataDir).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  return {
    ...store,
    usage: spool,
    unavailableReason: () => store.unavailableReason() ?? spool.unavailableReason(),
    async close() {
      await spool.close()
      await store.close()
    },
  }
}
