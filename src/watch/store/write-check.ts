// Writes what a check changes, one check at a time. PostgreSQL has a faster way for many (postgres-check-writer.ts).
import type { Kysely, Transaction } from 'kysely'
import type { CheckPlan } from '../check/check-plan.ts'
import { OUTCOME_SERIES } from '../history/history.ts'
import type { WatchTable, WatchTables } from './tables.ts'

/** The columns that a check sets. Facts and the time of the last success are left out where they stay as they are. */
export function checkedColumns({ watch, decision, requestId, atMs, next }: CheckPlan) {
  const { knowledge, outcome, detail } = decision
  const areSame = JSON.stringify(knowledge.facts) === JSON.stringify(watch.knowledge.facts)
  return {
    check_seq: watch.checkSeq + 1,
    checked_at: atMs,
    ...(outcome === 'ok' ? { ok_at: atMs } : {}),
    outcome,
    detail: detail?.slice(0, 500) ?? null,
    request_id: requestId,
    ...(areSame ? {} : { facts: JSON.stringify(knowledge.facts) }),
    is_gone: knowledge.isGone ? 1 : 0,
    is_failing: knowledge.isFailing ? 1 : 0,
    failures: knowledge.failures,
    // Without the last two, a replica of 0.3.0 that checks the watch during an upgrade would take values for newly kept.
    memory: JSON.stringify({ ...knowledge.memory, checks: 1, bound: 1 }),
    every_s: next.everyS,
    due_at: next.dueAtMs,
    leased_until: 0,
  } satisfies Partial<WatchTable>
}

/** False if another check was recorded first, or the watch was edited. */
export async function updateWatch(query: Kysely<WatchTables>, plan: CheckPlan): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('watches')
    .set(checkedColumns(plan))
    .where('id', '=', plan.watch.id)
    .where('check_seq', '=', plan.watch.checkSeq)
    .where('revision', '=', plan.watch.revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Far below the maximum number of parameters of a statement. */
const BATCH_ROWS = 200

export async function writeSpans(transaction: Transaction<WatchTables>, plan: CheckPlan): Promise<void> {
  const { atMs } = plan
  const { id } = plan.watch
  const { closed, opened, between } = plan.spans
  for (const { series, lastSeenMs } of closed) {
    for (let from = 0; from < series.length; from += BATCH_ROWS) {
      await transaction
        .updateTable('watch_spans')
        .set({ last_seen: lastSeenMs, ended: atMs })
        .where('watch_id', '=', id)
        .where('series', 'in', series.slice(from, from + BATCH_ROWS))
        .where('ended', 'is', null)
        .execute()
    }
  }
  if (between) {
    const times = { first_seen: between.fromMs, last_seen: atMs, ended: atMs }
    await transaction
      .insertInto('watch_spans')
      .values({ watch_id: id, series: OUTCOME_SERIES, value: between.outcome, ...times })
      .execute()
  }
  for (let from = 0; from < opened.length; from += BATCH_ROWS) {
    const rows = opened.slice(from, from + BATCH_ROWS).map(({ series, value }) => ({
      watch_id: id,
      series,
      value,
      first_seen: atMs,
      last_seen: null,
      ended: null,
    }))
    await transaction.insertInto('watch_spans').values(rows).execute()
  }
}
