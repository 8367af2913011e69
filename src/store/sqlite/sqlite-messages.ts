// The messages between the main thread and the SQLite thread.

export type SqliteValue = null | number | bigint | string | Uint8Array

/** The thread's two connections; the reader never waits for the writer and cannot write. */
export type SqliteConnectionName = 'reader' | 'writer'

export interface SqliteThreadSettings {
  readonly file: string
  /** Writes nothing, not even files next to the database. */
  readonly readOnly: boolean
  /** How long a statement waits for a lock of another process. */
  readonly lockTimeoutMs: number
}

export interface SqliteStatement {
  readonly sql: string
  readonly parameters: readonly SqliteValue[]
}

export interface SqliteRequest extends SqliteStatement {
  readonly id: number
  readonly connection: SqliteConnectionName
  /** Run in the same transaction, if the statement has changed a row. */
  readonly rest?: readonly SqliteStatement[]
}

export interface SqliteResult {
  readonly rows: readonly Record<string, unknown>[]
  readonly changes: number
  readonly insertId: number
}

export interface SqliteFailure {
  readonly message: string
  /** SQLite's primary result code; undefined if SQLite is not the cause. */
  readonly code: number | undefined
}

/** `id` 0 is the reply to opening the file. */
export type SqliteReply =
  | { readonly id: number; readonly result: SqliteResult }
  | { readonly id: number; readonly failure: SqliteFailure }
