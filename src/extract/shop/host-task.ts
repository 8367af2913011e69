// What is read from a listed shop: a product, a search, a page of its catalog, which platform it runs on, or its UCP
// profile. Pure, so that it can run on any thread: it starts from the beginning each time and finds the pages fetched so far.
import { platforms, recognisePlatform } from '../../../adapters/platforms/index.ts'
import { listUcp, searchUcp } from '../../../adapters/ucp/search-catalog.ts'
import { PROFILE_PATH, readProfile } from '../../../adapters/ucp/profile.ts'
import { rowOfList } from '../list/catalog-row.ts'
import { readSitemap } from '../list/read-sitemap.ts'
import { sitemapLines } from '../list/sitemap-lines.ts'
import { withAbsent } from '../merge/complete-shape.ts'
import type { Get } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { PlatformAdapter, PlatformList } from '#kit/define/platform'
import { jsonOf } from '#kit/product/stated-values'
import { ifAvailable } from '#kit/page/optional-page'
import {
  createGet,
  type FetchedPages,
  isShortLived,
  type SkippedDocument,
  loadedOrStalled,
  type PageRequest,
  serialiseProduct,
} from '../fetched-pages.ts'
import { type ListedShopProduct, loadHostProduct, mustHaveSource } from './host-product-task.ts'
import { summaryOf } from '../listed-shop.ts'
import { loadTeach } from './teach-task.ts'
import type {
  DetectedPlatform,
  ListedShopResults,
  AnyListedShopTask,
  ListedShopTask,
  FetchedDocuments,
  TaskStep,
} from '../task.ts'

export async function readHostTask(
  task: AnyListedShopTask,
  sources: FetchedDocuments,
  pages: FetchedPages,
): Promise<TaskStep> {
  const missing = new Map<string, PageRequest>()
  const leftOut: SkippedDocument[] = []
  const get = createGet(pages, missing, leftOut)
  const loading =
    task.kind === 'product'
      ? loadHostProduct(task, get, { sources, leftOut })
      : task.kind === 'teach'
        ? loadTeach(task, get, { sources, leftOut })
        : load(task, get, sources)
  const loaded = await loadedOrStalled<() => ListedShopProduct | ListedShopResults[keyof ListedShopResults]>(
    loading,
    missing,
  )
  if (!loaded) return { kind: 'needs', requests: [...missing.values()] }
  const value = loaded.pages()
  if (task.kind === 'product')
    return productStep(value as ListedShopProduct, task.include, isShortLived(leftOut))
  return {
    kind: 'host',
    value: value as ListedShopResults[keyof ListedShopResults],
    isShortLived: isShortLived(leftOut),
  }
}

function productStep(
  { product, host, ...taught }: ListedShopProduct,
  include: readonly string[],
  isPassing: boolean,
): Extract<TaskStep, { kind: 'done' }> {
  const { sources, ...bare } = product
  const value = withAbsent(include.includes('sources') ? { ...bare, sources } : bare, include)
  const result = {
    ...serialiseProduct(value, 'general.product'),
    isShortLived: isPassing,
    pageUrl: product.url,
  }
  return { kind: 'done', result, listed: { summary: summaryOf(product, taught), host } }
}

/** Loads the documents of a task, and gives the function that reads them. */
async function load(
  task: Exclude<ListedShopTask, { kind: 'teach' }>,
  get: Get,
  sources: FetchedDocuments,
): Promise<() => ListedShopResults[keyof ListedShopResults]> {
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
    return () => toRows(read(), { source: 'ucp', base: task.ucp.door.endpoint, ...task })
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
    const file = readSitemap(mustHaveSource(sources, task.url, AS_XML).body)
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
  const list = mustHave(platform.list, platform, 'catalog')
  const documents = await list.load(task.after, get, shop)
  return () => toRows(list.read(documents, task.after, shop), { source: 'platform', ...task })
}

function toRows(
  { products, next }: ReturnType<PlatformList['read']>,
  {
    source,
    base,
    withVariants,
  }: { readonly source: 'ucp' | 'platform'; readonly base: string; readonly withVariants: boolean },
): ListedShopResults['list'] {
  const rows = products.flatMap(one => rowOfList(one, source, base, withVariants) ?? [])
  return { rows, listed: products.length, next }
}

const AS_XML = { accept: 'xml' } as const

function platformOf({ platform: name }: DetectedPlatform): PlatformAdapter {
  const platform = platforms.find(one => one.name === name)
  if (!platform) throw new Error(`there is no platform ${name}`)
  return platform
}

function mustHave<T>(value: T | undefined, { title }: PlatformAdapter, what: string): T {
  if (value === undefined) throw new Fault('not_found', `${title} has no document for a ${what}`)
  return value
}
