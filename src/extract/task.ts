// Documents to values, on any thread. What comes in is a task as plain data and the documents fetched so far; what goes out is
// a result, or the documents that it needs next. It is pure: nothing here fetches, waits or reads a clock.
import type { UcpAccess, UcpDoor } from '../../adapters/ucp/profile.ts'
import type { CatalogRow } from './list/catalog-row.ts'
import type { Sitemap } from './list/read-sitemap.ts'
import type { Fault } from '#kit/fault'
import type { Money } from '#reader/values/money'
import type { SiteView } from '#kit/page/get'
import type { PageSource } from '#kit/page/page'
import type { ParamValues } from '#kit/params/param-specs'
import type { ProductHit, ShopFacts } from '#kit/define/platform'
import type { TaughtField, TaughtFields } from '#reader/taught/taught-rule'
import type { PageChoices } from '#reader/taught/page-choices'
import type { SerialisedResult } from './read-result.ts'
import type { PageRequest } from './fetched-pages.ts'
import type { ProductSummary } from './listed-shop.ts'
import type { GeneralShapeRequest } from './read-general.ts'

/** One of a site's own operations. */
export interface OperationCall {
  readonly kind: 'operation'
  readonly operation: string
  /** Whether the operation's `otherWay` is taken. */
  readonly isOther: boolean
  readonly params: ParamValues
  readonly view: SiteView
  /** Also reads the documents into the general shape. */
  readonly reading?: GeneralShapeRequest | undefined
}

/** What is read of a shop: plain data, which crosses to another thread. */
export type TaskCall = OperationCall | AnyListedShopTask

export type TaskStep =
  | { readonly kind: 'needs'; readonly requests: readonly PageRequest[] }
  /**
   * A product or a list of a shop. Of a site's operation, `general` is the same documents in the general shape, if that
   * was requested; of a listed shop, `listed` is what the page says besides.
   */
  | {
      readonly kind: 'done'
      readonly result: SerialisedResult
      readonly general?: SerialisedResult
      readonly listed?: ListedFacts
    }
  /** Anything else that is read of a listed shop. */
  | {
      readonly kind: 'host'
      readonly value: ListedShopResults[keyof ListedShopResults]
      readonly isShortLived: boolean
    }

/** The page or fault of each request so far, by key. */
export type FetchedDocuments = ReadonlyMap<string, PageSource | Fault>

export interface ListedProductTask {
  readonly kind: 'product'
  readonly url: string
  /** Name of the shop, for the answer. */
  readonly shop: string
  /** Absolute URL of the shop. */
  readonly base: string
  readonly atMs: number
  /** `sources`, `absent`. */
  readonly include: readonly string[]
  /** Asked first, where the shop opens its catalog by UCP. */
  readonly ucp?: UcpAccess | undefined
  /** What the operator says that a shared sign, or none, means on the shop's pages. */
  readonly currency?: string | undefined
  /** What the operator taught about the shop's pages. */
  readonly taught?: TaughtTask | undefined
}

interface TaughtTask {
  readonly fields: TaughtFields
  /** The last price that a rule has read on this page. */
  readonly known?: Money | undefined
}

export interface TeachTask extends Omit<ListedProductTask, 'kind' | 'include' | 'taught'> {
  readonly kind: 'teach'
  /** Rules of today. */
  readonly fields: TaughtFields
  /** What is right on this page; null: the shop states none. */
  readonly values: Readonly<Partial<Record<TaughtField, string | null>>>
  /** CSS selectors that somebody gives; without a value, what they find on this page is right. */
  readonly selectors?: Readonly<Partial<Record<TaughtField, string>>> | undefined
  /** Other pages that the rules must hold on. */
  readonly also: readonly string[]
  /** Pages of the shop that somebody watches; one that cannot be read is left out. */
  readonly watched: readonly string[]
  /** Pages of the shop that are there already: the body of each, by its address. */
  readonly recorded: readonly { readonly url: string; readonly body: Uint8Array }[]
}

interface Proof {
  readonly url: string
  readonly field: TaughtField
  readonly before: string | null
  readonly value: string | null
  /** `reader`: the rules find nothing there and say `else: reader`. */
  readonly by: 'rule' | 'reader'
}

export interface TeachResult {
  /** All rules of the shop, with the new ones. */
  readonly fields: TaughtFields
  readonly problems: readonly { readonly field: TaughtField; readonly message: string }[]
  readonly before: Readonly<Record<string, string | null>>
  readonly after: Readonly<Record<string, string | null>>
  readonly proven: readonly Proof[]
  /** What may be wrong with a value, although its rule holds. */
  readonly warnings: readonly string[]
  /** What else the page offers for each field. */
  readonly choices: PageChoices
}

/** What is known of a shop after one of its pages was read. */
export interface DetectedPlatform {
  readonly platform: string
  readonly facts: ShopFacts
}

interface RecogniseTask {
  readonly kind: 'recognise'
  readonly url: string
}

interface DiscoverTask {
  readonly kind: 'discover'
  readonly base: string
}

/** Which sitemaps a shop names. */
interface SitemapsTask {
  readonly kind: 'sitemaps'
  readonly base: string
}

interface SitemapTask {
  readonly kind: 'sitemap'
  readonly url: string
}

interface UcpSearchTask {
  readonly kind: 'ucp-search'
  readonly ucp: UcpAccess
  readonly query: string
  readonly page: number
}

/** How the rows of a list are read. */
interface ListOptions {
  readonly after: string | undefined
  /** Not only their number. */
  readonly withVariants: boolean
}

interface UcpListTask extends ListOptions {
  readonly kind: 'ucp-list'
  readonly ucp: UcpAccess
}

interface HostSearchTask extends DetectedPlatform {
  readonly kind: 'search'
  readonly base: string
  readonly query: string
  readonly page: number
}

interface HostListTask extends DetectedPlatform, ListOptions {
  readonly kind: 'list'
  readonly base: string
}

/** Anything but a product, which is an answer. */
export type ListedShopTask =
  | RecogniseTask
  | DiscoverTask
  | HostSearchTask
  | UcpSearchTask
  | HostListTask
  | UcpListTask
  | SitemapsTask
  | SitemapTask
  | TeachTask

export type AnyListedShopTask = ListedProductTask | ListedShopTask

interface HostSearchResult {
  readonly results: readonly ProductHit[]
  readonly more: boolean | null
}

interface HostListResult {
  readonly rows: readonly CatalogRow[]
  /** How many products the page of the list has, with those that have no usable address. */
  readonly listed: number
  readonly next?: string | undefined
}

/** What the page of a listed shop says besides its answer. */
interface ListedFacts {
  readonly summary: ProductSummary
  /** Learned of the shop's software. */
  readonly host: DetectedPlatform | undefined
}

/** By task: what it gives, except for a product, which is an answer. */
export interface ListedShopResults {
  readonly recognise: DetectedPlatform | null
  readonly discover: UcpDoor | null
  readonly search: HostSearchResult
  readonly 'ucp-search': HostSearchResult
  readonly list: HostListResult
  readonly 'ucp-list': HostListResult
  readonly sitemaps: readonly string[]
  readonly sitemap: Sitemap
  readonly teach: TeachResult
}
