// Field statistics in the database: counts by day, test state by operation, and change events, in one transaction.
import { type Transaction, sql } from 'kysely'
import { driftKey, isOfListedShop, shopOfDriftKey } from '../../extract/listed-shop.ts'
import type { Database } from '../../store/database.ts'
import { createFeed } from '../../watch/feed/change-log.ts'
import type { WatchTables } from '../../watch/model/watch-tables.ts'
import {
  applyBatch,
  emptyState,
  type OperationState,
  shareOf,
  shownField,
  sumOf,
  type DriftTransition,
} from './drift-rule.ts'
import type { DriftTables } from './drift-tables.ts'
import type { RunTallies, Tallies, Tally } from './tally.ts'

export interface DayCount {
  readonly day: string
  readonly operation: string
  readonly field: string
  readonly answers: number
  readonly absent: number
}

export interface OperationTurn extends DriftTransition {
  readonly operation: string
}

/** All fields together, and those that are empty without being listed as absent. */
export const ALL_FIELDS = '*'
export const SILENT_FIELDS = 'silent'
/** Requests to a shop, whatever came of them. */
export const RUNS = 'runs'

export const KEPT_DAYS = 90
const DAY_MS = 86_400_000
/** The maximum number of fields stored per operation and day. */
const FIELDS_PER_DAY = 200

type Tables = DriftTables & WatchTables

export type DriftStore = ReturnType<typeof createDriftStore>

