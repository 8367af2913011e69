// The two definitions that make up the product: an Operation (one GET of the contract) and a Site (one upstream shop).
import type { Adapter } from './adapter.ts'
import type { ProductMapping } from './product-reading.ts'
import type { SearchMapping, SegmentList } from './site-mapping.ts'
import type { Get, SiteView } from '../page/get.ts'
import type { LookupParams, ParamSpecs, ParamValues } from '../params/param-specs.ts'
import type { PriceField } from '../page/printed-prices.ts'
import type { Draft, Static, TSchema } from '../schema/schema.ts'
import type { PlatformAdapter } from './platform.ts'

/** An alternative source of the same answer, used when the first is refused, fails or has changed. */
interface OtherWay<P, Pages> {
  /** The name of the shop in `/status`. */
  readonly name: string
  /** Whether this source is available for these parameters; always, if omitted. */
  when?(params: P, site: SiteView): boolean
  load(params: P, get: Get, site: SiteView): Promise<Pages>
}

type GivenParams<P extends ParamSpecs, L extends keyof P, O extends boolean> = LookupParams<
  P,
  O extends true ? never : L
>

interface OperationSpec<
  P extends ParamSpecs,
  R extends TSchema,
  Pages,
  L extends keyof P,
  O extends boolean,
> {
  /** `site.name`, as used in the documentation and on the command line. */
  readonly id: string
  /** Its row number in the contract's table. */
  readonly number: number
  readonly summary: string
  /** Only where it differs from `/api/v1/scraper/<site>/<name>`. */
  readonly path?: string
  readonly params: P
  /** Parameters of which exactly one is given, in the order in which `query` is matched against them. */
  readonly lookup?: readonly L[]
  /** Whether the operation returns a list if the request has no look-up value. */
  readonly lookupOptional?: O
  readonly result: R
  /** The list whose items become the rows of a table, when the result itself is not a list. */
  readonly rows?: string
  /** JSON Pointers of the fields without which the answer is worthless. */
  readonly core: readonly string[]
  /** Core fields that the shop may give as null, such as the name of a discontinued article: absent, not a change of the site. */
  readonly mayBeNull?: readonly string[]
  /** Prices that the shop's pages print; the answer is checked against them. */
  readonly prices?: readonly PriceField[]
  readonly freshForS: number
  /** Served without a key, with a rate limit per client address. */
  readonly open?: boolean
  /** Parameters that return 200 in the sandbox. */
  readonly example: Readonly<Record<string, unknown>>
  /** The name of the first source in `/status`, when there is another. */
  readonly way?: string
  /** Fetches the pages: the only step with I/O, and only through `get`. */
  load(params: GivenParams<P, L, O>, get: Get, site: SiteView): Promise<Pages>
  readonly otherWay?: OtherWay<GivenParams<P, L, O>, NoInfer<Pages>>
  /** Turns the pages into a result: pure. */
  extract(pages: Pages, params: GivenParams<P, L, O>, site: SiteView): Draft<Static<R>>
}

/** The part of an operation that does not depend on how its answer is made. */
export interface OperationHead {
  readonly id: string
  readonly number: number
  readonly summary: string
  readonly path?: string
  readonly params: ParamSpecs
  readonly lookup?: readonly string[]
  readonly lookupOptional?: boolean
  readonly result: TSchema
  /** The list whose items become the rows of a table, when the result itself is not a list. */
  readonly rows?: string
  /** The list of all sites queried, with their outcomes, in a composite answer. */
  readonly siteOutcomes?: string
  /** JSON Pointers of fields whose null or empty list is a statement: the shop has left nothing out. */
  readonly statedNulls?: readonly string[]
  readonly core: readonly string[]
  readonly prices?: readonly PriceField[]
  readonly freshForS: number
  readonly open?: boolean
  readonly example: Readonly<Record<string, unknown>>
}

/** An operation of one site, whose answer comes from the site's pages. */
export interface Operation extends OperationHead {
  readonly mayBeNull?: readonly string[]
  readonly way?: string
  load(params: ParamValues, get: Get, site: SiteView): Promise<unknown>
  readonly otherWay?: OtherWay<ParamValues, unknown>
  extract(pages: unknown, params: ParamValues, site: SiteView): unknown
}

export function defineOperation<
  const P extends ParamSpecs,
  R extends TSchema,
  Pages,
  const L extends keyof P & string = never,
  const O extends boolean = false,
>(spec: OperationSpec<P, R, Pages, L, O>): Operation {
  // The engine parses the parameters with these specs before it calls `load`, so the types hold.
  return spec
}

/** Rate limits for a site, unless the operator configures others. */
interface SiteLimits {
  readonly requestsPerSecond?: number
  readonly concurrency?: number
}

/** The known part of the operator's configuration for a site. */
interface ConfigFromUrl {
  readonly origins?: Readonly<Record<string, string | undefined>>
  readonly settings?: Readonly<Record<string, string | undefined>>
}

export interface SiteAdapter extends Adapter<ProductMapping, SearchMapping<unknown>, SegmentList> {
  /** What kind of shop it is, for human readers. */
  readonly about: string
  readonly manners?: SiteLimits
  /** Names of further origins that the operator may configure, and what each is for; `*` means any name. */
  readonly moreOrigins?: Readonly<Record<string, string>>
  /** Names of settings that the operator may configure, and what each is for. */
  readonly settings?: Readonly<Record<string, string>>
  /** The parameter with which the caller chooses an origin, if any. */
  readonly originParam?: string
  /**
   * The configuration that a recorded URL implies. A site with more than one source of a product is replayed with the
   * source that was recorded.
   */
  configFromUrl?(recorded: URL): ConfigFromUrl
  readonly operations: readonly Operation[]
}

/** The route of an operation. */
export function pathOf(operation: OperationHead): string {
  return operation.path ?? `/api/v1/scraper/${operation.id.replace('.', '/')}`
}

export function defineAdapter(platform: PlatformAdapter): PlatformAdapter
export function defineAdapter(site: SiteAdapter): SiteAdapter
export function defineAdapter<A extends PlatformAdapter | SiteAdapter>(adapter: A): A {
  return adapter
}
