// What people write: wares.yaml and the environment. What comes in is text; what goes out is one frozen Config, or a
// sentence for each mistake with its line. Only this file reads the environment.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Env, readSettings, type Settings } from './read-settings.ts'
import type { SettingsValues } from './settings-schema.ts'
import type { ConfigurableSite } from './site-settings.ts'
import { readerConfig } from './reader-config.ts'
import { httpAddress, isLoopbackName } from '../runtime/loopback.ts'
import { settingsFromOptions, settingsPath } from './settings-file.ts'
import { checkOrigin, hasOrigin, siteConfig } from './site-config.ts'

/** All that the settings say, frozen. */
export type Config = Readonly<ReturnType<typeof configFrom>>

export type { ConfigurableSite }

export function readConfig(sites: readonly ConfigurableSite[], env: Env = process.env): Config {
  return configFrom(readSettings(env, sites), sites)
}

/** The configuration with another settings file. */
export function readConfigFrom(
  sites: readonly ConfigurableSite[],
  path: string,
  env: Env = process.env,
): Config {
  return readConfig(sites, { ...env, WARES_CONFIG: path })
}

/** Where `readConfig` looks for the settings file. */
export function settingsFilePath(env: Env = process.env): string {
  return settingsPath(env.WARES_CONFIG)
}

/** The settings with the source of each, and the resulting configuration. */
export function readConfigWithSources(
  sites: readonly ConfigurableSite[],
  env: Env = process.env,
): { readonly config: Config; readonly settings: Settings } {
  const settings = readSettings(env, sites)
  return { config: configFrom(settings, sites), settings }
}

/** For a program that passes the settings: reads no file, and from the environment only the default data folder. */
export function readConfigFromOptions(
  sites: readonly ConfigurableSite[],
  options: object,
  { XDG_DATA_HOME, LOCALAPPDATA }: Env = process.env,
): Config {
  const settings = readSettings({ XDG_DATA_HOME, LOCALAPPDATA }, sites, settingsFromOptions(options))
  return configFrom(settings, sites)
}

/** Where keys and usage are stored: all that commands about them need, and fast to read. */
export function readStoreLocation(env: Env = process.env) {
  return storeLocation(readSettings(env).values)
}

/** Reads the URL from the settings file, if it exists, and the environment: a restore may bring the file. */
export function findDatabaseUrl(path: string): string | undefined {
  const { WARES_CONFIG: _, ...env } = process.env
  return readStoreLocation(existsSync(path) ? { ...env, WARES_CONFIG: path } : env).databaseUrl
}

type ListedEntries = readonly Readonly<Record<string, unknown>>[]

function configFrom(settings: Settings, sites: readonly ConfigurableSite[]) {
  const { values } = settings
  const sandboxPort = values.sandbox.port
  const hasRealShop =
    sites.some(site => hasOrigin(values.sites?.[site.name])) || (values.reader.hosts ?? []).length > 0
  const isSandboxOn = values.sandbox.enabled ?? !hasRealShop
  const configs = sites.map(site =>
    siteConfig(site, settings, { isOn: isSandboxOn, origin: `http://127.0.0.1:${sandboxPort}` }),
  )
  const { finder } = values
  /** Canaries are parsed by src/health. */
  const canaries: ListedEntries = values.canaries ?? []
  return deepFreeze({
    settings: values,
    host: values.host,
    port: values.port,
    finderPort: finder?.port,
    /** The finder's public URL, if it is not its port on the host of the main server. */
    finderUrl: finder?.url === undefined ? undefined : checkOrigin(finder.url, 'finder.url'),
    ...storeLocation(values),
    redisUrl: values.redis_url,
    smtpUrl: values.smtp_url,
    smtpFrom: values.smtp_from,
    /** Where people reach this server, for links in messages. */
    publicUrl: values.public_url ?? httpAddress(values.host, values.port),
    /** Nobody elsewhere can reach this server: it listens on loopback, and no setting names a URL for others. */
    isLocalOnly: [values.host, ...publicHosts(values)].every(isLoopbackName),
    /** How long known keys remain valid while PostgreSQL is unreachable. */
    databaseGraceMs: values.database_grace_s * 1000,
    /** How long a Redis command may take before the request continues without it. */
    redisTimeoutMs: values.redis_timeout_ms,
    redisPrefix: values.redis_prefix,
    /** How long to keep serving at shutdown, so that load balancers notice and open connections finish. */
    drainMs: values.drain_ms,
    sandbox: {
      needed: configs.some(([, site]) => site.sandboxed),
      /** It is on because no shop is configured: the first one would switch it off. */
      untilFirstShop: isSandboxOn && values.sandbox.enabled === undefined,
      host: values.sandbox.host,
      port: sandboxPort,
      seed: 1,
      speed: values.sandbox.speed,
    },
    sites: Object.fromEntries(configs),
    reader: readerConfig(values, isSandboxOn ? `http://127.0.0.1:${sandboxPort}` : undefined),
    userAgent: values.user_agent,
    deadlineMs: values.deadline_ms,
    /** Threads that parse pages. At least two: a page that is slow to parse must not block the others. */
    workers: values.workers ?? Math.max(2, availableParallelism()),
    /** For sites that are rendered; searched for in the usual places if not set. */
    chromium: values.chromium,
    logLevel: values.log,
    ...limitsOf(values),
    corsOrigin: values.cors_origin,
    ...watchesOf(settings),
    canaries,
  })
}

function limitsOf({ limits, record, record_mb, record_days }: SettingsValues) {
  return {
    maxInFlight: limits.in_flight,
    cacheBytes: limits.cache_mb * 1024 * 1024,
    maxPageBytes: limits.page_mb * 1024 * 1024,
    /** Per client address, for the finder without a key. */
    anonymous: { ratePerS: limits.anonymous.rate, burst: limits.anonymous.burst },
    /** For keys without a rate of their own. */
    keyDefaults: { ratePerS: limits.key.rate, burst: limits.key.burst },
    record: {
      what: record,
      maxBytes: record_mb * 1024 * 1024,
      maxAgeMs: record_days * 86_400_000,
    },
    historyDays: limits.history_days,
    watchesPerKey: limits.watches_per_key,
    streamsPerKey: limits.streams_per_key,
  }
}

/** Watches are parsed by src/watch. `watchPlaces` has the position of each in the file: `wares.yaml:12:5`. */
function watchesOf(settings: Settings) {
  const watches: ListedEntries = settings.values.watches ?? []
  return { watches, watchPlaces: watches.map((_, place) => settings.sourceOf(['watches', String(place)])) }
}

function publicHosts({ public_url, finder }: SettingsValues): string[] {
  return [public_url, finder?.url].flatMap(url => (url === undefined ? [] : [URL.parse(url)?.hostname ?? '']))
}

function storeLocation({ data, database_url }: SettingsValues) {
  return { dataDir: resolve(data), databaseUrl: database_url }
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value))
    if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}

/** The variables of OpenTelemetry, which has names and defaults of its own. */
export function readTelemetryEnv(env: Env = process.env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')))
}
