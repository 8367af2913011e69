// Actions on watches, shared by HTTP and the command line: add, check now, read the history.
import type { Clock } from '../runtime/clock.ts'
import { invalidParameterFault } from '../answer/request/read-params.ts'
import { Fault } from '#kit/fault'
import { type FirstPage, throwIfUnanswered } from './lists/catalog-rules.ts'
import { type FileWatches, throwIfOfFile, throwIfShopOff } from './file-watches.ts'
import type { CheckStore } from './store/check-store.ts'
import type { Checker } from './check/checker.ts'
import { mergeHistory, type MergedHistory } from './history/history.ts'
import type { Period } from './model/series-spans.ts'
import type { HistoryStore, StoredChange } from './store/history-store.ts'
import { CATALOG_OPERATION, type NewWatch, OPERATOR, type Watch, targetOfVariant } from './model/watch.ts'
import type { VariantChoice } from '../settings/watch-rules/variant.ts'
import { throwIfNeverMet } from './watch-conditions.ts'
import { mayRead, OPERATOR_ACCESS, throwIfUnmanageable, type WatchAccess } from './watch-access.ts'
import { KEY_REVOKED, revokedOwnerFault } from './check/owned-request.ts'
import { REPLAYED_SERIES, replayCondition, type ReplayedAlert } from './decide/replay-condition.ts'
import { rulesOf } from './decide/decide.ts'
import { simulatedParams, type SimulationParts } from './check/simulated-check.ts'
import type { WatchEdit, WatchStore } from './store/watch-store.ts'
import type { WebhookStore } from './alerts/webhook-store.ts'

export interface WatchActions {
  /** Throws if the owner already has the same watch, or as many as a key may have. */
  add(newWatch: NewWatch, access?: WatchAccess): Promise<Watch>
  /** Adds many of the operator; one result for each, in their order. */
  addAll(newWatches: readonly NewWatch[]): Promise<({ readonly id: string } | { readonly error: string })[]>
  /** Throws if there is no such watch, or the caller may not read it. */
  find(id: string, access?: WatchAccess): Promise<Watch>
  /** Like `find`; also throws if the caller may not change the watch. */
  findToManage(id: string, access?: WatchAccess): Promise<Watch>
  /** Throws for a watch of the settings file, which is changed there. */
  edit(watch: Watch, edit: WatchEdit): Promise<Watch>
  /** Removes the watch and its history. Throws for one that is in the settings file. */
  remove(watch: Watch): Promise<void>
  /** Checks now, within the site's limits, and returns the updated watch. */
  checkNow(watch: Watch, caller: string, options: CheckNowOptions): Promise<CheckNow>
  history(watch: Watch, period: Period, options?: HistoryOptions): Promise<MergedHistory>
  /** What the watch would have alerted so far with these rules. */
  tryRules(watch: Watch, edit: WatchEdit): Promise<TriedRules>
}

interface HistoryOptions {
  readonly series?: readonly string[] | undefined
  /** Whether the history is returned without downsampling. */
  readonly isWhole?: boolean
}

interface TriedRules {
  readonly alerts: readonly ReplayedAlert[]
  readonly period: Period
  readonly isThinned: boolean
}

interface CheckNowOptions {
  readonly signal: AbortSignal
  /** What a sandbox shop plays. */
  readonly simulate?: unknown
  /** How long the caller waits for a check of many requests. */
  readonly waitMs?: number
}

interface CheckNow {
  readonly watch: Watch
  /** The catalog is long: the schedule goes on with it at once. */
  readonly isRunning: boolean
  readonly changes: readonly StoredChange[]
}

export interface ActionParts extends SimulationParts, FileWatches {
  readonly watches: WatchStore
  readonly checks: CheckStore
  readonly history: HistoryStore
  readonly check: Checker
  readonly clock: Clock
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly watchesPerKey: number
  /** Reads the first page of a shop's list, to see what it states. */
  readonly firstPage: FirstPage
}

