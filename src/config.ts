// wares.yaml and the environment made into one frozen, checked Config. The only reader of process.env.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse as parseYaml } from 'yaml'

export interface SiteConfig {
  readonly enabled: boolean
  /** By name, `main` first; empty when the operator has configured none. May carry a base path; no trailing slash. */
  readonly origins: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly sandboxed: boolean
  /** Of the sandbox only: an origin where nothing answers, so that a magic word can lead there. */
  readonly deadEnd?: string
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly timeoutMs: number
  /** Consecutive failures that open the circuit, and how long it then stays open. */
  readonly breaker: { readonly failures: number; readonly openMs: number }
  readonly render: 'none' | 'browser'
  readonly proxy: string | undefined
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly finderPort: number | undefined
  /** How callers reach the finder, where that is not its port on the host by which they reach the rest. */
  readonly finderUrl: string | undefined
  readonly dataDir: string
  readonly redisUrl: string | undefined
  readonly databaseUrl: string | undefined
  /** How long known keys go on while PostgreSQL cannot be reached. */
  readonly databaseGraceMs: number
  /** How long a Redis command may take before the answer goes on without it. */
  readonly redisTimeoutMs: number
  /** Before the names of all that is kept in Redis. */
  readonly redisPrefix: string
  /** How long, at the end, balancers may look elsewhere and open connections ask their last question. */
  readonly drainMs: number
  readonly sandbox: { readonly needed: boolean; readonly port: number; readonly seed: number }
  readonly sites: Readonly<Record<string, SiteConfig>>
  readonly userAgent: string
  readonly deadlineMs: number
  readonly maxInFlight: number
  readonly cacheBytes: number
  readonly maxPageBytes: number
  /** Where Chromium is, for sites that are rendered; looked for in the usual places when not said. */
  readonly chromium: string | undefined
  readonly logLevel: string
  /** Per client address, for the finder without a key. */
  readonly anonymous: { readonly ratePerS: number; readonly burst: number }
  /** For keys that name no rate of their own. */
  readonly keyDefaults: { readonly ratePerS: number; readonly burst: number }
  readonly corsOrigin: string
}

/** What the configuration must know of a site's definition. */
export interface SiteFacts {
  readonly name: string
  readonly manners?: { readonly requestsPerSecond?: number; readonly concurrency?: number }
  readonly moreOrigins?: Readonly<Record<string, string>>
  readonly sandboxOrigins?: readonly string[]
  readonly sandboxSettings?: Readonly<Record<string, string>>
}

/** A setting that cannot be used; its message is one sentence for the operator. */
function configError(message: string): Error {
  return Object.assign(new Error(message), { name: CONFIG_ERROR })
}

export const CONFIG_ERROR = 'ConfigError'

type Env = Readonly<Record<string, string | undefined>>
type Tree = Readonly<Record<string, unknown>>

