// The effective settings for display: every value with its source, secrets masked.
import type { Config } from './config.ts'
import type { SiteConfig } from './site-config.ts'
import { leavesOf, type Settings } from './read-settings.ts'
import { settingsSchema } from './settings-schema.ts'

export interface EffectiveSetting {
  readonly setting: string
  /** Null if not set. */
  readonly value: unknown
  /** `default`, `sandbox`, a line of the file, or the name of an environment variable. */
  readonly from: string
}

export function effectiveSettings(config: Config, settings: Settings): EffectiveSetting[] {
  const general = leavesOf(settingsSchema())
    .filter(({ path }) => path[0] !== 'sites')
    .map(({ path }) => {
      const value = path.reduce<unknown>(
        (here, key) => (here as Record<string, unknown> | undefined)?.[key],
        settings.values,
      )
      return row(path, value, settings.sourceOf(path))
    })
  const sites = Object.entries(config.sites).flatMap(([name, site]) =>
    siteValues(site).map(([path, value]) => {
      const full = ['sites', name, ...path]
      return row(full, value, siteSource(settings, name, path, site))
    }),
  )
  return [...general, ...sites]
}

function siteValues(site: SiteConfig): [path: string[], value: unknown][] {
  return [
    [['enabled'], site.enabled],
    ...Object.entries(site.origins).map(([name, origin]): [string[], unknown] => [['origins', name], origin]),
    ...Object.entries(site.settings).map(([name, value]): [string[], unknown] => [['settings', name], value]),
    [['requests_per_second'], site.requestsPerSecond],
    [['concurrency'], site.concurrency],
    [['timeout_ms'], site.timeoutMs],
    [['breaker', 'failures'], site.breaker.failures],
    [['breaker', 'open_ms'], site.breaker.openMs],
    [['render'], site.render],
    [['proxy'], site.proxy],
    [['active'], site.active],
  ]
}

/** Settings that the sandbox sets for its shops. */
const OF_SANDBOX = new Set(['origins', 'settings', 'requests_per_second', 'concurrency', 'breaker.failures'])

function siteSource(
  settings: Settings,
  name: string,
  path: readonly string[],
  { sandboxed }: SiteConfig,
): string {
  const short = settings.sourceOf(['sites', name, 'origin'])
  if (path.join('.') === 'origins.main' && short !== 'default') return short
  const source = settings.sourceOf(['sites', name, ...path])
  const isSandbox = OF_SANDBOX.has(path.join('.')) || OF_SANDBOX.has(path[0] ?? '')
  return source === 'default' && sandboxed && isSandbox ? 'sandbox' : source
}

function row(path: readonly string[], value: unknown, from: string): EffectiveSetting {
  return { setting: path.join('.'), value: maskSecret(path, value) ?? null, from }
}

const MASK = '********'
const SECRET_NAME = /key|token|secret|pass(?:word|phrase|wd)?$/i

function maskSecret(path: readonly string[], value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (path.includes('settings') && SECRET_NAME.test(path.at(-1) ?? '')) return MASK
  return value
    .replace(/(:\/\/)[^/?#@\s]*@/, `$1${MASK}@`)
    .replace(/([?&]([^=&#?]+)=)[^&#]*/g, (all, head: string, name: string) =>
      SECRET_NAME.test(name) ? head + MASK : all,
    )
}