export function createWatchActions(parts: ActionParts): WatchActions {
  const { watches, clock } = parts
  async function find(id: string, access = OPERATOR_ACCESS): Promise<Watch> {
    const watch = await watches.find(id)
    if (watch && mayRead(access, watch)) return watch
    throw new Fault('not_found', `there is no watch ${id.slice(0, 40)}`)
  }
  return {
    find,
    async findToManage(id, access = OPERATOR_ACCESS) {
      const watch = await find(id, access)
      throwIfUnmanageable(access, watch)
      return watch
    },
    async edit(watch, edit) {
      throwIfOfFile(parts, watch, false)
      if (watch.pausedBy === KEY_REVOKED && edit.isPaused === false) throw revokedOwnerFault()
      if (edit.isPaused === false) throwIfShopOff(watch)
      if (edit.when !== undefined || edit.variant !== undefined) throwIfNeverMet({ ...watch, ...edit })
      if (watch.operation === CATALOG_OPERATION && edit.when)
        await throwIfUnanswered(parts.firstPage, watch.params, edit.when)
      await throwIfUnknown(parts, edit.notify, watch.owner)
      if (edit.variant !== undefined) await throwIfNoVariant(parts, watch, edit.variant)
      return (await watches.edit(watch.id, edit, clock.wallMs())) ?? watch
    },
    async remove(watch) {
      throwIfOfFile(parts, watch, true)
      await watches.remove(watch.id)
    },
    async add(newWatch, access = OPERATOR_ACCESS) {
      const { owner } = access
      await throwIfExported(parts, newWatch, access)
      await throwIfTooMany(parts, owner)
      if (newWatch.operation === CATALOG_OPERATION)
        await throwIfUnanswered(parts.firstPage, newWatch.params, newWatch.when)
      await throwIfUnknown(parts, newWatch.notify, owner)
      const watch = await watches.add(newWatch, clock.wallMs(), owner)
      if (watch) return watch
      throw alreadyWatchedFault(newWatch, await watches.findByTarget(owner, newWatch.target))
    },
    addAll: newWatches => addAll(parts, newWatches),
    checkNow: (watch, caller, options) => checkNow(parts, find, watch, caller, options),
    async tryRules(watch, edit) {
      throwIfNeverMet({ ...watch, ...edit })
      const period = { fromMs: watch.createdAtMs, toMs: clock.wallMs() }
      const history = mergeHistory(await parts.history.spans(watch, period, REPLAYED_SERIES), period)
      const rules = rulesOf({ ...watch, ...edit, confirm: 1 })
      return { alerts: replayCondition(history, rules), period, isThinned: history.isThinned }
    },
    async history(watch, period, { series, isWhole } = {}) {
      const { gaps } = watch.knowledge.memory
      return mergeHistory(await parts.history.spans(watch, period, series), period, { gaps, isWhole })
    },
  }
}

/** Changes of one check: at most one of each type. A few more, because another check may follow at once. */
const CHANGES_MAX = 50

async function checkNow(
  parts: ActionParts,
  find: (id: string) => Promise<Watch>,
  before: Watch,
  caller: string,
  { signal, simulate, waitMs }: CheckNowOptions,
): Promise<CheckNow> {
  const { watches, checks, clock } = parts
  const played = simulate === undefined ? {} : { params: simulatedParams(parts, before, simulate) }
  const patience = waitMs === undefined ? {} : { sliceMs: waitMs }
  const outcome = await parts.check(before, {
    signal,
    caller,
    maxAgeMs: -1,
    isManual: true,
    ...played,
    ...patience,
  })
  if (outcome.kind === 'paused') throw revokedOwnerFault()
  if (outcome.kind === 'postponed') {
    if (outcome.isRunning !== true)
      throw new Fault('upstream_busy', 'the rate limit of the site allows no check now', {
        retryAfterMs: outcome.byMs,
      })
    await watches.hasten(before.id, clock.wallMs())
    return { watch: await find(before.id), changes: [], isRunning: true }
  }
  // Undefined if another check was recorded meanwhile; that one is as recent.
  const recorded = (await checks.record(before, outcome)) ?? []
  const watch = await find(before.id)
  const newest = { watchId: watch.id, order: 'newest', limit: CHANGES_MAX } as const
  const stored = recorded.length === 0 ? [] : await parts.history.changes(newest)
  const changes = stored.filter(change => change.requestId === outcome.requestId).toReversed()
  return { watch, changes, isRunning: false }
}

