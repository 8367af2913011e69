// A composite operation: its answer is made from answers of other operations, and from pages of listed shops.
import type { OperationHead, SiteView } from '../kit/define.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { Product } from '../reader/index.ts'

/** Where an address leads: to one of the sites, or to a shop that the operator lists for the general reader. */
export type Destination =
  | { readonly kind: 'site'; readonly site: string; readonly url: string }
  | { readonly kind: 'reader'; readonly shop: string; readonly url: string }

/** What is known of the configuration before anything is asked. */
export interface Reach {
  destinationOf(url: string): Destination | undefined
  isEnabled(site: string): boolean
  /** Whether an address, or without one everything there is, is the sandbox's. */
  isSandboxed(url: unknown): boolean
}

/** The answer of another operation, as it was given to any caller. */
export interface NativeAnswer {
  readonly value: unknown
  /** JSON Pointers, with positions, of what stands there only as a neutral value. */
  readonly absent: readonly string[]
  readonly source: string
  /** Path and query by which a caller gets the same. */
  readonly address: string
  readonly madeAtMs: number
  readonly freshUntilMs: number
}

/** What a composite operation may do: ask other operations and read pages, each with all limits that hold for them. */
export interface Subrequests {
  call(
    operation: string,
    params: Readonly<Record<string, unknown>>,
    timeoutMs?: number,
  ): Promise<NativeAnswer>
  siteView(site: string): SiteView
  /** What the general reader finds on a page of a shop that the operator lists, and where the page was in the end. */
  readProductPage(url: string): Promise<{ readonly product: Product; readonly url: string }>
  readonly reach: Reach
  /** Until when the whole answer must be there. */
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
  /** The parameters in one spelling, so that equal requests share a cache entry; throws before anything is asked. */
  resolve(params: ParamValues, reach: Reach): ParamValues
  compose(params: ParamValues, subrequests: Subrequests): Promise<Composed>
}