export function readConfig(sites: readonly SiteFacts[], env: Env = process.env): Config {
  const file = readFile(env)
  const port = portOf(env.WARES_PORT ?? file.port ?? 8080, 'port')
  const sandbox = branch(file.sandbox === true ? {} : file.sandbox, 'sandbox')
  const sandboxPort = portOf(env.WARES_SANDBOX_PORT ?? sandbox.port ?? 8081, 'sandbox port')
  const host = textOf(env.WARES_HOST ?? file.host ?? '127.0.0.1', 'host')
  const siteTree = branch(file.sites, 'sites')
  refuseUnknown(
    siteTree,
    sites.map(site => site.name),
    'site',
  )
  const anyOrigin = sites.some(
    site => Object.keys(originsOf(site, branchOf(siteTree, site.name), env)).length > 0,
  )
  const sandboxRest = !anyOrigin || file.sandbox === true || sandbox.enabled === true
  const configs = sites.map(site =>
    siteConfig(site, branchOf(siteTree, site.name), env, sandboxRest, `http://127.0.0.1:${sandboxPort}`),
  )
  const limits = branch(file.limits, 'limits')
  const finder = branch(file.finder, 'finder')
  return deepFreeze({
    host,
    port,
    finderPort: finder.port === undefined ? undefined : portOf(finder.port, 'finder.port'),
    finderUrl:
      finder.url === undefined ? undefined : originOf(textOf(finder.url, 'finder.url'), 'finder.url'),
    ...storePlaceIn(file, env),
    redisUrl: optionalText(env.WARES_REDIS_URL ?? file.redis_url, 'redis_url'),
    databaseGraceMs: numberOf(file.database_grace_s ?? 3_600, 'database_grace_s') * 1000,
    redisTimeoutMs: numberOf(file.redis_timeout_ms ?? 100, 'redis_timeout_ms'),
    redisPrefix: textOf(env.WARES_REDIS_PREFIX ?? file.redis_prefix ?? 'wares:', 'redis_prefix'),
    drainMs: numberOf(env.WARES_DRAIN_MS ?? file.drain_ms ?? 1_000, 'drain_ms'),
    sandbox: { needed: configs.some(([, site]) => site.sandboxed), port: sandboxPort, seed: 1 },
    sites: Object.fromEntries(configs),
    userAgent: textOf(
      file.user_agent ?? 'Wares/0.1 (product data reader; contact: see the operator)',
      'user_agent',
    ),
    deadlineMs: numberOf(env.WARES_DEADLINE_MS ?? file.deadline_ms ?? 15_000, 'deadline_ms'),
    maxInFlight: numberOf(limits.in_flight ?? 4_000, 'limits.in_flight'),
    cacheBytes: numberOf(limits.cache_mb ?? 256, 'limits.cache_mb') * 1024 * 1024,
    maxPageBytes: numberOf(limits.page_mb ?? 16, 'limits.page_mb') * 1024 * 1024,
    chromium: optionalText(file.chromium, 'chromium'),
    logLevel: textOf(env.WARES_LOG ?? file.log ?? 'info', 'log'),
    anonymous: rateOf(limits.anonymous, 'limits.anonymous', { ratePerS: 5, burst: 20 }),
    keyDefaults: rateOf(limits.key, 'limits.key', { ratePerS: 20, burst: 40 }),
    corsOrigin: textOf(file.cors_origin ?? '*', 'cors_origin'),
  })
}

/** Where keys and usage are kept: all that commands about them must know, and quick to read. */
export function readStorePlace(env: Env = process.env): StorePlace {
  return storePlaceIn(readFile(env), env)
}

type StorePlace = Pick<Config, 'dataDir' | 'databaseUrl'>

function storePlaceIn(file: Tree, env: Env): StorePlace {
  return {
    dataDir: resolve(textOf(env.WARES_DATA ?? file.data ?? 'data', 'data')),
    databaseUrl: optionalText(env.WARES_DATABASE_URL ?? file.database_url, 'database_url'),
  }
}

function readFile(env: Env): Tree {
  const path = env.WARES_CONFIG ?? join(process.cwd(), 'wares.yaml')
  if (!existsSync(path)) {
    if (env.WARES_CONFIG) throw configError(`WARES_CONFIG names ${path}, which does not exist`)
    return {}
  }
  try {
    return branch(parseYaml(readFileSync(path, 'utf8')), path)
  } catch (error) {
    throw (error as Error).name === CONFIG_ERROR
      ? error
      : configError(`${path} is not valid YAML: ${(error as Error).message}`)
  }
}

