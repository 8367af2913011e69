// Canaries in the database: whose turn it is, among all processes, and how each fared; an event when one turns.
import { hash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../state/database.ts'
import { appendChanges } from '../watch/feed.ts'
import type { WatchTables } from '../watch/tables.ts'
import type { DriftTables } from './tables.ts'

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

export interface CanaryStatus {
  readonly id: string
  readonly name: string
  readonly site: string
  readonly operation: string
  readonly state: CanaryState
  readonly detail: string | null
  readonly checked_at: string | null
  readonly request_id: string | null
}

export interface CanaryResult {
  /** Undefined where all is as expected. */
  readonly unmet: string | undefined
  /** It may pass by itself: one alone does not turn the canary. */
  readonly mayPass: boolean
  readonly requestId: string
}

export interface CanaryStore {
  /** Those of the settings: new ones are added, others forgotten. */
  apply(canaries: readonly Canary[], nowMs: number): Promise<void>
  /** Takes those that are due; nobody else has them until the lease ends. */
  claim(nowMs: number, leaseMs: number): Promise<Canary[]>
  record(canary: Canary, result: CanaryResult, nowMs: number): Promise<CanaryState>
  postpone(canary: Canary, untilMs: number): Promise<void>
  list(): Promise<CanaryStatus[]>
}

type Tables = DriftTables & WatchTables

export function canaryId(definition: unknown): string {
  return `canary_${hash('sha256', JSON.stringify(definition), 'hex').slice(0, 12)}`
}

/** One that failed is asked again soon, so that a recovery is seen. */
const AGAIN_MAX_MS = 5 * 60_000

export function createCanaryStore(database: Database<unknown>): CanaryStore {
  const query = database.query.withTables<Tables>()
  return {
    async apply(canaries, nowMs) {
      const ids = canaries.map(one => one.id)
      const gone = query.deleteFrom('canaries')
      await (ids.length > 0 ? gone.where('id', 'not in', ids) : gone).execute()
      for (const canary of canaries) {
        const row = { id: canary.id, definition: JSON.stringify(canary), site: canary.site, due_at: nowMs }
        await query
          .insertInto('canaries')
          .values({ ...row, leased_until: 0, checked_at: null, state: 'new', detail: null, request_id: null })
          .onConflict(on => on.column('id').doNothing())
          .execute()
      }
    },
    async claim(nowMs, leaseMs) {
      const rows = await query
        .updateTable('canaries')
        .set({ leased_until: nowMs + leaseMs })
        .where('due_at', '<=', nowMs)
        .where('leased_until', '<=', nowMs)
        .returning('definition')
        .execute()
      return rows.map(row => JSON.parse(row.definition) as Canary)
    },
    record: (canary, result, nowMs) =>
      query.transaction().execute(transaction => recordResult(transaction, canary, result, nowMs)),
    async postpone({ id }, untilMs) {
      await query
        .updateTable('canaries')
        .set({ due_at: untilMs, leased_until: 0 })
        .where('id', '=', id)
        .execute()
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
  canary: Canary,
  { unmet, mayPass, requestId }: CanaryResult,
  nowMs: number,
): Promise<CanaryState> {
  const { id, name, site, operation } = canary
  // The row is locked first, so that two processes never see the same state before.
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
    await appendChanges(transaction, { watchId: '', requestId, atMs: nowMs }, [
      {
        type: state === 'failing' ? 'canary.failing' : 'canary.recovered',
        before: { state: before },
        after: { canary: name, site, operation, state, ...(unmet === undefined ? {} : { detail: unmet }) },
        alert: true,
      },
    ])
  }
  return state
}

function nextState(before: CanaryState, unmet: string | undefined, mayPass: boolean): CanaryState {
  if (unmet === undefined) return 'ok'
  return mayPass && (before === 'ok' || before === 'new') ? 'doubtful' : 'failing'
}
