// A composite operation: its answer is composed from answers of other operations and from pages of listed shops.
import type { OperationHead } from '#kit/define/define'
import type { ProductQuery } from '#kit/define/site-mapping'
import type { SegmentList } from '#kit/define/site-mapping'
import type { ProductHit } from '#kit/define/platform'
import type { ParamValues } from '#kit/params/param-specs'
import type { Shop, ShopDirectory } from '../../settings/shop-directory.ts'
import type { CatalogSource } from './catalog/catalog-page.ts'

export interface ShopPage {
  readonly shop: Shop
  readonly url: string
}

/** The answer of another operation, as any caller would receive it. */
export interface NativeAnswer {
  /** Parsed on first use. */
  readonly value: unknown
  /** JSON Pointers, with positions, of neutral values. */
  readonly absent: readonly string[]
  readonly source: string
  /** ISO 4217 code that the documents of a search state. */
  readonly currency: string | undefined
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

/** Asks for the general shape, of a site that has a reading of its documents. */
interface AskedReading {
  readonly query: ProductQuery
  /** What the caller asked to include: `sources`, `absent`. */
  readonly include: readonly string[]
}

interface CallOptions {
  readonly timeoutMs?: number | undefined
  readonly reading?: AskedReading | undefined
}

/** What a composite operation may do: call other operations and read pages, each within its usual limits. */
export interface Subrequests {
  call(
    operation: string,
    params: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<NativeAnswer>
  /** Undefined when the shop's platform has no search document. */
  searchListedShop(
    shop: Shop,
    request: { readonly query: string; readonly page: number },
    timeoutMs?: number,
  ): Promise<{ readonly results: readonly ProductHit[]; readonly more: boolean | null } | undefined>
  /** Pages of a listed shop that stated the code when they were read, watched or listed. */
  knownPages(shop: Shop, code: string): readonly string[]
  /** What a shop publishes for machines about its products. */
  catalog(
    shop: Shop,
    options: {
      /** That of a segment. */
      readonly list: SegmentList | undefined
      readonly withVariants: boolean
    },
  ): CatalogSource
  /** Known before any request is sent. */
  readonly shops: ShopDirectory
  /** The time left until the deadline of the whole answer. */
  timeLeftMs(): number
  nowMs(): number
}

/** A general request that one operation of a site answers. */
export interface SiteCall {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly reading: AskedReading
  /** What the caller is told if that operation refuses the parameters, whose names the caller may not know. */
  readonly refused: (error: unknown) => unknown
}

/** The parameters of a request, normalised, and what answers it: one operation of a site, one page of a listed shop, or `compose`. */
export interface ResolvedRequest {
  readonly params: ParamValues
  readonly siteCall?: SiteCall | undefined
  readonly listed?: (ShopPage & { readonly include: readonly string[] }) | undefined
}

export interface ComposedAnswer {
  readonly value: unknown
  readonly source: string
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

export interface CompositeOperation extends OperationHead {
  /** Normalises the parameters, so that equal requests share a cache entry; throws before any request is sent. */
  resolve(params: ParamValues, shops: ShopDirectory): ResolvedRequest
  /** For a request that several shops or documents answer. */
  compose?(request: ResolvedRequest, subrequests: Subrequests): Promise<ComposedAnswer>
}