export function createDriftStore(database: Database<unknown>) {
  const query = database.query.withTables<Tables>()
  const feed = createFeed(database)
  return {
    /** Adds one process's counts to the total; returns the fields that turned. */
    async add(
      tallies: Tallies,
      nowMs: number,
      runs: RunTallies = new Map(),
    ): Promise<readonly OperationTurn[]> {
      // Always in the same order, so that processes cannot deadlock.
      const sorted = [...tallies].toSorted(([a], [b]) => (a < b ? -1 : 1))
      const turned = await query.transaction().execute(async transaction => {
        const all: OperationTurn[] = []
        for (const [operation, tally] of sorted) {
          const turns = await addOperation(transaction, operation, tally, nowMs)
          all.push(...turns.map(turn => Object.assign({ operation }, turn)))
        }
        await addDayRows(transaction, runRows(dayOf(nowMs), runs))
        const origin = { watchId: '', requestId: '', atMs: nowMs }
        await feed.append(
          transaction,
          all.map(turn => ({ origin, change: changeOf(shopOfDriftKey(turn.operation), turn) })),
        )
        return all
      })
      // The counts are committed, so this must not fail them. What is left in the queue is published soon.
      if (turned.length > 0) await feed.publish().catch(() => {})
      return turned
    },
    async states(): Promise<ReadonlyMap<string, OperationState>> {
      const rows = await query.selectFrom('drift_states').select(['operation', 'state']).execute()
      return new Map(rows.map(row => [row.operation, JSON.parse(row.state) as OperationState]))
    },
    /** `fields`: only these. */
    days(fromDay: string, fields?: readonly string[]): Promise<DayCount[]> {
      const selected = query.selectFrom('drift_days').selectAll().where('day', '>=', fromDay)
      return (fields ? selected.where('field', 'in', fields) : selected).orderBy('day').execute()
    },
    /** Makes a field's current state its baseline; false if it does not drift. */
    accept: (operation: string, field: string) =>
      query.transaction().execute(async transaction => {
        const state = await lockState(transaction, operation)
        const fieldState = state.fields[field]
        if (!fieldState || fieldState.since === null) return false
        state.fields[field] = {
          n: fieldState.newN,
          absent: fieldState.newAbsent,
          newN: 0,
          newAbsent: 0,
          sum: 0,
          since: null,
        }
        await writeState(transaction, operation, state)
        return true
      }),
    /** Removes days past the retention period. */
    async prune(nowMs: number) {
      const oldest = dayOf(nowMs - KEPT_DAYS * DAY_MS)
      await query.deleteFrom('drift_days').where('day', '<', oldest).execute()
    },
  }
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

async function addOperation(
  transaction: Transaction<Tables>,
  operation: string,
  tally: Tally,
  nowMs: number,
): Promise<readonly DriftTransition[]> {
  const { state, turns } = applyBatch(
    await lockState(transaction, operation),
    tally,
    nowMs,
    isOfListedShop(operation),
  )
  await writeState(transaction, operation, state)
  await addDay(transaction, dayOf(nowMs), operation, tally)
  return turns
}

/** Locks the row until the commit: replicas advance it one after the other. */
async function lockState(transaction: Transaction<Tables>, operation: string): Promise<OperationState> {
  await transaction
    .insertInto('drift_states')
    .values({ operation, version: 0, state: '' })
    .onConflict(on => on.column('operation').doNothing())
    .execute()
  const { state } = await transaction
    .updateTable('drift_states')
    .set(row => ({ version: row('version', '+', 1) }))
    .where('operation', '=', operation)
    .returning('state')
    .executeTakeFirstOrThrow()
  return state === '' ? emptyState() : (JSON.parse(state) as OperationState)
}

async function writeState(
  transaction: Transaction<Tables>,
  operation: string,
  state: OperationState,
): Promise<void> {
  await transaction
    .updateTable('drift_states')
    .set({ state: JSON.stringify(state) })
    .where('operation', '=', operation)
    .execute()
}

async function addDay(
  transaction: Transaction<Tables>,
  day: string,
  operation: string,
  tally: Tally,
): Promise<void> {
  await addDayRows(
    transaction,
    dayRows(tally).map(row => Object.assign({ day, operation }, row)),
  )
}

async function addDayRows(transaction: Transaction<Tables>, rows: readonly DayCount[]): Promise<void> {
  if (rows.length === 0) return
  await transaction
    .insertInto('drift_days')
    .values(rows)
    .onConflict(on =>
      on.columns(['day', 'operation', 'field']).doUpdateSet({
        answers: sql`drift_days.answers + excluded.answers`,
        absent: sql`drift_days.absent + excluded.absent`,
      }),
    )
    .execute()
}

/** Rows have one order in all processes, like the operations: transactions then never deadlock. */
function runRows(day: string, runs: RunTallies): DayCount[] {
  return Array.from(runs, ([shop, { answered, failed }]) => ({
    day,
    operation: driftKey('', shop),
    field: RUNS,
    answers: answered + failed,
    absent: failed,
  })).toSorted((a, b) => (a.operation < b.operation ? -1 : 1))
}

/** Answers are in the operation's own row; a field's row has only the requests that failed because of it. */
function dayRows(tally: Tally): { field: string; answers: number; absent: number }[] {
  const fields = new Set([...tally.failed.keys(), ...tally.absent.keys()].filter(field => field !== ''))
  return [
    { field: '', answers: tally.answers, absent: sumOf(tally.failed) },
    { field: ALL_FIELDS, answers: tally.fields, absent: tally.absentFields },
    { field: SILENT_FIELDS, answers: tally.fields, absent: tally.silentFields },
    ...[...fields].slice(0, FIELDS_PER_DAY).map(field => {
      const failed = tally.failed.get(field) ?? 0
      return { field, answers: failed, absent: failed + (tally.absent.get(field) ?? 0) }
    }),
  ]
}

function changeOf(site: string, { operation, field, to, usualShare, share }: OperationTurn) {
  return {
    type: to === 'drifting' ? ('site.drifting' as const) : ('site.recovered' as const),
    before: { share: String(usualShare) },
    after: { site, operation, field: shownField(field), share: String(share) },
    alert: true,
  }
}

/** The share of answers that had a field on a day. */
export function dayShare(answers: number, field: DayCount | undefined): number | null {
  const all = answers + (field?.answers ?? 0)
  return all === 0 ? null : shareOf(all, field?.absent ?? 0)
}
