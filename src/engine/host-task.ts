// What is read from a listed shop: a product, a search, a page of its catalogue, which platform it runs on, or its UCP
// profile. Pure, so that it can run on any thread: it starts from the beginning each time and finds the pages fetched so far.
import { platforms, recognisePlatform } from '../../platforms/index.ts'
import { findUcpProduct } from '../../platforms/ucp/find-product.ts'
import { listUcp, searchUcp } from '../../platforms/ucp/listed.ts'
import { PROFILE_PATH, readProfile } from '../../platforms/ucp/profile.ts'
import { rowOfList } from '../general/catalog/catalog-row.ts'
import { readSitemap } from '../general/catalog/read-sitemap.ts'
import { sitemapLines } from '../general/catalog/sitemap-lines.ts'
import { type PlatformReadings, toHostProduct } from '../general/host-product.ts'
import { withAbsent } from '../general/read-product.ts'
import type { Get } from '../kit/get.ts'
import { Fault } from '../kit/fault.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { PageSource } from '../kit/page.ts'
import type { Platform, PlatformList } from '../kit/platform/platform.ts'
import { jsonOf } from '../kit/platform/stated-values.ts'
import { ifAvailable } from '../kit/optional-page.ts'
import {
  createGet,
  type FetchedPages,
  isShortLived,
  type LeftOut,
  loadedOrStalled,
  type PageRequest,
} from './fetched-pages.ts'
import { summaryOf } from './product-summary.ts'
import { serialiseProduct } from './read-general.ts'
import { type Product, readProduct } from '../reader/index.ts'
import type {
  HostPlatform,
  HostProductTask,
  HostResults,
  HostTask,
  OtherHostTask,
  Sources,
  Step,
} from './task.ts'

interface HostProduct {
  /** With `sources`. */
  readonly product: GeneralProduct
  readonly host: HostPlatform | undefined
  /** A document of the shop's platform describes it. */
  readonly isStated: boolean
}

interface Fetched {
  readonly sources: Sources
  readonly leftOut: readonly LeftOut[]
}

export async function readHostTask(task: HostTask, sources: Sources, pages: FetchedPages): Promise<Step> {
  const missing = new Map<string, PageRequest>()
  const leftOut: LeftOut[] = []
  const get = createGet(pages, missing, leftOut)
  const loading =
    task.kind === 'product' ? loadProduct(task, get, { sources, leftOut }) : load(task, get, sources)
  const loaded = await loadedOrStalled<() => HostProduct | HostResults[keyof HostResults]>(loading, missing)
  if (!loaded) return { kind: 'needs', requests: [...missing.values()] }
  const value = loaded.pages()
  if (task.kind === 'product') return productStep(value as HostProduct, task.include, isShortLived(leftOut))
  return { kind: 'host', value: value as HostResults[keyof HostResults], isShortLived: isShortLived(leftOut) }
}

function productStep(
  { product, host, isStated }: HostProduct,
  include: readonly string[],
  isPassing: boolean,
): Extract<Step, { kind: 'done' }> {
  const { sources, ...bare } = product
  const value = withAbsent(include.includes('sources') ? { ...bare, sources } : bare, include)
  const result = {
    ...serialiseProduct(value, 'general.product'),
    isShortLived: isPassing,
    pageUrl: product.url,
  }
  return { kind: 'done', result, listed: { summary: summaryOf(product, isStated), host } }
}

