// Adds a delivery for every endpoint that subscribes to a change, in SQLite. PostgreSQL does it in `publish_changes`, by the same rule.
import { sql, type SqlBool } from 'kysely'
import { isTold } from '../../store/is-told.ts'
import type { RowStatement } from '../../store/row-statements.ts'
import type { ChangeType } from '../model/change-types.ts'

/** Not alerts, but worth knowing to who asks for them by name. */
export const NOTICES: readonly ChangeType[] = [
  'watch.failing',
  'watch.recovered',
  'product.gone',
  'product.back',
  'product.replaced',
]
/** Everybody who names no types hears of these: a watch that sees nothing alerts nobody. */
export const HEALTH: readonly ChangeType[] = ['watch.failing', 'watch.recovered']

const isOneOf = (types: readonly ChangeType[]) => `change.type IN ('${types.join("', '")}')`

const IS_TOLD = isTold({ isNotice: isOneOf(NOTICES), isHealth: isOneOf(HEALTH) })

/** Deliveries are added in the transaction of the changes, so that no endpoint misses one. They are not counted in the feed yet. */
export const addDeliveries: RowStatement = {
  table: 'deliveries',
  build: query =>
    query
      .insertInto('deliveries')
      .columns(['webhook_id', 'change_id', 'created_at'])
      .expression(
        query
          .selectFrom('changes as change')
          .innerJoin('webhooks as webhook', join => join.onTrue())
          .leftJoin('watches as watch', 'watch.id', 'change.watch_id')
          .select(['webhook.id as webhook_id', 'change.id as change_id', 'change.at as created_at'])
          .where('change.id', '>', query.selectFrom('feed').select('last_id'))
          .where(sql.raw<SqlBool>(IS_TOLD)),
      ),
}
