// `get`, the only way from a site's code to its shop, and the part of the configuration that this code may read.
import type { Page } from './page.ts'

export interface GetOptions {
  /** Name of the origin that the path belongs to; the main one by default. */
  readonly origin?: string
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  readonly accept?: 'html' | 'json' | 'xml'
  /** Sent as a JSON body by POST, for sites with a query language such as GraphQL. */
  readonly json?: unknown
  /** Further request headers, for a protocol that requires them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The only way to fetch from the site: a path on one of its origins, or a full URL on one of its hosts. */
export interface Get {
  (target: string, options?: GetOptions): Promise<Page>
  /**
   * Loads documents without core fields through the inner `get`, for at most half of the remaining time. Returns undefined if
   * one is on another host, missing, refused, broken or slow. The answer then names it and never fails; if the document may
   * be back soon, the answer is cached for at most a minute.
   */
  optional<T>(load: (get: Get) => Promise<T>): Promise<T | undefined>
}

/** The part of the operator's configuration that an operation may read. */
export interface SiteView {
  /** Origins by name: `main` is the shop itself, the site's definition names the others. They have no trailing slash. */
  readonly origins: Readonly<Record<string, string>>
  /** Values that only the operator can know, such as a public search key. */
  readonly settings: Readonly<Record<string, string>>
}
