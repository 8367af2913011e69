// The usage store in the embedded database.
import { type Kysely, sql } from 'kysely'
import type { SqliteTables } from '../migrations/migrations.ts'
import type { UsageRow, UsageStore } from '../usage-store.ts'

/** A statement may have 32,766 parameters. */
const BATCH_ROWS = 500

export function sqliteUsage(query: Kysely<SqliteTables>): UsageStore {
  return {
    async add(rows) {
      await query.transaction().execute(async transaction => {
        for (let from = 0; from < rows.length; from += BATCH_ROWS) {
          await transaction
            .insertInto('usage')
            .values(rows.slice(from, from + BATCH_ROWS).map(tableRowOf))
            .onConflict(on =>
              on.columns(['key_id', 'day', 'operation', 'outcome', 'cache']).doUpdateSet({
                calls: sql`calls + excluded.calls`,
                counted: sql`counted + excluded.counted`,
              }),
            )
            .execute()
        }
      })
    },
    async countedIn(keyId, month) {
      const row = await query
        .selectFrom('usage')
        .select(({ fn }) => fn.sum<number | null>('counted').as('total'))
        .where('key_id', '=', keyId)
        .where('day', '>=', `${month}-01`)
        .where('day', '<=', `${month}-31`)
        .executeTakeFirstOrThrow()
      return row.total ?? 0
    },
    async read({ keyId, from, to }) {
      let selection = query
        .selectFrom('usage')
        .select(['day', 'key_id as keyId', 'operation', 'outcome', 'cache', 'calls', 'counted'])
        .orderBy('day')
        .orderBy('key_id')
        .orderBy('operation')
        .orderBy('outcome')
        .orderBy('cache')
      if (keyId !== undefined) selection = selection.where('key_id', '=', keyId)
      if (from !== undefined) selection = selection.where('day', '>=', from)
      if (to !== undefined) selection = selection.where('day', '<=', to)
      return selection.execute()
    },
  }
}

function tableRowOf(row: UsageRow): SqliteTables['usage'] {
  const { day, keyId, operation, outcome, cache, calls, counted } = row
  return { day, key_id: keyId, operation, outcome, cache, calls, counted }
}
