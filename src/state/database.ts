// The database layer: the same Kysely queries on SQLite and on PostgreSQL, never waiting on the event loop.
//
//   const store = await openStore(config)                    // main.ts: wares.db of the data folder, or PostgreSQL's schema "wares"
//   const query = store.database.query.withTables<WatchTables>()
//
//   await query.selectFrom('watches').selectAll().where('due_at', '<=', now).limit(100).execute()
//   await query.transaction().execute(async transaction => {                 // all or nothing; `transaction` is a Kysely too
//     await transaction.insertInto('watches').values(row).execute()
//   })
//
// - SQLite runs in a thread of its own. Selects have their own connection: they see what is committed, and never wait
//   for a writer. Writes of one process queue up; a lock of another process is waited for in the thread (5 s).
// - Statements are prepared once and kept, by their text. A query that runs often can also be compiled once:
//   `const compiled = query.selectFrom(…).compile(); await query.executeQuery(compiled)`.
// - Within `transaction()`, use only its argument: a write through `query` would wait for the transaction.
// - A text is text, a whole number up to 2^53 is a number (PostgreSQL: declare it `bigint`; it arrives as a number),
//   bytes are a Buffer or Uint8Array. Keep times as whole milliseconds or ISO text, and flags as 0 or 1.
// - Read large tables in pages by key (`where('id', '>', last).limit(1_000)`), not by offset.
// - `unavailableReason()` is the first error since writing last worked, for /readyz. It clears by itself.
//
// A file of its own, such as a spool: `openSqlite<Tables>({ file, migrations })`. Tables of `store.database` are steps in
// schema.ts, where there is one list for both databases.
//
// A migration is a list of statements for each of the two, applied once, in the order of the names. Names are never
// changed and steps never edited once released. A SQLite file that is ahead of this release is refused; a PostgreSQL schema
// that is ahead is used as it is, because replicas of two releases share it during an upgrade.
import type { Kysely } from 'kysely'

export interface Database<Tables> {
  readonly query: Kysely<Tables>
  readonly dialect: DialectName
  /** Why the database cannot be used; undefined when it can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export type DialectName = 'sqlite' | 'postgres'

/** By name; names sort in the order of the steps: `001-keys`. */
export type Migrations = Readonly<Record<string, Readonly<Record<DialectName, readonly string[]>>>>