/** Only a product page has variants, and each has one watch. */
async function throwIfNoVariant(
  { watches }: ActionParts,
  watch: Watch,
  variant: VariantChoice | null,
): Promise<void> {
  const same = await watches.findByTarget(watch.owner, targetOfVariant(watch, variant))
  const message =
    variant && watch.operation !== 'general.product'
      ? 'variant belongs to a watch of a product page'
      : `variant: ${alreadyWatched(watch, same?.id)}`
  if ((same && same.id !== watch.id) || (variant && watch.operation !== 'general.product'))
    throw invalidParameterFault([{ name: 'variant', in: 'body', message }])
}

async function addAll(parts: ActionParts, newWatches: readonly NewWatch[]) {
  const exported = new Map<NewWatch, Watch>()
  for (const newWatch of newWatches) {
    const same = await findExported(parts, newWatch, OPERATOR_ACCESS)
    if (same) exported.set(newWatch, same)
  }
  const others = newWatches.filter(one => !exported.has(one))
  const additions = (await parts.watches.addAll(others, parts.clock.wallMs())).values()
  return newWatches.map(newWatch => {
    const addition = exported.has(newWatch) ? undefined : additions.next().value
    return addition?.isNew
      ? { id: addition.id }
      : { error: alreadyWatched(newWatch, addition?.id ?? exported.get(newWatch)?.id) }
  })
}

/** The watch of the owner that an export names, if it is still there and the caller may read it. */
async function findExported(
  { watches }: ActionParts,
  { exportedBy, target }: NewWatch,
  access: WatchAccess,
): Promise<Watch | undefined> {
  if (exportedBy === undefined || exportedBy === access.owner || !mayRead(access, { owner: exportedBy }))
    return undefined
  return watches.findByTarget(exportedBy, target)
}

async function throwIfExported(parts: ActionParts, newWatch: NewWatch, access: WatchAccess): Promise<void> {
  const same = await findExported(parts, newWatch, access)
  if (same) throw alreadyWatchedFault(newWatch, same)
}

function alreadyWatchedFault(newWatch: NewWatch, same: Watch | undefined): Fault {
  const message = alreadyWatched(newWatch, same?.id)
  return invalidParameterFault([{ name: newWatch.url === null ? 'params' : 'url', in: 'body', message }])
}

function alreadyWatched({ operation, url }: NewWatch, id: string | undefined): string {
  const single = url === null ? 'this operation with these params' : 'this URL'
  const what = operation === CATALOG_OPERATION ? 'this catalog' : single
  return `${what} is already watched${id === undefined ? '' : ` by ${id}`}`
}

async function throwIfTooMany({ watches, watchesPerKey }: ActionParts, owner: string): Promise<void> {
  if (owner === OPERATOR || !(await watches.hasAtLeast(owner, watchesPerKey))) return
  throw new Fault(
    'key_not_allowed',
    `this key has ${watchesPerKey} watches, the most that limits.watches_per_key allows`,
  )
}

/** A watch whose receivers do not exist would alert nobody. */
async function throwIfUnknown(
  { webhooks, clock }: ActionParts,
  notify: readonly string[] | null | undefined,
  owner: string,
): Promise<void> {
  if (!notify) return
  const receivers = await webhooks.list(clock.wallMs(), [...new Set([OPERATOR, owner])])
  const missing = notify.find(id => !receivers.some(one => one.id === id))
  if (missing !== undefined)
    throw invalidParameterFault([
      { name: 'notify', in: 'body', message: `notify: there is no receiver ${missing}` },
    ])
}
