// The spool: usage goes into a file of the data folder first and from there to the shared store, each batch once, whatever fails in between.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { UsageRow, UsageStore } from './usage.ts'

export interface Spool extends UsageStore {
  /** Batches that have not reached the store yet. */
  waiting(): number
  /** Tries once more, then lets go; what is left goes out at the next start. */
  close(): Promise<void>
}

interface SpooledBatch {
  readonly place: number
  readonly writer: string
  readonly sequence: number
  readonly rows: string
}

const TRY_AGAIN_MS = 1_000

export function openSpool(store: UsageStore, dataDir: string): Spool {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'usage-spool.db')
  // From the first statement on: others may be opening it at this moment.
  const database = new DatabaseSync(file, { timeout: 5_000 })
  chmodSync(file, 0o600)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS spool (
      place INTEGER PRIMARY KEY AUTOINCREMENT, writer TEXT NOT NULL, sequence INTEGER NOT NULL, rows TEXT NOT NULL
    ) STRICT`)
  const put = database.prepare('INSERT INTO spool (writer, sequence, rows) VALUES (?, ?, ?)')
  const oldest = database.prepare('SELECT * FROM spool ORDER BY place LIMIT 1')
  const remove = database.prepare('DELETE FROM spool WHERE place = ?')
  const count = database.prepare('SELECT count(*) AS count FROM spool')
  // New at each start: a writer's numbers are then never used twice, even when the folder is copied or shared.
  const writer = randomUUID()
  let sequence = 0
  let draining: Promise<void> | undefined

  /** The oldest first: the store tells a repetition by the order. */
  async function sendAll(): Promise<void> {
    for (;;) {
      const batch = oldest.get() as unknown as SpooledBatch | undefined
      if (!batch) return
      await store.add(JSON.parse(batch.rows) as UsageRow[], batch)
      remove.run(batch.place)
    }
  }

  /** Fails silently: the batches stay, the store's own watch tells of the trouble, and the timer tries again. */
  function drain(): Promise<void> {
    draining ??= sendAll()
      .catch(() => {})
      .finally(() => {
        draining = undefined
      })
    return draining
  }

  const timer = setInterval(() => void drain(), TRY_AGAIN_MS).unref()
  void drain()
  return {
    async add(rows) {
      put.run(writer, ++sequence, JSON.stringify(rows))
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
    waiting: () => (count.get() as { count: number }).count,
    async close() {
      clearInterval(timer)
      await drain()
      await drain()
      database.close()
    },
  }
}