/** Loads the documents of a task, and gives the function that reads them. */
async function load(
  task: OtherHostTask,
  get: Get,
  sources: Sources,
): Promise<() => HostResults[keyof HostResults]> {
  if (task.kind === 'recognise') {
    const page = await get(task.url)
    return () => {
      const found = recognisePlatform(page)
      return found ? { platform: found.platform.name, facts: found.facts } : null
    }
  }
  if (task.kind === 'discover') {
    const profile = await get(task.base + PROFILE_PATH, { accept: 'json' })
    return () => readProfile(jsonOf(profile)) ?? null
  }
  if (task.kind === 'ucp-search') {
    const read = await searchUcp(task, get, task.ucp)
    return () => {
      const { results, more } = read()
      return { results, more: more ?? null }
    }
  }
  if (task.kind === 'ucp-list') {
    const read = await listUcp(task.after, get, task.ucp)
    return () => toRows(read(), 'ucp', task.ucp.door.endpoint)
  }
  if (task.kind === 'sitemaps') {
    // A shop below a path has its lines in the file of the host, and some have a file of their own.
    const files = new Set([`${task.base}/robots.txt`, new URL('/robots.txt', task.base).href])
    const robots = await Promise.all([...files].map(file => ifAvailable(get(file))))
    const lines = robots.flatMap(file => (file ? sitemapLines(file.text(), task.base) : []))
    const named = [...new Set(lines)]
    return () => (named.length > 0 ? named : [`${task.base}/sitemap.xml`])
  }
  if (task.kind === 'sitemap') {
    await get(task.url, AS_XML)
    // The bytes as they came: a compressed file has no character set.
    const file = await readSitemap(mustHaveSource(sources, task.url, AS_XML).body)
    return () => file
  }
  const platform = platformOf(task)
  const shop = { base: task.base, facts: task.facts }
  if (task.kind === 'search') {
    const search = mustHave(platform.search, platform, 'search')
    const documents = await search.load(task, get, shop)
    return () => {
      const { results, more } = search.read(documents, task, shop)
      return { results, more: more ?? null }
    }
  }
  const list = mustHave(platform.list, platform, 'catalogue')
  const documents = await list.load(task.after, get, shop)
  return () => toRows(list.read(documents, task.after, shop), 'platform', task.base)
}

function toRows(
  { products, next }: ReturnType<PlatformList['read']>,
  source: 'ucp' | 'platform',
  base: string,
): HostResults['list'] {
  return { rows: products.flatMap(one => rowOfList(one, source, base) ?? []), listed: products.length, next }
}

async function loadProduct(
  { url, shop, base, atMs, ucp, include }: HostProductTask,
  get: Get,
  { sources, leftOut }: Fetched,
): Promise<() => HostProduct> {
  const [page, ofCatalogue] = await Promise.all([
    get(url).catch(faultOrThrow),
    ucp && findUcpProduct(url, get, ucp),
  ])
  if (page instanceof Fault && !ofCatalogue) throw page
  const recognised = page instanceof Fault ? undefined : recognisePlatform(page)
  const address = { base, facts: recognised?.facts ?? {} }
  // The catalogue that the shop opens to programs has what the platform's own documents would add.
  const asked = page instanceof Fault || ofCatalogue ? undefined : recognised?.platform
  const documents = (page instanceof Fault ? undefined : await asked?.load?.(page, get, address)) ?? {}
  return () => {
    const readings =
      ofCatalogue ?? (page instanceof Fault ? [] : (asked?.read(page, documents, address) ?? []))
    const found: PlatformReadings | undefined =
      recognised || ofCatalogue
        ? { platform: recognised?.platform.name ?? null, by: recognised?.by ?? '', readings, leftOut }
        : undefined
    const read = page instanceof Fault ? page : readProductPage(mustHaveSource(sources, url), atMs)
    const reached = page instanceof Fault ? url : page.url
    const subject = { read, url: reached, asked: url, shop, fetchedAtMs: atMs }
    const host = recognised && { platform: recognised.platform.name, facts: recognised.facts }
    const isStated = readings.some(({ fields }) => fields.price ?? fields.variants ?? fields.availability)
    return { product: toHostProduct(subject, found, include.includes('sources')), host, isStated }
  }
}

/** In any character set. */
function readProductPage({ body, charset, url }: PageSource, fetchedAtMs: number): Product {
  const isUtf8 = /^utf-?8$/i.test(charset)
  return readProduct(isUtf8 ? body : new TextDecoder(charset).decode(body), url.href, { fetchedAtMs })
}

function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

const AS_XML = { accept: 'xml' } as const

function mustHaveSource(sources: Sources, url: string, options: object = {}): PageSource {
  const source = sources.get(JSON.stringify([url, options]))
  if (!source || source instanceof Fault) throw new Error('the page was read and is not there')
  return source
}

export function canSearch(host: HostPlatform): boolean {
  return platformOf(host).search !== undefined
}

function platformOf({ platform: name }: HostPlatform): Platform {
  const platform = platforms.find(one => one.name === name)
  if (!platform) throw new Error(`there is no platform ${name}`)
  return platform
}

function mustHave<T>(value: T | undefined, { title }: Platform, what: string): T {
  if (value === undefined) throw new Fault('not_found', `${title} has no document for a ${what}`)
  return value
}
