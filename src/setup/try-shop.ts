// Reads one product page of a shop that is not configured yet, exactly as the server would: robots.txt, limits, platform
// documents, reader. Writes nothing.
import type { Config } from '../config.ts'
import { type ReaderHost, readerShopName } from '../config/reader-config.ts'
import { DEFAULT_FRESHNESS } from '../engine/freshness.ts'
import { createEngine } from '../engine/index.ts'
import { createReach } from '../engine/reach.ts'
import { createRegistry } from '../engine/registry.ts'
import { createEvents } from '../observe/events.ts'
import { Fault } from '../kit/fault.ts'
import type { Site } from '../kit/define.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import { makePage, type Page } from '../kit/page.ts'
import { toRawParams } from '../kit/raw-params.ts'
import { createUpstream } from '../upstream/index.ts'
import type { Layer } from '../upstream/layer.ts'
import { findChromium } from '../upstream/render.ts'
import type { ShopEntry } from './edit-settings.ts'
import { recogniseSite } from './recognise-site.ts'

export interface ShopTrial {
  /** What must be written to the settings; empty if the shop is configured already. */
  readonly entries: readonly ShopEntry[]
  /** As in `GET /api/v2/shops`. */
  readonly shop: string
  readonly product: GeneralProduct
  /** Every request that was sent besides robots.txt, which allows the page. */
  readonly requests: readonly { readonly url: string; readonly status: number }[]
}

/** Throws the fault with which the shop cannot be read. */
export async function tryShop(config: Config, sites: readonly Site[], address: string): Promise<ShopTrial> {
  const url = productUrl(address)
  const known = createReach(config).destinationOf(url.href)
  if (known) {
    const shop = known.kind === 'site' ? known.site : known.entry
    return { ...(await readWith(config, sites, url)), entries: [], shop }
  }
  const seen: SeenPage = { page: undefined }
  try {
    const asHost = await readAsHost(config, sites, url, seen)
    return (await readAsSite(config, sites, seen.page)) ?? asHost
  } catch (error) {
    // The general reader may fail on a page that a site knows well.
    const asSite = error instanceof Fault ? await readAsSite(config, sites, seen.page) : undefined
    if (asSite) return asSite
    throw error
  }
}

/** The first page that the shop sent. */
interface SeenPage {
  page: Page | undefined
}

function productUrl(address: string): URL {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password)
    return url
  const message = 'url must be the http or https address of a product page'
  throw new Fault('invalid_parameter', message, { errors: [{ name: 'url', in: 'body', message }] })
}

/** Without rendering first, which is ten times as dear; with it if the page says that it needs a browser. */
async function readAsHost(config: Config, sites: readonly Site[], url: URL, seen: SeenPage) {
  const read = async (render: 'browser' | undefined) => {
    const hosts = entriesFor(url, render)
    const trial = await readWith(withHosts(config, hosts), sites, url, seen)
    // Both names of the shop only if it redirects from one to the other.
    const reached = new URL(trial.product.url).hostname
    const [first, ...others] = hosts
    const entries = [
      { ...first, example: trial.product.url, ...trial.known(readerShopName(first.host)) },
      ...others.filter(({ host }) => host === reached),
    ]
    return { ...trial, entries, shop: readerShopName(first.host) }
  }
  try {
    return await read(undefined)
  } catch (error) {
    if (!needsBrowser(error) || findChromium(config.chromium) === undefined) throw error
    return read('browser')
  }
}

/** If the page has the shape of a site's pages and the site's own operation reads it, that operation has more to say. */
async function readAsSite(
  config: Config,
  sites: readonly Site[],
  page: Page | undefined,
): Promise<ShopTrial | undefined> {
  const site = page && recogniseSite(sites, page)
  const own = site && config.sites[site.name]
  if (!site || !own || (own.enabled && !own.sandboxed)) return undefined
  const { origin } = new URL(page.url)
  const configured = { ...own, enabled: true, sandboxed: false, origins: { main: origin }, settings: {} }
  const { deadEnd: _, ...asReal } = configured
  const trialConfig = { ...config, sites: { ...config.sites, [site.name]: asReal } }
  try {
    const trial = await readWith(trialConfig, sites, new URL(page.url))
    return {
      ...trial,
      entries: [{ kind: 'site', site: site.name, origin, example: page.url }],
      shop: site.name,
    }
  } catch (error) {
    // It looks like that site and is not: the general reader has read it.
    if (error instanceof Fault) return undefined
    throw error
  }
}

async function readWith(
  config: Config,
  sites: readonly Site[],
  url: URL,
  seen: SeenPage = { page: undefined },
) {
  const requests: { url: string; status: number }[] = []
  const recordingLayer: Layer = next => async request => {
    const response = await next(request)
    requests.push({ url: response.url.href, status: response.status })
    // Many shops answer other requests, such as that for a UCP profile, with a page that says 404. The bytes are copied,
    // because they are released after the reading.
    if (request.accept === 'html' && response.status === 200)
      seen.page ??= makePage({ ...response, body: new Uint8Array(response.body) })
    return response
  }
  const events = createEvents()
  const upstream = createUpstream({ config, events, recordingLayer })
  try {
    const registry = createRegistry(sites, config)
    const engine = createEngine({ config, send: upstream.send, events })
    const entry = registry.byId.get('general.product')
    if (!entry) throw new Error('there is no operation general.product')
    const params = toRawParams({ url: url.href, include: 'sources' })
    const { answer } = await engine.run(engine.prepare(entry, params), {
      freshness: DEFAULT_FRESHNESS,
      caller: 'command line',
      signal: new AbortController().signal,
      onTiming: () => {},
    })
    const product = JSON.parse(answer.body.toString()) as GeneralProduct
    // Only what is so is written to the settings.
    const known = (shop: string) => {
      const { platform, ucp } = engine.knownShop(shop)
      return { platform, ucp: ucp || undefined }
    }
    return { product, requests, known }
  } finally {
    await upstream.close()
  }
}

/** What the fault of a page that is only a shell for scripts advises. */
function needsBrowser(error: unknown): boolean {
  return error instanceof Fault && error.message.includes('render: browser')
}

type HostEntry = Extract<ShopEntry, { kind: 'host' }>

/** A host name for https on its usual port, with and without `www.`; otherwise the origin. */
function entriesFor(
  { protocol, port, hostname, origin }: URL,
  render: 'browser' | undefined,
): [HostEntry, ...HostEntry[]] {
  const isName = protocol === 'https:' && port === '' && /\.[a-z][a-z0-9-]*$/i.test(hostname)
  if (!isName) return [{ kind: 'host', host: origin, render }]
  const sibling = hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`
  return [
    { kind: 'host', host: hostname, render },
    { kind: 'host', host: sibling, render },
  ]
}

function withHosts(config: Config, entries: readonly HostEntry[]): Config {
  const { reader } = config
  const listed = entries.map(
    ({ host, render }): ReaderHost => ({
      host,
      requestsPerSecond: 2,
      concurrency: 2,
      timeoutMs: reader.timeoutMs,
      render: render ?? 'none',
    }),
  )
  return { ...config, reader: { ...reader, hosts: [...reader.hosts, ...listed] } }
}
