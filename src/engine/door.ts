// The `get` that an operation sees: paths made into addresses on the site's origins, responses made into pages.
import type { SiteConfig } from '../config.ts'
import type { Get, GetOptions } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { makePage } from '../kit/page.ts'
import type { Selectors } from '../kit/read/selectors.ts'
import type { Send, UpstreamResponse } from '../upstream/exchange.ts'
import { placeOnSite } from '../upstream/guard.ts'
import { letGo } from '../upstream/let-go.ts'

export interface Errand {
  readonly site: string
  readonly caller: string
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly timed: (stage: string, ms: number) => void
}

export interface Door {
  readonly get: Get
  /** The address of the last page for people that was read (a search may lead to it); empty where none was. */
  source(): string
  /** Lets go of the bytes of all pages; nothing may be read from them after this. */
  close(): void
}

export function openDoor(config: SiteConfig, send: Send, errand: Errand, selectors: Selectors): Door {
  const bodies: Uint8Array[] = []
  let source = ''
  const get: Get = async (target, options = {}) => {
    refuseDisabled(errand.site, config)
    const accept = options.accept ?? 'html'
    const body = options.json === undefined ? undefined : JSON.stringify(options.json)
    const response = await send({
      ...errand,
      url: addressOf(config, target, options),
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      accept,
      purpose: 'page',
    })
    bodies.push(response.body)
    if (body === undefined) source = pageAddress(response, config) || source
    return makePage(response, selectors)
  }
  return {
    get,
    source: () => source,
    close() {
      for (const body of bodies) letGo(body)
    },
  }
}

/** Where people can look for themselves; empty for data, and where the operator's own settings are part of the question. */
function pageAddress({ url, headers }: UpstreamResponse, { settings }: SiteConfig): string {
  if (!/html/i.test(headers['content-type'] ?? '')) return ''
  const asked = new Set(url.searchParams.values())
  const isOurs = Object.values(settings).some(value => value !== '' && asked.has(value))
  return isOurs ? '' : url.origin + url.pathname + url.search
}

export function refuseDisabled(name: string, config: SiteConfig): void {
  if (config.enabled) return
  throw new Fault('site_disabled', `the site ${name} is not configured, or is switched off`)
}

function addressOf(config: SiteConfig, target: string, options: GetOptions): URL {
  const url = /^https?:\/\//i.test(target)
    ? placeOnSite(config.origins, target)
    : pathOnSite(config, target, options.at)
  if (!url) throw new Fault('url_not_allowed', 'the address is not on one of the hosts of this site')
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

function pathOnSite(config: SiteConfig, path: string, at = 'main'): URL {
  const origin = config.origins[at] ?? (at === 'main' ? Object.values(config.origins)[0] : undefined)
  if (!origin) throw new Fault('site_disabled', `no origin named ${at} is configured for this site`)
  return new URL(origin + path)
}
