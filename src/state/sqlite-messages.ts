// The messages between the main thread and the SQLite thread.

export type SqliteValue = null | number | bigint | string | Uint8Array

/** Which of the thread's two connections: reads never wait for a writer, and cannot write. */
export type SqliteConnectionName = 'reader' | 'writer'

export interface SqliteThreadSettings {
  readonly file: string
  /** Nothing is written, not even beside the file. */
  readonly readOnly: boolean
  /** How long a statement waits for a lock that another process holds. */
  readonly lockTimeoutMs: number
}

export interface SqliteRequest {
  readonly id: number
  readonly connection: SqliteConnectionName
  readonly sql: string
  readonly parameters: readonly SqliteValue[]
}

export interface SqliteResult {
  readonly rows: readonly Record<string, unknown>[]
  readonly changes: number
  readonly insertId: number
}

export interface SqliteFailure {
  readonly message: string
  /** SQLite's primary result code; undefined when the failure is not SQLite's. */
  readonly code: number | undefined
}

/** `id` 0 is the opening itself. */
export type SqliteReply =
  | { readonly id: number; readonly result: SqliteResult }
  | { readonly id: number; readonly failure: SqliteFailure }
