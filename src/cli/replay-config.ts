// The configuration of a replay: nothing is fetched, so what the operator has not configured is taken from the recording.
import type { Config } from '../config.ts'
import type { Given } from '../engine/params.ts'
import type { Entry } from '../engine/registry.ts'
import type { Site } from '../kit/define.ts'
import type { Har } from '../upstream/har.ts'
import { plainError } from './print.ts'

export function replayConfig(config: Config, { site }: Entry, given: readonly Given[], har: Har): Config {
  const configured = config.sites[site.name]
  if (!configured) return config
  const isOwn = configured.enabled && !configured.sandboxed
  const addresses = har.log.entries.flatMap(entry => URL.parse(entry.request.url) ?? [])
  if (addresses.length === 0) throw plainError('The HAR file holds no requests.')
  const told = toldBy(site, addresses)
  const main = mainOrigin(given, addresses, told)
  const recorded = har.log._origins ?? { ...main, ...chosenOrigin(site, given, main), ...told.origins }
  const origins = isOwn ? { ...recorded, ...configured.origins } : recorded
  const settings = isOwn
    ? { ...told.settings, ...configured.settings }
    : { ...configured.settings, ...told.settings }
  return {
    ...config,
    sites: {
      ...config.sites,
      [site.name]: {
        ...configured,
        enabled: true,
        sandboxed: false,
        // `main` first; then every host of the recording, for a site may lead from one of its hosts to another.
        origins: { ...origins, ...Object.fromEntries(addresses.map(({ origin }) => [origin, origin])) },
        settings,
      },
    },
  }
}

type Texts = Record<string, string>

/** The first address that tells of something counts. */
function toldBy(site: Site, addresses: readonly URL[]): { origins: Texts; settings: Texts } {
  const told = addresses.flatMap(address => site.toldBy?.(address) ?? [])
  return {
    origins: firstOfEach(told.map(one => one.origins ?? {})),
    settings: firstOfEach(told.map(one => one.settings ?? {})),
  }
}

function firstOfEach(parts: readonly Readonly<Record<string, string | undefined>>[]): Texts {
  const first: Texts = {}
  for (const [name, value] of parts.flatMap(part => Object.entries(part))) {
    if (value !== undefined) first[name] ??= value
  }
  return first
}

/** Nobody has named the origins of a recording, so whichever the caller names is meant. */
function chosenOrigin({ originParam }: Site, given: readonly Given[], { main }: Texts): Texts {
  const chosen = given.find(({ name }) => name === originParam)
  return chosen && main ? { [String(chosen.value)]: main } : {}
}

/** Where the caller's address is, else the first that was recorded, one that is no other of the site's origins before all. */
function mainOrigin(given: readonly Given[], addresses: readonly URL[], told: { origins: Texts }): Texts {
  const others = new Set(Object.values(told.origins))
  const [asked] = given.flatMap(({ value }) =>
    /^https?:/i.test(String(value)) ? (URL.parse(String(value)) ?? []) : [],
  )
  const main = asked ?? addresses.find(({ origin }) => !others.has(origin)) ?? addresses[0]
  return main ? { main: main.origin } : {}
}
