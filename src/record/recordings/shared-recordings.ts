// Copies of recordings in the database that all replicas share, so that each can explain what another one answered.
import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import type { CapturedRun } from '../recording.ts'

export interface SharedRecordings {
  /** Stores a copy in the background. One that does not fit into memory is left out; the replica has its own file. */
  add(run: SharedRun, bytes: Uint8Array): void
  find(requestId: string): Promise<Uint8Array | undefined>
  /** Resolves when everything added is stored. */
  idle(): Promise<void>
}

type SharedRun = Pick<CapturedRun, 'requests' | 'atMs'>

export interface SharedRecordingsParts {
  readonly database: Database<unknown>
  /** For the copies of all replicas together. */
  readonly maxBytes: number
  readonly maxAgeMs: number
  readonly onError: (message: string) => void
}

/** `bytes` is null for a request that shared the work of another one: `same_as`. */
interface RecordingTable {
  request_id: string
  same_as: string | null
  at_ms: number
  size: number
  bytes: Uint8Array | null
}
type Tables = { recordings: RecordingTable }

/** Larger ones would not be stored within the time of a query. */
const COPY_MAX_BYTES = 8 * 1024 * 1024
const WAITING_MAX_BYTES = 32 * 1024 * 1024
/** The bound is kept to within this part of it. */
const PRUNE_PARTS = 16
/** Rows per statement, so that each ends within the time of a query. */
const SLICE_ROWS = 200

export function createSharedRecordings(parts: SharedRecordingsParts): SharedRecordings {
  const { maxBytes, onError } = parts
  const query = parts.database.query.withTables<Tables>()
  let working: Promise<void> = Promise.resolve()
  let waitingBytes = 0
  // So that the first copy of a process also removes what is too old.
  let sincePruneBytes = Infinity
  let isFailing = false

  async function store(run: SharedRun, bytes: Uint8Array): Promise<void> {
    try {
      await query
        .insertInto('recordings')
        .values(rowsOf(run, bytes))
        .onConflict(on => on.column('request_id').doNothing())
        .execute()
      sincePruneBytes += bytes.length
      if (sincePruneBytes > maxBytes / PRUNE_PARTS) {
        sincePruneBytes = 0
        await pruneRecordings(parts, Date.now())
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(`recordings cannot be shared with other replicas: ${(error as Error).message}`)
      isFailing = true
    }
  }

  return {
    add(run, bytes) {
      const size = bytes.length
      if (size > COPY_MAX_BYTES || waitingBytes + size > WAITING_MAX_BYTES) return
      waitingBytes += size
      working = working
        .then(() => store(run, bytes))
        .finally(() => {
          waitingBytes -= size
        })
    },
    find: requestId => findSharedRecording(parts.database, requestId),
    idle: () => working,
  }
}

export async function findSharedRecording(
  database: Database<unknown>,
  requestId: string,
): Promise<Uint8Array | undefined> {
  const query = database.query.withTables<Tables>()
  const readRow = (id: string) =>
    query
      .selectFrom('recordings')
      .select(['bytes', 'same_as'])
      .where('request_id', '=', id)
      .executeTakeFirst()
  const row = await readRow(requestId)
  const original = typeof row?.same_as === 'string' ? await readRow(row.same_as) : row
  return original?.bytes ?? undefined
}

function rowsOf({ requests, atMs }: SharedRun, bytes: Uint8Array): RecordingTable[] {
  const [first] = requests
  return requests.map(request => ({
    request_id: request.id,
    same_as: request === first ? null : (first?.id ?? null),
    at_ms: Math.floor(atMs),
    size: request === first ? bytes.length : 0,
    bytes: request === first ? bytes : null,
  }))
}

/** Removes what is too old, and the oldest that do not fit. */
export async function pruneRecordings(
  { database, maxBytes, maxAgeMs }: Pick<SharedRecordingsParts, 'database' | 'maxBytes' | 'maxAgeMs'>,
  nowMs: number,
): Promise<void> {
  const query = database.query.withTables<Tables>()
  const upToEach = sql<number>`sum(size) over (order by at_ms desc)`.as('bytes_since')
  const gone = query
    .selectFrom(query.selectFrom('recordings').select(['request_id', 'at_ms', upToEach]).as('all_of_them'))
    .select('request_id')
    .where(row => row.or([row('at_ms', '<', nowMs - maxAgeMs), row('bytes_since', '>', maxBytes)]))
    .limit(SLICE_ROWS)
  for (;;) {
    const deletion = await query.deleteFrom('recordings').where('request_id', 'in', gone).executeTakeFirst()
    if (Number(deletion.numDeletedRows) < SLICE_ROWS) return
  }
}
