// A composite operation: its answer is composed from answers of other operations and from pages of listed shops.
import type { OperationHead, SiteView } from '../kit/define.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { Product } from '../reader/index.ts'

/** Where a URL belongs: to a site, or to a shop that the operator lists for the general reader. */
export type Destination =
  | { readonly kind: 'site'; readonly site: string; readonly url: string }
  | { readonly kind: 'reader'; readonly shop: string; readonly url: string }

/** What the configuration allows, known before any request is sent. */
export interface Reach {
  destinationOf(url: string): Destination | undefined
  isEnabled(site: string): boolean
  /** Whether a URL belongs to the sandbox; without one, whether everything does. */
  isSandboxed(url: unknown): boolean
}

/** The answer of another operation, as any caller would receive it. */
export interface NativeAnswer {
  readonly value: unknown
  /** JSON Pointers, with positions, of neutral values. */
  readonly absent: readonly string[]
  readonly source: string
  /** Path and query with which a caller gets the same answer. */
  readonly address: string
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

/** What a composite operation may do: call other operations and read pages, each within its usual limits. */
export interface Subrequests {
  call(
    operation: string,
    params: Readonly<Record<string, unknown>>,
    timeoutMs?: number,
  ): Promise<NativeAnswer>
  siteView(site: string): SiteView
  /** The product that the general reader finds on a page of a listed shop, and the page's URL after redirects. */
  readProductPage(url: string): Promise<{ readonly product: Product; readonly url: string }>
  readonly reach: Reach
  /** The time left until the deadline of the whole answer. */
  timeLeftMs(): number
  nowMs(): number
}

export interface Composed {
  readonly value: unknown
  readonly source: string
  readonly alternate: string
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

export interface CompositeOperation extends OperationHead {
  /** Normalises the parameters, so that equal requests share a cache entry; throws before any request is sent. */
  resolve(params: ParamValues, reach: Reach): ParamValues
  compose(params: ParamValues, subrequests: Subrequests): Promise<Composed>
}
