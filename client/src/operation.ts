// What an operation looks like to those who call it: parameters in, data out, and what can be said about the call.

/** Exactly one of the fields of `T`. */
export type OneOf<T> = {
  [K in keyof T]: Pick<T, K> & { readonly [Other in Exclude<keyof T, K>]?: never }
}[keyof T]

/** Filter codes: one, or a list of them. */
export type Codes = string | number | readonly (string | number)[]

export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** For the call with all its retries; 30,000 unless `createWares` says otherwise. */
  readonly deadlineMs?: number
  /** Further attempts after a retryable problem; 3 unless `createWares` says otherwise. */
  readonly retries?: number
  /** Accept no answer that was read from the shop longer ago than this. */
  readonly maxAgeS?: number
  /** Bypass the cache. */
  readonly noCache?: boolean
  /** Take what Wares has at hand, or fail at once with `upstream_timeout`. */
  readonly onlyIfCached?: boolean
}

interface Limit {
  readonly remaining: number
  /** Until all of it is there again. */
  readonly resetS: number
}

/** What is known of an answer beside its data. */
export interface Meta {
  /** Quote it when you report something to the operator. */
  readonly requestId: string
  /** From Wares' cache, read from the shop for this call, or together with another caller's. */
  readonly cache: 'hit' | 'miss' | 'shared'
  /** Since the shop was read; undefined when a proxy took the header away, as below. */
  readonly ageS: number | undefined
  /** How long after its reading the answer counts as fresh. */
  readonly freshForS: number | undefined
  readonly etag: string
  /** The page of the shop that was read, where there is one for people. */
  readonly source: string | undefined
  /**
   * JSON Pointers of fields that the shop did not give (`*` for any position of a list).
   * Their values in the data are neutral ("", 0, [], false), not facts.
   */
  readonly absent: readonly string[]
  /** How many further pointers did not fit into the answer's header. */
  readonly absentMore: number
  /** Rows of a list that could not be read and were left out. */
  readonly dropped: number
  /** Where the time went, in milliseconds, by stage. */
  readonly timingsMs: Readonly<Record<string, number>>
  /** What is left to the key: its rate, and its monthly quota if it has one. */
  readonly limits: Readonly<Partial<Record<'rate' | 'quota', Limit>>>
  /** How many requests this answer took. */
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
  /** Page after page, from `page` (or the first) to the last. Deadline and retries hold for each page. */
  pages(...args: Arguments<P>): AsyncGenerator<R, void, undefined>
  /** The items of all pages, one by one. */
  all(...args: Arguments<P>): AsyncGenerator<Item, void, undefined>
}

/** How an operation is reached; what is generated beside its types. */
export interface Row {
  readonly path: string
  /** Served at the finder's address, where that is one of its own. */
  readonly open?: true
  /** The last page that may be asked for. */
  readonly pageMax?: number
  /** Where the items are, when the data is not itself the list. */
  readonly list?: string
}
