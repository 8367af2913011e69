// The shops that the general reader may read: the listed ones, and the sandbox's while it is enabled.
import { listedShopNames } from '../runtime/sandbox-shops.ts'
import type { SettingsValues } from './settings-schema.ts'
import { currencyFromSymbol } from '#reader/values/currency'
import type { TaughtFields } from '#reader/taught/taught-rule'
import { operatorError } from '../runtime/operator-error.ts'
import { checkOrigin, type SiteConfig } from './site-config.ts'

/** The name of a listed shop: its host, or its origin without the scheme. */
export function readerShopName(host: string): string {
  return host.replace(/^https?:\/\//i, '')
}

/** One entry of `reader.hosts`: the hosts it lists, and their limits. */
export interface ListedShopEntry {
  /** A host name, a host name prefixed with `*.`, or a whole origin. */
  readonly host: string
  /** False while it is paused. */
  readonly enabled?: boolean | undefined
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly timeoutMs: number
  readonly render: SiteConfig['render']
  readonly active?: string | undefined
  readonly example?: string | undefined
  /** What `wares add` found, until the shop's pages are read. */
  readonly platform?: string | undefined
  /** What a shared sign, or none, means in its prices. */
  readonly currency?: string | undefined
  readonly ucp?: boolean | undefined
  /** What was taught about its pages. */
  readonly fields?: TaughtFields | undefined
}

/** Shops without an adapter, for the general reader. */
export interface ReaderConfig {
  readonly hosts: readonly ListedShopEntry[]
  /** The sandbox's shops without an adapter, while the sandbox is on. */
  readonly sandboxOrigins: readonly string[]
  /** Defaults for hosts without limits of their own, and for the sandbox's shops. */
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly timeoutMs: number
  readonly render: SiteConfig['render']
  readonly breaker: SiteConfig['breaker']
}

type ReaderSettings = SettingsValues['reader']
type HostSettings = NonNullable<ReaderSettings['hosts']>[number]

export function readerConfig(
  { reader }: Pick<SettingsValues, 'reader'>,
  sandboxOrigin: string | undefined,
): ReaderConfig {
  return {
    hosts: (reader.hosts ?? []).map(entry => readerHost(entry, reader)),
    sandboxOrigins:
      sandboxOrigin === undefined ? [] : listedShopNames.map(name => `${sandboxOrigin}/${name}`),
    requestsPerSecond: reader.requests_per_second,
    concurrency: reader.concurrency,
    timeoutMs: reader.timeout_ms,
    render: reader.render,
    breaker: { failures: 8, openMs: 30_000 },
  }
}

/** An entry inherits the common settings that it leaves out. */
function readerHost(entry: HostSettings, reader: ReaderSettings): ListedShopEntry {
  const own = typeof entry === 'string' ? { host: entry } : entry
  // The file's schema requires nothing, so check here.
  if (own.host === undefined) throw operatorError('Every entry of reader.hosts must name its host.')
  return {
    host: own.host.includes('://') ? checkOrigin(own.host, 'reader.hosts') : own.host.toLowerCase(),
    requestsPerSecond: own.requests_per_second ?? reader.requests_per_second,
    concurrency: own.concurrency ?? reader.concurrency,
    timeoutMs: own.timeout_ms ?? reader.timeout_ms,
    render: own.render ?? reader.render,
    ...(own.enabled === false ? { enabled: false } : {}),
    ...(own.active === undefined ? {} : { active: own.active }),
    ...(own.example === undefined ? {} : { example: own.example }),
    ...(own.platform === undefined ? {} : { platform: own.platform }),
    ...(own.currency === undefined ? {} : { currency: checkCurrency(own.currency, own.host) }),
    ...(own.ucp === undefined ? {} : { ucp: own.ucp }),
    ...(own.fields === undefined ? {} : { fields: own.fields }),
  }
}

function checkCurrency(code: string, host: string): string {
  if (currencyFromSymbol(code) === code) return code
  throw operatorError(`reader.hosts: ${code} is no currency; correct the entry of ${host}.`)
}
