// The configuration of a running server. Its shops, watches and canaries follow wares.yaml; all else needs a restart.
import type { Config } from './config.ts'

/** The parts that a running server takes over. Whoever uses one reads it from the configuration each time. */
const LIVE_PARTS = ['sites', 'reader', 'sandbox', 'watches', 'watchPlaces', 'canaries'] as const

export interface LiveConfig {
  readonly config: Config
  /** Returns whether a live part has changed. */
  replace(next: Config): boolean
}

export function createLiveConfig(initial: Config): LiveConfig {
  let current = initial
  const live = Object.fromEntries(
    LIVE_PARTS.map(name => [name, { enumerable: true, get: () => current[name] }]),
  )
  return {
    config: Object.freeze(Object.defineProperties({ ...initial }, live)),
    replace(next) {
      const isChanged = LIVE_PARTS.some(name => JSON.stringify(current[name]) !== JSON.stringify(next[name]))
      if (isChanged) current = next
      return isChanged
    },
  }
}

/** The settings of two configurations that differ and that only a restart applies, by their names in the file. */
export function settingsForRestart(before: Config, after: Config): string[] {
  const differ = (Object.keys(SETTING_NAMES) as (keyof typeof SETTING_NAMES)[]).filter(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return differ.map(name => SETTING_NAMES[name])
}

const SETTING_NAMES = {
  host: 'host',
  port: 'port',
  finderPort: 'finder.port',
  finderUrl: 'finder.url',
  dataDir: 'data',
  redisUrl: 'redis_url',
  smtpUrl: 'smtp_url',
  smtpFrom: 'smtp_from',
  publicUrl: 'public_url',
  databaseUrl: 'database_url',
  databaseGraceMs: 'database_grace_s',
  redisTimeoutMs: 'redis_timeout_ms',
  redisPrefix: 'redis_prefix',
  drainMs: 'drain_ms',
  userAgent: 'user_agent',
  deadlineMs: 'deadline_ms',
  maxInFlight: 'limits.in_flight',
  cacheBytes: 'limits.cache_mb',
  maxPageBytes: 'limits.page_mb',
  workers: 'workers',
  chromium: 'chromium',
  logLevel: 'log',
  anonymous: 'limits.anonymous',
  keyDefaults: 'limits.key',
  corsOrigin: 'cors_origin',
  record: 'record',
  historyDays: 'limits.history_days',
  watchesPerKey: 'limits.watches_per_key',
  streamsPerKey: 'limits.streams_per_key',
  // `isLocalOnly` follows from the settings of addresses.
} as const satisfies Record<Exclude<keyof Config, (typeof LIVE_PARTS)[number] | 'isLocalOnly'>, string>
