// Due watches as leased work, partitioned by site.
import { expressionBuilder, sql } from 'kysely'
import type { Database } from '../../store/database.ts'
import { createLeaseTable } from '../../store/queue/lease-table.ts'
import type { WorkQueue } from '../../store/queue/work-queue.ts'
import { AUTO_BOUNDS, BACK_OFF_MAX_MS, LONGEST_TURN } from '../decide/schedule.ts'
import type { WatchTable, WatchTables } from '../model/watch-tables.ts'
import { type Watch, watchFromRow } from '../model/watch.ts'

export function createWatchQueue(database: Database<unknown>): WorkQueue<Watch> {
  const row = expressionBuilder<WatchTables, 'watches'>()
  const everyMs = sql<number>`${row.ref('every_s')} * 1000`
  const isBackedOff = row.and([row('failures', '>', 0), row(everyMs, '<', BACK_OFF_MAX_MS)])
  const intervalMs = row
    .case()
    // Stretched while the site's watches want more than its budget.
    .when('auto', '=', 1)
    .then(sql.lit(AUTO_BOUNDS.mostS * 1000))
    .when(isBackedOff)
    .then(sql.lit(BACK_OFF_MAX_MS))
    .else(everyMs)
    .end()
  return createLeaseTable<WatchTable, Watch>({
    database,
    table: 'watches',
    partition: 'site',
    isActive: row('paused', '=', sql.lit(0)),
    // A second for rounding.
    longestWaitMs: sql<number>`${intervalMs} * ${sql.lit(LONGEST_TURN)} + 1000`,
    itemOf: watchFromRow,
  })
}
