// The database layer: the same Kysely queries on SQLite and on PostgreSQL, without blocking the event loop.
//
//   const store = await openStore(config)                    // main.ts: wares.db of the data folder, or PostgreSQL's schema "wares"
//   const query = store.database.query.withTables<WatchTables>()
//
//   await query.selectFrom('watches').selectAll().where('due_at', '<=', now).limit(100).execute()
//   await query.transaction().execute(async transaction => {                 // all or nothing; `transaction` is a Kysely too
//     await transaction.insertInto('watches').values(row).execute()
//   })
//
// - SQLite runs in its own thread. Selects have their own connection: they see committed data and never wait
//   for a writer. Writes of one process are queued; the thread retries for 5 s if another process holds the lock.
// - Prepared statements are cached by their text. A query that runs often can also be compiled once:
//   `const compiled = query.selectFrom(…).compile(); await query.executeQuery(compiled)`.
// - Within `transaction()`, use only its argument: a write through `query` would wait for the transaction.
// - Text is a string, an integer up to 2^53 is a number (PostgreSQL: declare it `bigint`; it is returned as a number),
//   bytes are a Buffer or Uint8Array. Store times as integer milliseconds or ISO text, and flags as 0 or 1.
// - Read large tables in pages by key (`where('id', '>', last).limit(1_000)`), not by offset.
// - `unavailableReason()` is the first error since the last successful write, for /readyz. It clears automatically.
//
// For a separate file: `openSqlite<Tables>({ file, migrations })`. Tables of `store.database` are in migrations.ts.
//
// A migration is a list of statements for each database, applied once, in the order of the names. Names are never
// changed and steps never edited after a release. A database without the first step is older than 0.3.0 and refused, and so
// is a SQLite file from a newer release; a newer PostgreSQL schema is used as it is, because replicas of two releases share it during an upgrade.
import type { Kysely } from 'kysely'

export interface Database<Tables> {
  readonly query: Kysely<Tables>
  readonly dialect: DialectName
  /** Why the database cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export type DialectName = 'sqlite' | 'postgres'

/** Migrations by name, such as `001-keys`; steps run in the order of their names. */
export type Migrations = Readonly<Record<string, Readonly<Record<DialectName, readonly string[]>>>>
