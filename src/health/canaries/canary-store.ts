// Canaries in the database: which are due, across all processes, and their results; an event when one fails or recovers.
import { hash } from 'node:crypto'
import { expressionBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../../store/database.ts'
import { createFeed, type Feed } from '../../watch/feed/change-log.ts'
import type { WatchTables } from '../../watch/model/watch-tables.ts'
import { createLeaseTable } from '../../store/queue/lease-table.ts'
import type { WorkQueue } from '../../store/queue/work-queue.ts'
import type { DriftTables } from '../drift/drift-tables.ts'

export interface Canary {
  readonly id: string
  readonly name: string
  readonly site: string
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  readonly everyS: number
  readonly expect: readonly string[]
}

type CanaryState = 'new' | 'ok' | 'doubtful' | 'failing'

export interface CanaryResult {
  /** What is not as expected; undefined when all is. */
  readonly unmet: string | undefined
  /** The failure may be transient: a single one does not make the canary fail. */
  readonly mayPass: boolean
  readonly requestId: string
}

type Tables = DriftTables & WatchTables

export function canaryId(definition: unknown): string {
  return `canary_${hash('sha256', JSON.stringify(definition), 'hex').slice(0, 12)}`
}

/** A failing canary is checked again soon, so that a recovery is noticed. */
const AGAIN_MAX_MS = 5 * 60_000

/** Due canaries as leased work, partitioned by site. */
export function createCanaryQueue(database: Database<unknown>): WorkQueue<Canary> {
  const row = expressionBuilder<DriftTables, 'canaries'>()
  return createLeaseTable<DriftTables['canaries'], Canary>({
    database,
    table: 'canaries',
    partition: 'site',
    longestWaitMs: sql<number>`${row.ref('every_s')} * 1000 + 1000`,
    itemOf: ({ definition }) => JSON.parse(definition) as Canary,
  })
}

type CanaryStore = ReturnType<typeof createCanaryStore>
export type CanaryStatus = Awaited<ReturnType<CanaryStore['list']>>[number]

export function createCanaryStore(database: Database<unknown>) {
  const query = database.query.withTables<Tables>()
  const feed = createFeed(database)
  return {
    /** Synchronises with the settings: adds new canaries and deletes removed ones. */
    async apply(canaries: readonly Canary[], nowMs: number) {
      const ids = canaries.map(one => one.id)
      const removed = query.deleteFrom('canaries')
      await (ids.length > 0 ? removed.where('id', 'not in', ids) : removed).execute()
      for (const canary of canaries) {
        const { id, site, everyS } = canary
        const row = { id, definition: JSON.stringify(canary), site, due_at: nowMs, every_s: everyS }
        await query
          .insertInto('canaries')
          .values({ ...row, leased_until: 0, checked_at: null, state: 'new', detail: null, request_id: null })
          .onConflict(on => on.column('id').doUpdateSet({ every_s: everyS }))
          .execute()
      }
    },
    async record(canary: Canary, result: CanaryResult, nowMs: number) {
      const state = await query
        .transaction()
        .execute(transaction => recordResult(transaction, feed, canary, result, nowMs))
      // The result is committed, so this must not fail it. What is left in the queue is published soon.
      await feed.publish().catch(() => {})
      return state
    },
    async list() {
      const rows = await query.selectFrom('canaries').selectAll().orderBy('id').execute()
      return rows.map(row => {
        const { id, name, site, operation } = JSON.parse(row.definition) as Canary
        return {
          id,
          name,
          site,
          operation,
          state: row.state as CanaryState,
          detail: row.detail,
          checked_at: row.checked_at === null ? null : new Date(row.checked_at).toISOString(),
          request_id: row.request_id,
        }
      })
    },
  }
}

async function recordResult(
  transaction: Transaction<Tables>,
  feed: Feed,
  canary: Canary,
  { unmet, mayPass, requestId }: CanaryResult,
  nowMs: number,
): Promise<CanaryState> {
  const { id, name, site, operation } = canary
  // Locks the row first, so that two processes never see the same previous state.
  const row = await transaction
    .updateTable('canaries')
    .set({ leased_until: 0 })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  const before = (row?.state ?? 'new') as CanaryState
  const state = nextState(before, unmet, mayPass)
  const everyMs = canary.everyS * 1000
  await transaction
    .updateTable('canaries')
    .set({
      state,
      detail: unmet ?? null,
      request_id: requestId,
      checked_at: nowMs,
      due_at: nowMs + (state === 'ok' ? everyMs : Math.min(everyMs, AGAIN_MAX_MS)),
    })
    .where('id', '=', id)
    .execute()
  const isTurn = (state === 'failing') !== (before === 'failing') && row !== undefined
  if (isTurn) {
    const change = {
      type: state === 'failing' ? ('canary.failing' as const) : ('canary.recovered' as const),
      before: { state: before },
      after: { canary: name, site, operation, state, ...(unmet === undefined ? {} : { detail: unmet }) },
      alert: true,
    }
    await feed.append(transaction, [{ origin: { watchId: '', requestId, atMs: nowMs }, change }])
  }
  return state
}

function nextState(before: CanaryState, unmet: string | undefined, mayPass: boolean): CanaryState {
  if (unmet === undefined) return 'ok'
  return mayPass && (before === 'ok' || before === 'new') ? 'doubtful' : 'failing'
}
