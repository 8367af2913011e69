// What people write: wares.yaml and the environment. What comes in is text; what goes out is one frozen Config, or a
// sentence for each mistake with its line. Only this file reads the environment.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Env, readSettings, type Settings } from './read-settings.ts'
import type { SettingsValues } from './settings-schema.ts'
import type { ConfigurableSite } from './site-settings.ts'
import { type ReaderConfig, readerConfig } from './reader-config.ts'
import { isLoopbackName } from '../runtime/loopback.ts'
import { settingsFromOptions, settingsPath } from './settings-file.ts'
import { checkOrigin, hasOrigin, type SiteConfig, siteConfig } from './site-config.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly finderPort: number | undefined
  /** The finder's public URL, if it is not its port on the host of the main server. */
  readonly finderUrl: string | undefined
  readonly dataDir: string
  readonly redisUrl: string | undefined
  readonly smtpUrl: string | undefined
  readonly smtpFrom: string | undefined
  /** Where people reach this server, for links in messages. */
  readonly publicUrl: string
  /** Nobody elsewhere can reach this server: it listens on loopback, and no setting names a URL for others. */
  readonly isLocalOnly: boolean
  readonly databaseUrl: string | undefined
  /** How long known keys remain valid while PostgreSQL is unreachable. */
  readonly databaseGraceMs: number
  /** How long a Redis command may take before the request continues without it. */
  readonly redisTimeoutMs: number
  /** The prefix of all keys in Redis. */
  readonly redisPrefix: string
  /** How long to keep serving at shutdown, so that load balancers notice and open connections finish. */
  readonly drainMs: number
  readonly sandbox: {
    readonly needed: boolean
    /** It is on because no shop is configured: the first one would switch it off. */
    readonly untilFirstShop: boolean
    readonly host: string
    readonly port: number
    readonly seed: number
    readonly speed: number
  }
  readonly sites: Readonly<Record<string, SiteConfig>>
  readonly reader: ReaderConfig
  readonly userAgent: string
  readonly deadlineMs: number
  readonly maxInFlight: number
  readonly cacheBytes: number
  readonly maxPageBytes: number
  /** Threads that parse pages; 0 parses on the main thread. */
  readonly workers: number
  /** The path of Chromium, for sites that are rendered; searched for in the usual places if not set. */
  readonly chromium: string | undefined
  readonly logLevel: string
  /** Per client address, for the finder without a key. */
  readonly anonymous: { readonly ratePerS: number; readonly burst: number }
  /** For keys without a rate of their own. */
  readonly keyDefaults: { readonly ratePerS: number; readonly burst: number }
  readonly corsOrigin: string
  /** Which requests are recorded, and the maximum size and age of recordings. */
  readonly record: {
    readonly what: 'faults' | 'all' | 'none'
    readonly maxBytes: number
    readonly maxAgeMs: number
  }
  /** As in the file; parsed by src/watch. */
  readonly watches: readonly Readonly<Record<string, unknown>>[]
  /** Where each of them stands: `wares.yaml:12:5`. */
  readonly watchPlaces: readonly string[]
  /** As in the file; parsed by src/health/drift. */
  readonly canaries: readonly Readonly<Record<string, unknown>>[]
  readonly historyDays: number
  readonly watchesPerKey: number
  readonly streamsPerKey: number
}

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
export function readStoreLocation(env: Env = process.env): StoreLocation {
  return storeLocation(readSettings(env).values)
}

/** Of the settings file, if it is there, and of the environment: a restore may bring the file. */
export function findDatabaseUrl(path: string): string | undefined {
  const { WARES_CONFIG: _, ...env } = process.env
  return readStoreLocation(existsSync(path) ? { ...env, WARES_CONFIG: path } : env).databaseUrl
}

type StoreLocation = Pick<Config, 'dataDir' | 'databaseUrl'>

function configFrom(settings: Settings, sites: readonly ConfigurableSite[]): Config {
  const { values } = settings
  const sandboxPort = values.sandbox.port
  const hasRealShop =
    sites.some(site => hasOrigin(values.sites?.[site.name])) || (values.reader.hosts ?? []).length > 0
  const isSandboxOn = values.sandbox.enabled ?? !hasRealShop
  const configs = sites.map(site =>
    siteConfig(site, settings, { isOn: isSandboxOn, origin: `http://127.0.0.1:${sandboxPort}` }),
  )
  const { limits, finder } = values
  return deepFreeze({
    host: values.host,
    port: values.port,
    finderPort: finder?.port,
    finderUrl: finder?.url === undefined ? undefined : checkOrigin(finder.url, 'finder.url'),
    ...storeLocation(values),
    redisUrl: values.redis_url,
    smtpUrl: values.smtp_url,
    smtpFrom: values.smtp_from,
    publicUrl:
      values.public_url ??
      `http://${values.host.includes(':') ? `[${values.host}]` : values.host}:${values.port}`,
    isLocalOnly: [values.host, ...publicHosts(values)].every(isLoopbackName),
    databaseGraceMs: values.database_grace_s * 1000,
    redisTimeoutMs: values.redis_timeout_ms,
    redisPrefix: values.redis_prefix,
    drainMs: values.drain_ms,
    sandbox: {
      needed: configs.some(([, site]) => site.sandboxed),
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
    maxInFlight: limits.in_flight,
    cacheBytes: limits.cache_mb * 1024 * 1024,
    maxPageBytes: limits.page_mb * 1024 * 1024,
    // At least two: a page that is slow to parse must not block the others.
    workers: values.workers ?? Math.max(2, availableParallelism()),
    chromium: values.chromium,
    logLevel: values.log,
    anonymous: { ratePerS: limits.anonymous.rate, burst: limits.anonymous.burst },
    keyDefaults: { ratePerS: limits.key.rate, burst: limits.key.burst },
    corsOrigin: values.cors_origin,
    record: {
      what: values.record,
      maxBytes: values.record_mb * 1024 * 1024,
      maxAgeMs: values.record_days * 86_400_000,
    },
    ...watchesOf(settings),
    canaries: values.canaries ?? [],
    historyDays: limits.history_days,
    watchesPerKey: limits.watches_per_key,
    streamsPerKey: limits.streams_per_key,
  })
}

function watchesOf(settings: Settings): Pick<Config, 'watches' | 'watchPlaces'> {
  const watches = settings.values.watches ?? []
  return { watches, watchPlaces: watches.map((_, place) => settings.sourceOf(['watches', String(place)])) }
}

function publicHosts({ public_url, finder }: SettingsValues): string[] {
  return [public_url, finder?.url].flatMap(url => (url === undefined ? [] : [URL.parse(url)?.hostname ?? '']))
}

function storeLocation({ data, database_url }: SettingsValues): StoreLocation {
  return { dataDir: resolve(data), databaseUrl: database_url }
}

function deepFreeze<T extends object>(value: T): T {
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) deepFreeze(one)
  return Object.freeze(value)
}

/** The variables of OpenTelemetry, which has names and defaults of its own. */
export function readTelemetryEnv(env: Env = process.env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')))
}
