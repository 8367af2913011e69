// Moves committed changes from PostgreSQL's queue into the feed, in batches, and gives them their ids.
//
// One process publishes at a time, and holds the lock until its commit: ids have no gaps, and no reader sees one before a smaller
// one. Writers of changes never wait for that lock. A batch is one call of a function in the database (src/store/migrations/migrations/publish-changes.ts):
// a publisher that is slow, stopped or killed holds nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { HEALTH, NOTICES } from './add-deliveries.ts'
import type { WatchTables } from '../model/watch-tables.ts'

export interface Publisher {
  /** Resolves once all that was committed before this call is in the feed. */
  publish(): Promise<void>
}

/** Changes per transaction: with their deliveries, some ten milliseconds. */
export const PUBLISH_ROWS = 1_000
/** Between two batches of a process: changes of a busy time are numbered together. */
const GAP_MS = 50
/** A publisher that is slow may still publish our changes; after so many waits, the feed is stuck. */
const LOCK_ATTEMPTS = 3
const LOCK_NOT_AVAILABLE = '55P03'
/** The queue is read from its beginning this often, whatever is known about transactions: it may have been restored from a backup. */
const WHOLE_EVERY_MS = 60_000

export function createPublisher(query: Kysely<WatchTables>): Publisher {
  const floor = createFloor()
  let endedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  async function publishAll(): Promise<void> {
    const waitMs = endedAtMs + GAP_MS - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    try {
      for (let attempt = 1; await isWaiting(query, floor); ) {
        try {
          if ((await publishBatch(query, floor)) < PUBLISH_ROWS) return
        } catch (error) {
          if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt++ === LOCK_ATTEMPTS)
            throw error
        }
      }
    } finally {
      endedAtMs = performance.now()
    }
  }
  const start = (): Promise<void> => {
    running = publishAll().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    publish() {
      if (!running) return start()
      // The run under way may have read the queue already; one more serves all who ask meanwhile.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return start()
        })
      return next
    },
  }
}

interface Floor {
  /** Transactions before this one have nothing left in the queue. */
  current(): string
  /** `read`: the floor from which the queue was read to its end; `xmin`: the oldest transaction that was open then. */
  raise(readFloor: string, xmin: string): void
}

/**
 * Without it, a batch would read over all entries that were removed but must be kept for an old snapshot, such as that of a
 * backup. Only a transaction that writes, and stays open, keeps it from rising.
 */
function createFloor(): Floor {
  let [xid, wholeAtMs] = [BEGINNING, Number.NEGATIVE_INFINITY]
  return {
    current: () => (performance.now() - wholeAtMs < WHOLE_EVERY_MS ? xid : BEGINNING),
    raise(readFloor, xmin) {
      if (readFloor === BEGINNING) wholeAtMs = performance.now()
      xid = xmin
    },
  }
}

const BEGINNING = '0'
const XMIN = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`.as('xmin')

async function isWaiting(query: Kysely<WatchTables>, floor: Floor): Promise<boolean> {
  const from = floor.current()
  const first = query.selectFrom('feed_queue').select('seq').where('xid', '>=', from)
  const { seq, xmin } = await query
    .selectNoFrom([first.orderBy('xid').orderBy('seq').limit(1).as('seq'), XMIN])
    .executeTakeFirstOrThrow()
  if (seq === null) floor.raise(from, xmin)
  return seq !== null
}

async function publishBatch(query: Kysely<WatchTables>, floor: Floor): Promise<number> {
  const from = floor.current()
  const { rows } = await sql<{ moved: number; xmin: string | null }>`SELECT moved, xmin FROM
    wares.publish_changes(${from}::xid8, ${PUBLISH_ROWS}, ${NOTICES}, ${HEALTH})`.execute(query)
  const { moved = 0, xmin = null } = rows[0] ?? {}
  if (xmin !== null && moved < PUBLISH_ROWS) floor.raise(from, xmin)
  return moved
}
