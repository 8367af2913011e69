// The configuration of one site: its own origins, or the sandbox shop instead.
import { existsSync, readFileSync } from 'node:fs'
import { operatorError } from '../runtime/operator-error.ts'
import type { Settings } from './read-settings.ts'
import type { ConfigurableSite, SiteSettings } from './site-settings.ts'

export interface SiteConfig {
  readonly enabled: boolean
  /** Origins by name, `main` first; empty when the operator has configured none. They may include a base path and have no trailing slash. */
  readonly origins: Readonly<Record<string, string>>
  readonly settings: Readonly<Record<string, string>>
  readonly sandboxed: boolean
  /** Sandbox only: an origin where nothing answers, to which the shop redirects to simulate being unreachable. */
  readonly deadEnd?: string
  readonly requestsPerSecond: number
  readonly concurrency: number
  readonly timeoutMs: number
  /** How many consecutive failures open the circuit, and for how long. */
  readonly breaker: { readonly failures: number; readonly openMs: number }
  readonly render: 'none' | 'browser'
  readonly proxy: string | undefined
  /** When watches are checked, such as `22:00-06:00 Europe/Berlin`; always if undefined. */
  readonly active?: string | undefined
  /** A product page that exists, for examples. */
  readonly example?: string | undefined
}

interface SandboxState {
  /** Whether the sandbox replaces every site without an origin. */
  readonly isOn: boolean
  readonly origin: string
}

/** The sandbox needs no rate limits, and simulated faults must not open its circuit. */
export const SANDBOX_LIMITS = { requestsPerSecond: 10_000, concurrency: 1_000 }
export const SANDBOX_FAILURES = 1_000_000

export function siteConfig(
  { name }: ConfigurableSite,
  settings: Settings,
  sandbox: SandboxState,
): [string, SiteConfig] {
  const site = settings.values.sites?.[name]
  if (!site) throw new Error(`there are no settings for ${name}`)
  const own = originsOf(name, site)
  const configured = Object.keys(own).length > 0
  const sandboxed = !configured && (sandbox.isOn || site.sandbox)
  const shop = sandboxed ? shopOf(name, sandbox.origin) : undefined
  const isGiven = (...path: string[]): boolean => settings.sourceOf(['sites', name, ...path]) !== 'default'
  const polite = <T>(value: T, whenSandboxed: T, ...path: string[]): T =>
    sandboxed && !isGiven(...path) ? whenSandboxed : value
  return [
    name,
    {
      enabled: site.enabled && (configured || sandboxed),
      origins: shop?.origins ?? own,
      settings: { ...shop?.settings, ...(site.settings as Record<string, string> | undefined) },
      sandboxed,
      ...(shop ? { deadEnd: shop.deadEnd } : {}),
      requestsPerSecond: polite(
        site.requests_per_second,
        SANDBOX_LIMITS.requestsPerSecond,
        'requests_per_second',
      ),
      concurrency: polite(site.concurrency, SANDBOX_LIMITS.concurrency, 'concurrency'),
      timeoutMs: site.timeout_ms,
      breaker: {
        failures: polite(site.breaker.failures, SANDBOX_FAILURES, 'breaker', 'failures'),
        openMs: site.breaker.open_ms,
      },
      render: site.render,
      proxy: site.proxy,
      ...(site.active === undefined ? {} : { active: site.active }),
      ...(site.example === undefined ? {} : { example: site.example }),
    },
  ]
}

/** What a shop of the sandbox needs: further origins, as paths relative to its URL, and settings. */
interface ShopSettings {
  readonly origins?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
}

function shopOf(name: string, sandboxOrigin: string) {
  const main = `${sandboxOrigin}/${name}`
  const file = new URL(`../../sandbox/sites/${name}/settings.json`, import.meta.url)
  const own = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ShopSettings) : {}
  const { origins = {}, settings = {} } = own
  const more = Object.entries(origins).map(([origin, path]) => [origin, main + path] as const)
  return {
    origins: { main, ...Object.fromEntries(more) },
    settings,
    // The sandbox does not support TLS.
    deadEnd: main.replace(/^http:/, 'https:'),
  }
}

export function hasOrigin(site: SiteSettings | undefined): boolean {
  return site?.origin !== undefined || Object.keys(site?.origins ?? {}).length > 0
}

/** `origin` is short for `origins.main`, and overrides it. */
function originsOf(name: string, { origin, origins = {} }: SiteSettings): Record<string, string> {
  const all =
    origin === undefined ? origins : { main: origin, ...origins, ...(origins.main ? { main: origin } : {}) }
  return Object.fromEntries(
    Object.entries(all).map(([key, value]) => [
      key,
      checkOrigin(String(value), `sites.${name}.origins.${key}`),
    ]),
  )
}

export function checkOrigin(value: string, where: string): string {
  const url = URL.parse(value)
  if (!url) throw operatorError(`${where} must be an http or https URL, not "${value}".`)
  if (url.username || url.password || url.search || url.hash) {
    throw operatorError(`${where} may have a base path, but no user, query or fragment.`)
  }
  return url.href.replace(/(?<!\/)\/+$/, '')
}
