// A request to Wares, wherever it runs, and its reply.

export interface ApiResponse {
  /** The JSON of the answer; undefined without one. */
  readonly body: unknown
  /** The header `Wares-Absent`. */
  readonly absent: string
  /** The header `Wares-Absent-At`; undefined if it was not requested, or does not fit a header. */
  readonly absentAt?: string | undefined
  /** The answer itself, if it is no JSON. */
  readonly bytes: Buffer | undefined
  /** Seconds since the shop was read; undefined if it was read for this reply. */
  readonly ageS?: number | undefined
}

export interface ApiOptions {
  /** What stands for the names in the path. */
  readonly place?: Readonly<Record<string, string>>
  /** A list is sent as one parameter for each value. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  /** Also in which rows a field is absent. */
  readonly wantsPositions?: boolean
  /** No answer from a cache. */
  readonly isFresh?: boolean
}

/** Throws faults. */
export type SendApiRequest = (method: string, path: string, asking?: ApiOptions) => Promise<ApiResponse>
