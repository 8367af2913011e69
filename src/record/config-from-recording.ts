// The configuration for a replay: nothing is fetched, so what the operator has not configured comes from the recording.
import type { Config } from '../settings/config.ts'
import type { RawParam } from '#kit/params/param-specs'
import type { SiteAdapter } from '#kit/define/define'
import type { Har } from './har/har.ts'
import { operatorError } from '../runtime/operator-error.ts'

export function replayConfig(
  config: Config,
  site: SiteAdapter,
  rawParams: readonly RawParam[],
  har: Har,
): Config {
  const configured = config.sites[site.name]
  if (!configured) return config
  const isOwn = configured.enabled && !configured.sandboxed
  const addresses = har.log.entries.flatMap(entry => URL.parse(entry.request.url) ?? [])
  if (addresses.length === 0) throw operatorError('The HAR file contains no requests.')
  const derived = readRecordedConfig(site, withoutBasePath(addresses, har.log._origins?.main))
  const main = mainOrigin(rawParams, addresses, derived)
  const recorded = har.log._origins ?? { ...main, ...chosenOrigin(site, rawParams, main), ...derived.origins }
  const origins = isOwn ? { ...recorded, ...configured.origins } : recorded
  const settings = isOwn
    ? { ...derived.settings, ...configured.settings }
    : { ...configured.settings, ...derived.settings }
  return {
    ...config,
    sites: {
      ...config.sites,
      [site.name]: {
        ...configured,
        enabled: true,
        sandboxed: false,
        // `main` first, then every host in the recording: a site may lead from one of its hosts to another.
        origins: { ...origins, ...Object.fromEntries(addresses.map(({ origin }) => [origin, origin])) },
        settings,
      },
    },
  }
}

type StringRecord = Record<string, string>

/** A shop may be below a path of its host, as in the sandbox; its own URLs do not include that path. */
function withoutBasePath(addresses: readonly URL[], main: string | undefined): readonly URL[] {
  const base = main === undefined ? undefined : URL.parse(main)
  if (!base || base.pathname === '/') return addresses
  return addresses.map(address =>
    address.origin === base.origin && address.pathname.startsWith(`${base.pathname}/`)
      ? new URL(address.href.replace(base.href, base.origin))
      : address,
  )
}

/** The first URL that implies a value takes precedence. */
function readRecordedConfig(
  site: SiteAdapter,
  addresses: readonly URL[],
): { origins: StringRecord; settings: StringRecord } {
  const derived = addresses.flatMap(address => site.configFromUrl?.(address) ?? [])
  return {
    origins: firstOfEach(derived.map(one => one.origins ?? {})),
    settings: firstOfEach(derived.map(one => one.settings ?? {})),
  }
}

function firstOfEach(parts: readonly Readonly<Record<string, string | undefined>>[]): StringRecord {
  const first: StringRecord = {}
  for (const [name, value] of parts.flatMap(part => Object.entries(part))) {
    if (value !== undefined) first[name] ??= value
  }
  return first
}

/** The origins of a recording have no names, so any name that the caller gives is accepted. */
function chosenOrigin(
  { originParam }: SiteAdapter,
  rawParams: readonly RawParam[],
  { main }: StringRecord,
): StringRecord {
  const chosen = rawParams.find(({ name }) => name === originParam)
  return chosen && main ? { [String(chosen.value)]: main } : {}
}

/** The origin of the caller's URL, else the first recorded one, preferably not one of the site's further origins. */
function mainOrigin(
  rawParams: readonly RawParam[],
  addresses: readonly URL[],
  derived: { origins: StringRecord },
): StringRecord {
  const others = new Set(Object.values(derived.origins))
  const [requestedUrl] = rawParams.flatMap(({ value }) =>
    /^https?:/i.test(String(value)) ? (URL.parse(String(value)) ?? []) : [],
  )
  const main = requestedUrl ?? addresses.find(({ origin }) => !others.has(origin)) ?? addresses[0]
  return main ? { main: main.origin } : {}
}
