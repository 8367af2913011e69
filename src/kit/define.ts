// The two definitions that make up the product: an Operation (one GET of the contract) and a Site (one upstream shop).
import type { SiteGeneral } from './general/site-mapping.ts'
import type { Page } from './page.ts'
import type { LookupParams, ParamSpecs, ParamValues } from './param-specs.ts'
import type { PriceField } from './printed-prices.ts'
import type { Draft, Static, TSchema } from './schema.ts'

export interface GetOptions {
  /** Which of the site's origins the path belongs to; the main one when left out. */
  readonly at?: string
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly accept?: 'html' | 'json'
  /** Sent as a JSON body by POST: for sites whose reading interface is a query language. */
  readonly json?: unknown
}

/** The only way to fetch from the site: a path on one of its origins, or a full address on one of its hosts. */
export interface Get {
  (target: string, options?: GetOptions): Promise<Page>
  /**
   * A second answer that holds no core field: undefined where the site does not have it or refuses it, and where the site
   * cannot give it now; in that case the answer is kept for a minute at the most.
   */
  optional<T>(loading: Promise<T>): Promise<T | undefined>
}

/** Another way to the same answer, taken where the first is refused, fails or has changed. */
interface OtherWay<P, Pages> {
  /** For `/status`. */
  readonly name: string
  /** Whether there is this way for these parameters; always, without it. */
  when?(params: P, site: SiteView): boolean
  load(params: P, get: Get, site: SiteView): Promise<Pages>
}

/** What an operation may know of the operator's configuration for its site. */
export interface SiteView {
  /** By name; `main` is where the shop is, others as the site's definition names them. No trailing slash. */
  readonly origins: Readonly<Record<string, string>>
  /** Values that only the operator can know, such as a public search key. */
  readonly settings: Readonly<Record<string, string>>
}

/** An operation that will end: days in UTC (YYYY-MM-DD), at least 180 apart. */
export interface Deprecated {
  readonly since: string
  readonly sunset: string
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
  /** `site.name`, as the documentation and the command line call it. */
  readonly id: string
  /** Its row in the contract's table. */
  readonly number: number
  readonly summary: string
  /** Only where it differs from `/api/v1/scraper/<site>/<name>`. */
  readonly path?: string
  readonly params: P
  /** Names of which exactly one is given, in the order in which the form of `query` is tried. */
  readonly lookup?: readonly L[]
  /** Without a look-up value the operation gives a list. */
  readonly lookupOptional?: O
  readonly result: R
  /** The list whose items are the rows of a table, in a result that is not itself a list. */
  readonly rows?: string
  /** JSON Pointers of the fields without which the answer is worthless. */
  readonly core: readonly string[]
  /** Those of them that the shop may give as null, as the name of an article it no longer sells: an absence, no change of the site. */
  readonly mayBeNull?: readonly string[]
  /** Prices that the shop's pages print: the answer is held against what they print. */
  readonly prices?: readonly PriceField[]
  readonly freshForS: number
  /** Served without a key, limited per client address. */
  readonly open?: boolean
  readonly deprecated?: Deprecated
  /** Answers 200 in the sandbox as it stands. */
  readonly example: Readonly<Record<string, unknown>>
  /** What `/status` calls the way of `load`, where there is another. */
  readonly way?: string
  /** Which pages: the only step that reaches out, and only through `get`. */
  load(params: GivenParams<P, L, O>, get: Get, site: SiteView): Promise<Pages>
  readonly otherWay?: OtherWay<GivenParams<P, L, O>, NoInfer<Pages>>
  /** What they mean: pure. */
  extract(pages: Pages, params: GivenParams<P, L, O>, site: SiteView): Draft<Static<R>>
}

/** What every operation has, whatever makes its answer. */
export interface OperationHead {
  readonly id: string
  readonly number: number
  readonly summary: string
  readonly path?: string
  readonly params: ParamSpecs
  readonly lookup?: readonly string[]
  readonly lookupOptional?: boolean
  readonly result: TSchema
  /** The list whose items are the rows of a table, in a result that is not itself a list. */
  readonly rows?: string
  /** The list that names every site asked, with its outcome, in an answer made from several. */
  readonly siteOutcomes?: string
  readonly core: readonly string[]
  readonly prices?: readonly PriceField[]
  readonly freshForS: number
  readonly open?: boolean
  readonly deprecated?: Deprecated
  readonly example: Readonly<Record<string, unknown>>
}

/** An operation of one site: its answer is made from the site's pages. */
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
  // The engine hands `load` the parameters it has read by these very specs, so the types hold.
  return spec
}

/** How we behave towards a site unless the operator says otherwise. */
interface Manners {
  readonly requestsPerSecond?: number
  readonly concurrency?: number
}

/** A part of the operator's configuration for a site, as far as it is known. */
interface ConfigFromUrl {
  readonly origins?: Readonly<Record<string, string | undefined>>
  readonly settings?: Readonly<Record<string, string | undefined>>
}

export interface Site {
  readonly name: string
  /** What kind of shop it is, for people. */
  readonly about: string
  readonly manners?: Manners
  /** Names of further origins that the operator may configure, and what each is for; `*` stands for any name. */
  readonly moreOrigins?: Readonly<Record<string, string>>
  /** Names of settings that the operator may configure, and what each is for. */
  readonly settings?: Readonly<Record<string, string>>
  /** The parameter that names one of the origins, where a caller may choose. */
  readonly originParam?: string
  /**
   * What an address in a recording tells of the configuration under which it was asked for: sites with more than one way
   * to a product are replayed the way that was recorded.
   */
  configFromUrl?(recorded: URL): ConfigFromUrl
  readonly operations: readonly Operation[]
  /** The site's answers in the general shape. */
  readonly general?: SiteGeneral
}

export function defineSite(site: Site): Site {
  return site
}

/** Where an operation is served. */
export function pathOf(operation: OperationHead): string {
  return operation.path ?? `/api/v1/scraper/${operation.id.replace('.', '/')}`
}
