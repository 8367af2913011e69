// A composite operation: its answer is composed from answers of other operations and from pages of listed shops.
import type { OperationHead } from '../kit/define.ts'
import type { SiteView } from '../kit/get.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { ProductQuery } from '../kit/general/site-mapping.ts'
import type { ListedProduct } from '../kit/platform/platform.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { CatalogSource } from './catalog/catalog-page.ts'

/** Where a URL belongs: to a site, or to a shop that the operator lists for the general reader. */
export type Destination =
  | { readonly kind: 'site'; readonly site: string; readonly url: string }
  | ({ readonly kind: 'reader' } & ListedDestination)

/** A shop that the operator lists for the general reader. */
export interface ListedShop {
  /** Name of the shop. */
  readonly shop: string
  /** Where the shop keeps its documents; `main` is the shop itself. No trailing slash. */
  readonly origins: Readonly<Record<string, string>>
  /** A product page on one of these origins, if the operator names one. */
  readonly example?: string | undefined
  /** The platform that the operator names; believed, not asked for again. */
  readonly platform?: string | undefined
}

/** A page of a listed shop. */
export interface ListedPage extends ListedShop {
  readonly url: string
}

interface ListedDestination extends ListedPage {
  /** The name in the operator's list. */
  readonly entry: string
}

/** What the configuration allows, known before any request is sent. */
export interface Reach {
  destinationOf(url: string): Destination | undefined
  isEnabled(site: string): boolean
  /** Shops that the operator lists by name; a wildcard names none. */
  listedShops(): readonly ListedShop[]
  /** The listed shop of this name; a wildcard has one for each host that it covers. */
  shopNamed(name: string): ListedShop | undefined
  /** Whether a URL belongs to the sandbox; without one, whether everything does. */
  isSandboxed(url: unknown): boolean
}

/** The answer of another operation, as any caller would receive it. */
export interface NativeAnswer {
  /** Parsed on first use. */
  readonly value: unknown
  /** JSON Pointers, with positions, of neutral values. */
  readonly absent: readonly string[]
  readonly source: string
  /** Of a search: the currency that its documents state. */
  readonly currency: string | undefined
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

/** Asks for the general shape, of a site that has a reading of its documents. */
interface AskedReading {
  readonly query: ProductQuery
  /** `sources`, `absent`. */
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
  siteView(site: string): SiteView
  /** The product of a page of a listed shop. */
  readProductPage(page: ListedPage): Promise<{ readonly product: GeneralProduct }>
  /** Undefined when the shop's platform has no search document. */
  searchListedShop(
    shop: ListedShop,
    request: { readonly query: string; readonly page: number },
    timeoutMs: number,
  ): Promise<{ readonly results: readonly ListedProduct[]; readonly more: boolean | null } | undefined>
  /** What a shop publishes for machines about its products. */
  catalog(shop: ListedShop): CatalogSource
  readonly reach: Reach
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
  readonly listed?: (ListedDestination & { readonly include: readonly string[] }) | undefined
}

export interface Composed {
  readonly value: unknown
  readonly source: string
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

export interface CompositeOperation extends OperationHead {
  /** Normalises the parameters, so that equal requests share a cache entry; throws before any request is sent. */
  resolve(params: ParamValues, reach: Reach): ResolvedRequest
  /** For a request that several shops or documents answer. */
  compose?(request: ResolvedRequest, subrequests: Subrequests): Promise<Composed>
}
