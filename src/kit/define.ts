// The two definitions that make up the product: an Operation (one GET of the contract) and a Site (one upstream shop).
import type { Page } from './page.ts'
import type { Params, ParamSpecs, ParamValues } from './params.ts'
import type { Draft, Static, TSchema } from './schema.ts'

export interface GetOptions {
  /** Which of the site's origins the path belongs to; the main one when left out. */
  readonly at?: string
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly accept?: 'html' | 'json'
  /** Sent as a JSON body by POST: for sites whose reading interface is a query language. */
  readonly json?: unknown
}

/** The one door to the site: a path on one of its origins, or a full address on one of its hosts. */
export type Get = (target: string, options?: GetOptions) => Promise<Page>

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

interface OperationSpec<P extends ParamSpecs, R extends TSchema, Pages> {
  /** `site.name`, as the documentation and the command line call it. */
  readonly id: string
  /** Its row in the contract's table. */
  readonly number: number
  readonly summary: string
  /** Only where it differs from `/api/v1/scraper/<site>/<name>`. */
  readonly path?: string
  readonly params: P
  /** Names of which exactly one is given, in the order in which `query` is told apart by form. */
  readonly lookup?: readonly (keyof P & string)[]
  /** Without a look-up value the operation gives a list. */
  readonly lookupOptional?: boolean
  readonly result: R
  /** JSON Pointers of the fields without which the answer is worthless. */
  readonly core: readonly string[]
  readonly freshForS: number
  /** Served without a key, limited per client address. */
  readonly open?: boolean
  readonly deprecated?: Deprecated
  /** Answers 200 in the sandbox as it stands. */
  readonly example: Readonly<Record<string, unknown>>
  /** Which pages: the only step that reaches out, and only through `get`. */
  load(params: Params<P>, get: Get, site: SiteView): Promise<Pages>
  /** What they mean: pure. */
  extract(pages: Pages, params: Params<P>, site: SiteView): Draft<Static<R>>
}

export interface Operation {
  readonly id: string
  readonly number: number
  readonly summary: string
  readonly path?: string
  readonly params: ParamSpecs
  readonly lookup?: readonly string[]
  readonly lookupOptional?: boolean
  readonly result: TSchema
  readonly core: readonly string[]
  readonly freshForS: number
  readonly open?: boolean
  readonly deprecated?: Deprecated
  readonly example: Readonly<Record<string, unknown>>
  load(params: ParamValues, get: Get, site: SiteView): Promise<unknown>
  extract(pages: unknown, params: ParamValues, site: SiteView): unknown
}

export function defineOperation<const P extends ParamSpecs, R extends TSchema, Pages>(
  spec: OperationSpec<P, R, Pages>,
): Operation {
  // The engine hands `load` the parameters it has read by these very specs, so the types hold.
  return spec
}

/** How we behave towards a site unless the operator says otherwise. */
interface Manners {
  readonly requestsPerSecond?: number
  readonly concurrency?: number
}

/** A part of the operator's configuration for a site, as far as it is known. */
interface Told {
  readonly origins?: Readonly<Record<string, string | undefined>>
  readonly settings?: Readonly<Record<string, string | undefined>>
}

export interface Site {
  readonly name: string
  /** What kind of shop it is, for people. */
  readonly about: string
  readonly manners?: Manners
  /** Names of further origins that the operator may configure, and what each is for. */
  readonly moreOrigins?: Readonly<Record<string, string>>
  /** Names of settings that the operator may configure, and what each is for. */
  readonly settings?: Readonly<Record<string, string>>
  /** Names of further origins in the sandbox, each under a path of that name below the shop's own. */
  readonly sandboxOrigins?: readonly string[]
  /** Settings as an operator of the sandbox's shop would configure them. */
  readonly sandboxSettings?: Readonly<Record<string, string>>
  /** The parameter that names one of the origins, where a caller may choose. */
  readonly originParam?: string
  /**
   * What an address in a recording tells of the configuration under which it was asked for: sites with more than one way
   * to a product are replayed the way that was recorded.
   */
  toldBy?(recorded: URL): Told
  readonly operations: readonly Operation[]
}

export function defineSite(site: Site): Site {
  return site
}

/** Where an operation is served. */
export function pathOf(operation: Operation): string {
  return operation.path ?? `/api/v1/scraper/${operation.id.replace('.', '/')}`
}
