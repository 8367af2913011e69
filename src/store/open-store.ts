// What is kept between requests: keys, usage, limits, caches and leased work. What comes in and goes out are rows behind
// small interfaces, the same on SQLite, PostgreSQL and Redis. This file opens the embedded database, or PostgreSQL if its
// URL is configured.
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Config } from '../settings/config.ts'
import { openEmbeddedStore } from './sqlite/sqlite-store.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** For a server: an embedded store allows only one, and must be writable. */
  readonly exclusive?: boolean
  readonly clock?: Clock
}

export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { exclusive = false, clock = systemClock }: StoreOptions = {},
): Promise<Store> {
  if (config.databaseUrl === undefined) return openEmbeddedStore(config.dataDir, { exclusive, clock })
  // Loaded only if needed: it doubles the start time of a command.
  const { openPostgresStore } = await import('./postgres/postgres-store.ts')
  return openPostgresStore(config.databaseUrl, clock)
}
