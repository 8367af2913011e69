// Records checks: the watch, its spans, its changes and their deliveries, all or nothing.
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../store/database.ts'
import { saveState, writeFinished } from './catalog-store.ts'
import { finishRun } from '../lists/finish-run.ts'
import type { FailedCheck, ReadList, CheckRecord } from '../lists/check-result.ts'
import { type CheckPlan, planCheck } from './check-plan.ts'
import { decide, decideCatalog, type Decision, rulesOf } from '../decide/decide.ts'
import type { Change } from '../decide/changes.ts'
import { createFeed } from '../feed/change-log.ts'
import { createHistoryStore, type HistoryStore, readPriceHistory } from './history-store.ts'
import type { Check } from '../model/knowledge.ts'
import { historyNeeds } from '../decide/evaluate.ts'
import type { PressureOf } from './site-pressure.ts'
import type { WatchTables } from '../model/watch-tables.ts'
import { subjectOf } from '../../settings/watch-rules/condition.ts'
import { neverMetReason, otherCurrencyReason } from '../watch-conditions.ts'
import { type Watch, watchFromRow } from '../model/watch.ts'
import { settleTimes, STEP_MS } from './settle-times.ts'
import { type CheckWriter, createCheckWriter } from './check-writer.ts'

export interface CheckStore {
  /**
   * Records a check of the watch as it was when the check began, and returns its changes, which are in the feed then.
   * Writes nothing and returns undefined if another check was recorded since, or if the watch was removed.
   */
  record(watch: Watch, result: CheckRecord): Promise<readonly Change[] | undefined>
}

interface Parts {
  readonly query: Kysely<WatchTables>
  readonly history: HistoryStore
  readonly writer: CheckWriter
  readonly pressureOf: PressureOf
  readonly historyDays: number
}

const DAY_MS = 86_400_000

/** `pressureOf`: for watches that learn their interval. `historyDays`: how long the prices of a list are kept by default. */
export function createCheckStore(
  database: Database<unknown>,
  pressureOf: PressureOf = () => Promise.resolve(0),
  historyDays = 365,
): CheckStore {
  const query = database.query.withTables<WatchTables>()
  const feed = createFeed(database)
  const writer = createCheckWriter(database, feed)
  const parts = { query, history: createHistoryStore(database), writer, pressureOf, historyDays }
  return {
    async record(watch, result) {
      const isAhead = (watch.checkedAtMs ?? 0) > result.atMs + STEP_MS
      for (let current = isAhead ? await settleTimes(query, watch, result.atMs) : watch; ; ) {
        const plan = await recordOnce(parts, current, result)
        if (plan && plan.changes.length > 0) await feed.publish()
        if (plan) return plan.changes.map(({ change }) => change)
        // An edit during the check counts for this check too.
        const now = await readWatch(query, watch.id)
        if (now?.checkSeq !== watch.checkSeq || now.revision === current.revision) return undefined
        current = now
      }
    },
  }
}

/** Plans what is recorded of a check: what is known of the watch decides what the result means. */
async function recordOnce(parts: Parts, watch: Watch, result: CheckRecord): Promise<CheckPlan | undefined> {
  // Checks of a watch have strictly increasing times, even if the clocks of replicas differ a little.
  const check = { ...result, atMs: Math.max(result.atMs, (watch.checkedAtMs ?? 0) + 1) }
  // All is read before the transaction, which holds the only connection of SQLite.
  const pressure = watch.isAuto ? await parts.pressureOf(watch.site) : 0
  const decided =
    check.kind === 'list' ? await decideList(parts, watch, check) : await decideOne(parts, watch, check)
  if (!decided) return undefined
  const { facts } = decided.decision.knowledge
  // An older release accepted conditions that are never met; which currency a page has is not known when it is added.
  const why = watch.when ? (neverMetReason(watch) ?? otherCurrencyReason(watch, facts)) : undefined
  const detail = decided.decision.detail ?? why ?? null
  const plan = planCheck(watch, { ...decided.decision, detail }, check, { nowMs: result.atMs, pressure })
  const isWritten = await (decided.writeCatalog
    ? writeWith(parts, plan, decided.writeCatalog)
    : parts.writer.write(plan))
  return isWritten ? plan : undefined
}

interface DecidedCheck {
  readonly decision: Decision
  /** What becomes of the watched catalog with the check; false if it is not what it was. */
  readonly writeCatalog?: ((transaction: Transaction<WatchTables>) => Promise<boolean>) | undefined
}

async function decideOne(
  { history }: Parts,
  watch: Watch,
  check: Check | FailedCheck,
): Promise<DecidedCheck> {
  const conditioned = rulesOf(watch)
  // Offers may lack a price until a shop has one; a page that is watched for its price may not.
  const needsPrice =
    watch.operation === 'general.product' && conditioned.conditions.some(one => subjectOf(one) === 'price')
  const rules = { ...conditioned, needsPrice }
  // A fault is held against no price.
  const isFault = check.kind === 'fault'
  const prices = isFault ? {} : await readPriceHistory(history, watch, rules.conditions, check.atMs)
  const decision = decide(watch.knowledge, check, prices, rules)
  const catalog = 'catalog' in check ? check.catalog : undefined
  if (!catalog) return { decision }
  return { decision, writeCatalog: async query => Boolean(await saveState(query, watch.id, catalog)) }
}

async function decideList(
  { history, historyDays }: Parts,
  watch: Watch,
  check: ReadList,
): Promise<DecidedCheck | undefined> {
  const rules = rulesOf(watch)
  const looksBack = Object.keys(historyNeeds(rules.conditions, {})).length > 0
  const [outcomes] = looksBack ? await history.spans(watch, { fromMs: 0, toMs: check.atMs }, []) : []
  const keptFromMs = check.atMs - (watch.keepDays ?? historyDays) * DAY_MS
  const checkSeq = watch.checkSeq + 1
  const lastFacts = watch.knowledge.facts
  const finished = finishRun(check, { rules, lastFacts, outcomes, checkSeq, keptFromMs })
  if (!finished) return undefined
  const decision = decideCatalog(watch.knowledge, finished, rules)
  return { decision, writeCatalog: transaction => writeFinished(transaction, watch.id, finished) }
}

/** The watch was edited, or its catalog read on by another process, while it was recorded. */
class Superseded extends Error {}

/** The check together with what its catalog is now; false if either is not what it was. */
async function writeWith(
  { query, writer }: Parts,
  plan: CheckPlan,
  writeCatalog: (transaction: Transaction<WatchTables>) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await query.transaction().execute(async transaction => {
      if (!(await writeCatalog(transaction))) throw new Superseded()
      if (!(await writer.writeIn(transaction, plan))) throw new Superseded()
      return true
    })
  } catch (error) {
    if (error instanceof Superseded) return false
    throw error
  }
}

async function readWatch(query: Kysely<WatchTables>, id: string): Promise<Watch | undefined> {
  const row = await query.selectFrom('watches').selectAll().where('id', '=', id).executeTakeFirst()
  return row && watchFromRow(row)
}
