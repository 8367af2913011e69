// Reads one product page of a shop that is not configured yet, exactly as the server would: robots.txt, limits, platform
// documents, reader. Writes nothing.
import { LRUCache } from 'lru-cache'
import type { Config } from '../settings/config.ts'
import { type ListedShopEntry, readerShopName } from '../settings/reader-config.ts'
import { type Shop, shopDirectoryOf, temporaryShop } from '../settings/shop-directory.ts'
import { runOnce } from '../answer/open-engine.ts'
import { createEngine } from '../answer/index.ts'
import type { TaskReader } from '../extract/thread/task-reader.ts'
import { createRegistry } from '../answer/request/registry.ts'
import { createEvents } from '../runtime/events.ts'
import { Fault } from '#kit/fault'
import { findFingerprint } from '#kit/define/adapter'
import type { SiteAdapter } from '#kit/define/define'
import type { GeneralProduct } from '#kit/product/general-product'
import { signOfProblem, usualCode } from '#reader/values/price-problem'
import { makePage, type Page } from '#kit/page/page'
import { toRawParams } from '#kit/params/param-specs'
import type { Send } from '../fetch/layer.ts'
import { createUpstream } from '../fetch/index.ts'
import { findChromium } from '../fetch/network/render.ts'
import type { ShopEntry } from './edit-settings.ts'
import { valueOf } from '../answer/cache/answer.ts'

export interface ShopTrial {
  /** What must be written to the settings; empty if the shop is configured already. */
  readonly entries: readonly ShopEntry[]
  /** The name of the shop in `GET /api/v2/shops`. */
  readonly shop: string
  /** The product with `sources`. */
  readonly product: GeneralProduct
  /** The code with which the price can be read, if that is all that it lacks. */
  readonly currency?: string | undefined
  /** Every request that was sent besides robots.txt, which allows the page. */
  readonly requests: readonly { readonly url: string; readonly status: number }[]
}

/** Through which a shop is tried: the one upstream of a shop, whoever asks. */
export interface TrialUpstream {
  readonly send: Send
  /** Tried shops by name. They keep their upstream from one try to the next: a try goes around no limit of a shop. */
  readonly triedShops: TriedShops
  /** Where pages are read; on the main thread by default. */
  readonly reader?: TaskReader | undefined
  /** A key's id, or the command. */
  readonly caller: string
  readonly signal: AbortSignal
}

/** Shops that are tried before they are configured; those that were tried longest ago are forgotten. */
export type TriedShops = LRUCache<string, Shop>

export function createTriedShops(): TriedShops {
  return new LRUCache({ max: 100 })
}

/** What a trial needs, and how it asks. */
interface TrialParts {
  readonly config: Config
  /** What a shared sign, or none, means on the pages of the shop, if somebody says so. */
  readonly currency?: string | undefined
  readonly sites: readonly SiteAdapter[]
  readonly door: TrialUpstream
}

/** For a command without a server: an upstream until it ends. */
export async function withTrialUpstream<T>(
  config: Config,
  run: (door: TrialUpstream) => Promise<T>,
): Promise<T> {
  const triedShops = createTriedShops()
  const upstream = createUpstream({ config, events: createEvents(), triedShop: name => triedShops.get(name) })
  try {
    const { signal } = new AbortController()
    return await run({ send: upstream.send, triedShops, caller: 'command line', signal })
  } finally {
    await upstream.close()
  }
}

/** Throws the fault with which the shop cannot be read. */
export async function tryShop(parts: TrialParts, address: string): Promise<ShopTrial> {
  const url = productUrl(address)
  const resolved = shopDirectoryOf(parts.config).shopOf(url.href)
  if (resolved) return tryKnown(parts, url, resolved.shop)
  const seenPage: SeenPage = { page: undefined }
  try {
    const asHost = await readAsHost(parts, url, seenPage)
    return (await readAsSite(parts, seenPage.page)) ?? asHost
  } catch (error) {
    // The general reader may fail on a page that a site knows well.
    const asSite = error instanceof Fault ? await readAsSite(parts, seenPage.page) : undefined
    if (asSite) return asSite
    throw error
  }
}

/** A shop that is configured: at most its currency is new. */
async function tryKnown(parts: TrialParts, url: URL, { label, ...shop }: Shop): Promise<ShopTrial> {
  const { config, currency } = parts
  if (currency === undefined || currency === shop.currency)
    return { ...(await readWith(parts, url)), entries: [], shop: label }
  const isOwn = ({ host }: ListedShopEntry) => readerShopName(host) === label
  const entry = config.reader.hosts.find(isOwn)
  if (!entry) throw invalid('currency', `only a shop under reader.hosts has a currency; ${label} is none`)
  const others = config.reader.hosts.filter(one => !isOwn(one))
  const reader = { ...config.reader, hosts: [...others, { ...entry, currency }] }
  const trial = await readWith({ ...parts, config: { ...config, reader } }, url)
  const { host } = entry
  return { ...trial, entries: [{ kind: 'host', host, currency, isListed: true }], shop: label }
}

function invalid(name: string, message: string): Fault {
  return new Fault('invalid_parameter', message, { errors: [{ name, in: 'body', message }] })
}

/** The first page that the shop sent. */
interface SeenPage {
  page: Page | undefined
}

