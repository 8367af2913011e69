// A request to Wares, wherever it runs, and its reply.

export interface Reply {
  /** The JSON of the answer; undefined without one. */
  readonly body: unknown
  /** As `Wares-Absent` has it. */
  readonly absent: string
  /** The answer itself, if it is no JSON. */
  readonly bytes: Buffer | undefined
}

export interface Asking {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Throws faults. */
export type Ask = (method: string, path: string, asking?: Asking) => Promise<Reply>
