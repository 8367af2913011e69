// The definition of a management route. HTTP, the OpenAPI document, both clients, the reference and the command line follow from it.
import type { FaultCode, ParameterError } from '#kit/fault'
import type { DeepReadonly, Fields, SentFields, Values } from '../../settings/fields.ts'
import type { Static, TSchema } from '#kit/schema/schema'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Names<P extends string> = P extends `${string}{${infer N}}${infer Rest}` ? N | Names<Rest> : never

/** Who asks, as far as a handler needs to know. */
export interface Caller {
  readonly key: { readonly id: string; readonly name: string; readonly monthlyQuota: number | null }
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string
  /** The rate limit, and what is left of it. */
  readonly rate:
    | { readonly perSecond: number; readonly burst: number; readonly remaining: number }
    | undefined
  /** The owner of the watches and receivers that the caller adds. */
  readonly owner: string
  /** Whose watches the caller may see; undefined for all. */
  readonly owners: readonly string[] | undefined
  /** Whether the caller only looks around in the sandbox. */
  readonly isGuest: boolean
  /** Whether the caller is the operator, on the machine of the server. */
  readonly isOnThisMachine: boolean
  /** Whether the key covers an operation or a named scope. */
  covers(scope: string): boolean
  /** Checks scope and quota for an operation, runs it, and counts it. */
  counted<T>(operation: string, run: () => Promise<T>): Promise<T>
}

export interface RouteRequest<P extends string, Q extends Fields, B extends Fields> {
  readonly path: { readonly [K in Names<P>]: string }
  readonly query: Values<Q>
  readonly body: Values<B>
  readonly caller: Caller
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
}

/** The fields of a body, and its name in the OpenAPI document. */
interface Body<B extends Fields> {
  readonly title: string
  readonly description: string
  readonly fields: B
  /** Whether a request needs no body. */
  readonly isOptional?: boolean
  readonly refusesMore?: boolean
  /** For more than a small JSON object. */
  readonly maxBytes?: number
  /** Fields of which a caller sends exactly one. */
  readonly exactlyOne?: readonly string[]
}

/** A result as rows under columns. */
export interface RouteTable {
  /** File name without its ending. */
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType; readonly isList: boolean }[]
  readonly rows: Iterable<readonly unknown[]>
}

type ColumnType = 'text' | 'boolean' | 'integer' | 'number' | 'decimal' | 'timestamp'

export interface ServerEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/** A result that goes on: read page by page after the last id. */
export interface RouteStream {
  readonly after: number
  readonly pageSize: number
  readonly read: (after: number) => Promise<readonly ServerEvent[]>
  /** Called when it ends. */
  readonly end: () => void
}

interface RouteExample<P extends string, Q extends Fields, B extends Fields, R> {
  readonly path?: { readonly [K in Names<P>]: string }
  readonly query?: Partial<SentFields<Q>>
  readonly body?: SentFields<B>
  readonly result: R
  /** The result for another status than that of `result`. */
  readonly otherwise?: R
}

type Result<R extends TSchema> = DeepReadonly<Static<R>>

export interface Route<P extends string, Q extends Fields, B extends Fields, R extends TSchema, X> {
  /** Also the name of the client's method: `watches.create`. */
  readonly id: string
  readonly tag: string
  /** HEAD comes with GET. */
  readonly method: Method
  readonly path: P
  /** The scopes that a key must cover; `none`: no key is needed. */
  readonly scope: 'none' | readonly string[]
  readonly summary: string
  readonly description?: string
  /** Description of the answer by status; the first is the usual one. */
  readonly answers: Readonly<Partial<Record<200 | 201 | 204 | 503, string>>>
  /** What can go wrong beside what scope, query and body bring with them. */
  readonly problems?: readonly FaultCode[]
  /** What each part of the path is. */
  readonly names?: { readonly [K in Names<P>]: string }
  readonly query?: Q
  readonly body?: Body<B>
  readonly result?: R
  readonly example: RouteExample<P, Q, B, Result<R>>
  /** Errors that concern several fields. */
  readonly check?: (
    values: { readonly query: Partial<Values<Q>>; readonly body: Partial<Values<B>> },
    errors: readonly ParameterError[],
  ) => readonly ParameterError[]
  /** Pages of other origins cannot read the answer. */
  readonly isForOwnPages?: boolean
  /** The status of a result; otherwise the first of `answers`. */
  readonly statusOf?: (result: Result<R>) => number
  /** The field of the result that is the value of `after` for the next page. */
  readonly next?: keyof Static<R> & string
  /** The field of the result that has the rows. */
  readonly rows?: keyof Static<R> & string
  readonly handle: (request: RouteRequest<P, Q, B>, parts: X) => Result<R> | Promise<Result<R>>
  /** Adds CSV and Parquet. */
  readonly table?: (
    request: RouteRequest<P, Q, B>,
    parts: X,
    format: 'csv' | 'parquet',
  ) => Promise<RouteTable>
  /** Adds server-sent events. */
  readonly stream?: (
    request: RouteRequest<P, Q, B> & { readonly lastEventId: string | undefined },
    parts: X,
  ) => Promise<RouteStream>
}

/** Any route, for what needs only its definition. */
export interface AnyRoute
  extends Omit<
    Route<string, Fields, Fields, TSchema, unknown>,
    'check' | 'example' | 'handle' | 'names' | 'next' | 'rows' | 'statusOf' | 'stream' | 'table'
  > {
  readonly names?: Readonly<Record<string, string>>
  readonly next?: string
  readonly rows?: string
  readonly example: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: Readonly<Record<string, unknown>>
    readonly result: unknown
    readonly otherwise?: unknown
  }
  readonly check?: (values: never, errors: readonly ParameterError[]) => readonly ParameterError[]
  readonly statusOf?: (result: never) => number
  readonly handle: (request: never, parts: never) => unknown
  readonly table?: (request: never, parts: never, format: 'csv' | 'parquet') => Promise<RouteTable>
  readonly stream?: (request: never, parts: never) => Promise<RouteStream>
}

/** `handle` stands last but for `table` and `stream`, or TypeScript loses the types of the fields. */
export function defineRoute<
  const P extends string,
  X,
  R extends TSchema = TSchema,
  // biome-ignore lint/complexity/noBannedTypes: no fields at all
  Q extends Fields = {},
  // biome-ignore lint/complexity/noBannedTypes: no fields at all
  B extends Fields = {},
>(route: Route<P, Q, B, R, X>): Route<P, Q, B, R, X> {
  return route
}
