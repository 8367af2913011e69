// The spool: writes usage to a file in the data folder first and sends it to the shared store from there,
// each batch exactly once, whatever fails in between.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Generated } from 'kysely'
import type { Migrations } from './database.ts'
import { openSqlite } from './sqlite/sqlite-database.ts'
import type { UsageRow, UsageStore } from './usage-store.ts'

export interface Spool extends UsageStore {
  /** Why the file cannot be written; undefined when it can. */
  unavailableReason(): string | undefined
  /** Tries to send once more, then closes; the rest is sent at the next start. */
  close(): Promise<void>
}

interface SpoolTables {
  /** `rows` is JSON. */
  spool: { place: Generated<number>; writer: string; sequence: number; rows: string }
}

const MIGRATIONS: Migrations = {
  // Release 0.1.0 created the same table without recording the migration.
  '001-spool': {
    sqlite: [
      `CREATE TABLE IF NOT EXISTS spool (
        place INTEGER PRIMARY KEY AUTOINCREMENT, writer TEXT NOT NULL, sequence INTEGER NOT NULL, rows TEXT NOT NULL
      ) STRICT`,
    ],
    postgres: [],
  },
}

const RETRY_INTERVAL_MS = 1_000

export async function openSpool(store: UsageStore, dataDir: string): Promise<Spool> {
  const database = await openSqlite<SpoolTables>({
    file: join(dataDir, 'usage-spool.db'),
    migrations: MIGRATIONS,
  })
  const { query } = database
  // New at each start, so that a writer's sequence numbers are never reused, even if the folder is copied or shared.
  const writer = randomUUID()
  let sequence = 0
  let draining: Promise<void> | undefined

  /** Sends the oldest batch first: the store detects a repetition by the order. */
  async function sendAll(): Promise<void> {
    for (;;) {
      const batch = await query.selectFrom('spool').selectAll().orderBy('place').limit(1).executeTakeFirst()
      if (!batch) return
      await store.add(JSON.parse(batch.rows) as UsageRow[], batch)
      await query.deleteFrom('spool').where('place', '=', batch.place).execute()
    }
  }

  /** Ignores errors: the batches stay, the store's monitor reports the problem, and the timer tries again. */
  function drain(): Promise<void> {
    draining ??= sendAll()
      .catch(() => {})
      .finally(() => {
        draining = undefined
      })
    return draining
  }

  const timer = setInterval(() => void drain(), RETRY_INTERVAL_MS).unref()
  void drain()
  return {
    async add(rows) {
      await query
        .insertInto('spool')
        .values({ writer, sequence: ++sequence, rows: JSON.stringify(rows) })
        .execute()
      void drain()
    },
    async countedIn(keyId, month) {
      await drain()
      return store.countedIn(keyId, month)
    },
    async read(filter) {
      await drain()
      return store.read(filter)
    },
    unavailableReason: () => database.unavailableReason(),
    async close() {
      clearInterval(timer)
      await drain()
      await drain()
      await database.close()
    },
  }
}