function siteConfig(
  site: SiteFacts,
  tree: Tree,
  env: Env,
  sandboxRest: boolean,
  sandboxOrigin: string,
): [string, SiteConfig] {
  const where = `sites.${site.name}`
  const own = originsOf(site, tree, env)
  const configured = Object.keys(own).length > 0
  const sandboxed = !configured && (sandboxRest || tree.sandbox === true)
  const breaker = branch(tree.breaker, `${where}.breaker`)
  // The sandbox is our own: no politeness is owed to it, and its magic inputs must not open its circuit.
  const polite = sandboxed
    ? { requestsPerSecond: 10_000, concurrency: 1_000, failures: 1_000_000 }
    : { requestsPerSecond: 2, concurrency: 4, failures: 8, ...site.manners }
  return [
    site.name,
    {
      enabled: tree.enabled !== false && (configured || sandboxed),
      origins: sandboxed ? sandboxOriginsOf(site, sandboxOrigin) : own,
      settings: {
        ...(sandboxed ? site.sandboxSettings : {}),
        ...textMap(tree.settings, `${where}.settings`),
      },
      sandboxed,
      // The sandbox speaks no TLS.
      ...(sandboxed ? { deadEnd: `${sandboxOrigin.replace(/^http:/, 'https:')}/${site.name}` } : {}),
      requestsPerSecond: numberOf(
        tree.requests_per_second ?? polite.requestsPerSecond,
        `${where}.requests_per_second`,
      ),
      concurrency: numberOf(tree.concurrency ?? polite.concurrency, `${where}.concurrency`),
      timeoutMs: numberOf(tree.timeout_ms ?? 10_000, `${where}.timeout_ms`),
      breaker: {
        failures: numberOf(breaker.failures ?? polite.failures, `${where}.breaker.failures`),
        openMs: numberOf(breaker.open_ms ?? 30_000, `${where}.breaker.open_ms`),
      },
      render: tree.render === 'browser' ? 'browser' : 'none',
      proxy: optionalText(tree.proxy, `${where}.proxy`),
    },
  ]
}

function sandboxOriginsOf(site: SiteFacts, sandboxOrigin: string): Record<string, string> {
  const main = `${sandboxOrigin}/${site.name}`
  const more = (site.sandboxOrigins ?? []).map(name => [name, `${main}/${name}`] as const)
  return { main, ...Object.fromEntries(more) }
}

/** `WARES_SITE_X_ORIGIN` over `origin` (one address) over `origins` (addresses by name). */
function originsOf(site: SiteFacts, tree: Tree, env: Env): Record<string, string> {
  const where = `sites.${site.name}`
  const named = textMap(tree.origins, `${where}.origins`)
  const main =
    env[`WARES_SITE_${site.name.toUpperCase()}_ORIGIN`] || optionalText(tree.origin, `${where}.origin`)
  const all = main ? { main, ...named, ...(named.main ? { main } : {}) } : named
  return Object.fromEntries(
    Object.entries(all).map(([name, origin]) => [name, originOf(origin, `${where} ${name}`)]),
  )
}

function originOf(value: string, where: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw configError(`the origin of ${where} must be an http or https address, not "${value}"`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw configError(`the origin of ${where} may carry a base path, but no user, query or fragment`)
  }
  return url.href.replace(/\/+$/, '')
}

function rateOf(value: unknown, where: string, fallback: { ratePerS: number; burst: number }) {
  const tree = branch(value, where)
  return {
    ratePerS: numberOf(tree.rate ?? fallback.ratePerS, `${where}.rate`),
    burst: numberOf(tree.burst ?? fallback.burst, `${where}.burst`),
  }
}

function branch(value: unknown, where: string): Tree {
  if (value === undefined || value === null || value === false) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Tree
  throw configError(`${where} must be a map of settings`)
}

function branchOf(tree: Tree, name: string): Tree {
  return branch(tree[name], `sites.${name}`)
}

function refuseUnknown(tree: Tree, known: readonly string[], what: string): void {
  const unknown = Object.keys(tree).find(key => !known.includes(key))
  if (unknown) throw configError(`unknown ${what} "${unknown}"; known are ${known.join(', ')}`)
}

function textMap(value: unknown, where: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(branch(value, where)).map(([key, one]) => [key, textOf(one, `${where}.${key}`)]),
  )
}

function textOf(value: unknown, where: string): string {
  if (typeof value === 'string' && value !== '') return value
  if (typeof value === 'number') return String(value)
  throw configError(`${where} must be a text`)
}

function optionalText(value: unknown, where: string): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : textOf(value, where)
}

function numberOf(value: unknown, where: string): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number) && number > 0) return number
  throw configError(`${where} must be a number above 0, not "${String(value)}"`)
}

function portOf(value: unknown, where: string): number {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= 65_535) return number
  throw configError(`${where} must be a port from 0 to 65535, not "${String(value)}"`)
}

function deepFreeze<T extends object>(value: T): T {
  for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) deepFreeze(one)
  return Object.freeze(value)
}
