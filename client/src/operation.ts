// Types of an operation: its parameters, its data, and the options and metadata of a call.

/** Exactly one of the fields of `T`. */
export type OneOf<T> = {
  [K in keyof T]: Pick<T, K> & { readonly [Other in Exclude<keyof T, K>]?: never }
}[keyof T]

/** Filter codes: one code or a list. */
export type Codes = string | number | readonly (string | number)[]

export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Deadline of the call, including its retries. Default: as passed to `createWares`, else 30,000. */
  readonly deadlineMs?: number
  /** Further attempts after a retryable problem. Default: as passed to `createWares`, else 3. */
  readonly retries?: number
  /** Reject answers that were read from the shop longer ago than this. */
  readonly maxAgeS?: number
  /** Bypass the cache. */
  readonly noCache?: boolean
  /** Return a cached answer, or fail at once with `upstream_timeout`. */
  readonly onlyIfCached?: boolean
}

interface Limit {
  readonly remaining: number
  /** Seconds until the limit is fully available again. */
  readonly resetS: number
}

/** Metadata of an answer. */
export interface Meta {
  /** Quote it when you report a problem to the operator. */
  readonly requestId: string
  /** Whether the answer came from the cache, was read from the shop for this call, or is shared with another caller's request. */
  readonly cache: 'hit' | 'miss' | 'shared'
  /** Seconds since the shop was read; undefined when a proxy removed the header, as below. */
  readonly ageS: number | undefined
  /** How many seconds after reading the shop the answer counts as fresh. */
  readonly freshForS: number | undefined
  readonly etag: string
  /** URL of the shop page that was read, if it opens in a browser. */
  readonly source: string | undefined
  /**
   * JSON Pointers of fields that the shop did not give (`*` for any position of a list).
   * Their values in the data are neutral ("", 0, [], false), not facts.
   */
  readonly absent: readonly string[]
  /** How many further pointers did not fit into the header. */
  readonly absentMore: number
  /** Rows of a list that could not be read and were left out. */
  readonly dropped: number
  /** Milliseconds spent in each stage. */
  readonly timingsMs: Readonly<Record<string, number>>
  /** What the key has left: its rate, and its monthly quota if it has one. */
  readonly limits: Readonly<Partial<Record<'rate' | 'quota', Limit>>>
  /** How many requests this answer took, including retries. */
  readonly attempts: number
}

export interface Answer<R> {
  readonly data: R
  readonly meta: Meta
}

type Arguments<P> = object extends P
  ? [params?: P, options?: CallOptions]
  : [params: P, options?: CallOptions]

export interface Operation<P, R> {
  /** The data alone. */
  (...args: Arguments<P>): Promise<R>
  /** The data, with cache state, absent fields, timings and limits. */
  withMeta(...args: Arguments<P>): Promise<Answer<R>>
}

export interface PagedOperation<P, R, Item> extends Operation<P, R> {
  /** Page after page, from `page` (or the first) to the last. Deadline and retries apply to each page. */
  pages(...args: Arguments<P>): AsyncGenerator<R, void, undefined>
  /** The items of all pages, one by one. */
  all(...args: Arguments<P>): AsyncGenerator<Item, void, undefined>
}

/** How to call a management route; generated together with its types. */
export interface ApiRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path. Names in braces are the first arguments. */
  readonly path: string
  /** What the next argument is. */
  readonly takes?: 'query' | 'body' | 'optional body'
}

/** How to call an operation; generated together with its types. */
export interface Row {
  readonly path: string
  /** Served at the finder's URL, if that is a different one. */
  readonly open?: true
  /** The last page that may be requested. */
  readonly pageMax?: number
  /** The field with the items, if the data itself is not the list. */
  readonly list?: string
}