function productUrl(address: string): URL {
  const url = URL.parse(address)
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '' && !url.username && !url.password)
    return url
  throw invalid('url', 'url must be the http or https address of a product page')
}

/** Reads without rendering first, which is ten times cheaper; renders if the page says that it needs a browser. */
async function readAsHost(parts: TrialParts, url: URL, seenPage: SeenPage) {
  const { config, door } = parts
  const readOnce = async (render: 'browser' | undefined) => {
    const hosts = entriesFor(url, render)
    const listed = { ...toReaderHost(config, hosts[0]), currency: parts.currency }
    const shop = temporaryShop(config.reader, listed)
    door.triedShops.set(shop.name, shop)
    const reader = { ...config.reader, hosts: [...config.reader.hosts, listed] }
    const trial = await readWith({ ...parts, config: { ...config, reader } }, url, { seen: seenPage })
    // Both names of the shop only if it redirects from one to the other.
    const reached = new URL(trial.product.url).hostname
    const [first, ...others] = hosts
    const entries = [
      {
        ...first,
        example: trial.product.url,
        ...trial.known(readerShopName(first.host)),
        ...(parts.currency && { currency: parts.currency }),
      },
      ...others.filter(({ host }) => host === reached),
    ]
    return { ...trial, entries, shop: readerShopName(first.host) }
  }
  // Uses the settings of the last try: others would open another upstream.
  const [{ host }] = entriesFor(url, undefined)
  if (door.triedShops.get(readerShopName(host))?.render === 'browser') return readOnce('browser')
  try {
    return await readOnce(undefined)
  } catch (error) {
    if (!needsBrowser(error) || findChromium(config.chromium) === undefined) throw error
    return readOnce('browser')
  }
}

/** If the page has the shape of a site's pages and the site's own operation reads it, that operation has more to say. */
async function readAsSite(parts: TrialParts, page: Page | undefined): Promise<ShopTrial | undefined> {
  const { config, sites } = parts
  const site = page && recogniseSite(sites, page)
  const own = site && config.sites[site.name]
  if (!site || !own || (own.enabled && !own.sandboxed)) return undefined
  const { origin } = new URL(page.url)
  const configured = { ...own, enabled: true, sandboxed: false, origins: { main: origin }, settings: {} }
  const { deadEnd: _, ...asReal } = configured
  const trialConfig = { ...config, sites: { ...config.sites, [site.name]: asReal } }
  try {
    const trial = await readWith({ ...parts, config: trialConfig }, new URL(page.url), {
      instead: { [site.name]: readerShopName(entriesFor(new URL(page.url), undefined)[0].host) },
    })
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

/** The site whose pages have the shape of a page; undefined if several do: then none of them is certain. */
export function recogniseSite(sites: readonly SiteAdapter[], page: Page): SiteAdapter | undefined {
  const matches = sites.filter(site => findFingerprint(page, site.recognise) !== undefined)
  return matches.length === 1 ? matches[0] : undefined
}

interface ReadOptions {
  readonly seen?: SeenPage
  /** A segment that is not configured: its requests take the upstream of the shop that is tried. */
  readonly instead?: Readonly<Record<string, string>>
}

async function readWith(
  { config, sites, door }: TrialParts,
  url: URL,
  { seen: seenPage = { page: undefined }, instead = {} }: ReadOptions = {},
) {
  const requests: { url: string; status: number }[] = []
  const send: Send = request =>
    door.send({
      ...request,
      site: instead[request.site] ?? request.site,
      onExchange({ response }) {
        if (!response) return
        requests.push({ url: response.url.href, status: response.status })
        // Many shops answer other requests, such as that for a UCP profile, with a page that says 404. The bytes are copied,
        // because they are released after the reading.
        if (request.accept === 'html' && response.status === 200)
          seenPage.page ??= makePage({ ...response, body: new Uint8Array(response.body) })
      },
    })
  const registry = createRegistry(sites, config)
  const engine = createEngine({ config, send, events: createEvents(), reader: door.reader })
  const entry = registry.byId.get('general.product')
  if (!entry) throw new Error('there is no operation general.product')
  const params = toRawParams({ url: url.href, include: 'sources' })
  const answer = await runOnce(engine, entry, params, door)
  const product = valueOf(answer) as GeneralProduct
  // Only what is so is written to the settings.
  const describeShop = (shop: string) => {
    const { platform, ucp } = engine.knownShop(shop)
    return { platform, ucp: ucp || undefined }
  }
  return { product, currency: await provenCurrency(product, seenPage.page), requests, known: describeShop }
}

/** A code is proposed only if the page is then read with a price. */
async function provenCurrency(
  { price, sources }: GeneralProduct,
  page: Page | undefined,
): Promise<string | undefined> {
  const lacking = price === null ? signOfProblem(sources?.price?.problem ?? '') : undefined
  if (!lacking || !page) return undefined
  const currency = usualCode(lacking.sign)
  const { readProduct } = await import('#reader')
  const product = readProduct(page.bytes(), page.url, { currency })
  return product.price !== null && product.iso_currency === currency ? currency : undefined
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

/** The entry with the limits that it has once it is configured. */
function toReaderHost({ reader }: Config, { host, render }: HostEntry): ListedShopEntry {
  const { requestsPerSecond, concurrency, timeoutMs } = reader
  return { host, requestsPerSecond, concurrency, timeoutMs, render: render ?? reader.render }
}
