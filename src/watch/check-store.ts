// Records checks: the watch, its spans, its changes and their deliveries, all or nothing.
import type { Kysely } from 'kysely'
import type { Database } from '../state/database.ts'
import { type CatalogCheck, finishRun } from './catalog/finish-run.ts'
import { type CheckPlan, hasNothingNew, planCheck, type WriteCheck } from './check-plan.ts'
import { decide, decideCatalog } from './decide.ts'
import { createFeed, type Feed, type RecordedChange } from './feed.ts'
import { createHistoryStore, type HistoryStore } from './history-store.ts'
import type { Check } from './knowledge.ts'
import { createPostgresCheckWriter } from './postgres-check-writer.ts'
import { readPriceHistory } from './price-history.ts'
import { rulesOf } from './rules.ts'
import type { PressureOf } from './site-pressure.ts'
import type { WatchTables } from './tables.ts'
import { type Watch, watchOf } from './watch.ts'
import { updateWatch, writeSpans } from './write-check.ts'

export interface CheckStore {
  /**
   * Records a check of the watch as it was when the check began, and returns the changes with their ids in the feed.
   * Writes nothing and returns undefined if another check was recorded since, or if the watch was removed.
   */
  record(watch: Watch, check: Check | CatalogCheck): Promise<readonly RecordedChange[] | undefined>
}

interface Parts {
  readonly query: Kysely<WatchTables>
  readonly history: HistoryStore
  readonly feed: Feed
  readonly write: WriteCheck
  readonly pressureOf: PressureOf
}

/** `pressureOf`: for watches that learn their interval. */
export function createCheckStore(
  database: Database<unknown>,
  pressureOf: PressureOf = () => Promise.resolve(0),
): CheckStore {
  const query = database.query.withTables<WatchTables>()
  const feed = createFeed(database)
  const isPostgres = database.dialect === 'postgres'
  const write = isPostgres ? createPostgresCheckWriter(query) : createWriter(query, feed)
  const parts = { query, history: createHistoryStore(database), feed, write, pressureOf }
  return {
    async record(watch, given) {
      for (let current = watch; ; ) {
        const plan =
          'catalog' in given
            ? await recordCatalog(parts, current, given)
            : await recordOnce(parts, current, given)
        if (plan) return published(feed, plan)
        // An edit during the check counts for this check too.
        const now = await readWatch(query, watch.id)
        if (now?.checkSeq !== watch.checkSeq || now.revision === current.revision) return undefined
        current = now
      }
    },
  }
}

async function published(feed: Feed, { changes }: CheckPlan): Promise<readonly RecordedChange[]> {
  if (changes.length === 0) return []
  await feed.publish()
  return feed.withIds(changes)
}

function createWriter(query: Kysely<WatchTables>, feed: Feed): WriteCheck {
  return plan => {
    if (hasNothingNew(plan)) return updateWatch(query, plan)
    return query.transaction().execute(async transaction => {
      if (!(await updateWatch(transaction, plan))) return false
      await writeSpans(transaction, plan)
      await feed.append(transaction, plan.changes)
      return true
    })
  }
}

/** Checks of a watch have strictly increasing times, even if the clock was set back. */
function afterLastCheck<C extends { readonly atMs: number }>(watch: Watch, check: C): C {
  return { ...check, atMs: Math.max(check.atMs, (watch.checkedAtMs ?? 0) + 1) }
}

async function recordOnce(
  { history, write, pressureOf }: Parts,
  watch: Watch,
  given: Check,
): Promise<CheckPlan | undefined> {
  const check = afterLastCheck(watch, given)
  const rules = rulesOf(watch)
  const prices = await readPriceHistory(history, watch, rules.conditions, check.atMs)
  const decision = decide(watch.knowledge, check, prices, rules)
  const pressure = watch.isAuto ? await pressureOf(watch.site) : 0
  const plan = planCheck(watch, decision, check, { nowMs: given.atMs, pressure })
  return (await write(plan)) ? plan : undefined
}

/** The watch was edited while its catalogue was recorded. */
class Superseded extends Error {}

/** Like `recordOnce`, for a catalogue that was read to its end. */
async function recordCatalog(
  { query, feed, pressureOf }: Parts,
  watch: Watch,
  given: CatalogCheck,
): Promise<CheckPlan | undefined> {
  // Read before the transaction, which holds the only connection of SQLite.
  const pressure = watch.isAuto ? await pressureOf(watch.site) : 0
  const check = afterLastCheck(watch, given)
  try {
    return await query.transaction().execute(async transaction => {
      const finished = await finishRun(transaction, watch.id, check, watch.knowledge.facts)
      if (!finished) return undefined
      const decision = decideCatalog(watch.knowledge, finished)
      const plan = planCheck(watch, decision, check, { nowMs: given.atMs, pressure })
      if (!(await updateWatch(transaction, plan))) throw new Superseded()
      await writeSpans(transaction, plan)
      await feed.append(transaction, plan.changes)
      return plan
    })
  } catch (error) {
    if (error instanceof Superseded) return undefined
    throw error
  }
}

async function readWatch(query: Kysely<WatchTables>, id: string): Promise<Watch | undefined> {
  const row = await query.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst()
  return row && watchOf(row)
}
