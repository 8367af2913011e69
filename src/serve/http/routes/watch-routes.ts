// The routes of watches: create, list, read, change and remove them, check now, try a condition, and read their history.
import type { Clock } from '../../../runtime/clock.ts'
import { defineRoute } from '../define-route.ts'
import { Fault } from '#kit/fault'
import { f, field } from '../../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { ruleFields } from '../../../settings/watch-rules/rule-fields.ts'
import type { CatalogStore } from '../../../watch/store/catalog-store.ts'
import { productHistory } from '../../../watch/view/read-products.ts'
import type { HistoryStore } from '../../../watch/store/history-store.ts'
import { HISTORY_COLUMNS, historyRows } from '../../../watch/history/history-table.ts'
import { watchTitle } from '../../../watch/model/watch.ts'
import type { Period } from '../../../watch/model/series-spans.ts'
import {
  changeView,
  historyCells,
  historyView,
  isoTime,
  triedView,
  watchView,
} from '../../../watch/view/view.ts'
import type { WatchActions } from '../../../watch/watch-actions.ts'
import { WATCH_SCOPE, type WatchAccess } from '../../../watch/watch-access.ts'
import { editFields, newWatchFields } from '../../../watch/model/watch-fields.ts'
import { editOf, watchErrors, type WatchInputs } from '../../../watch/watch-input.ts'
import {
  CheckedWatch,
  TriedAlerts,
  Watch,
  WatchHistory,
  WatchPage,
} from '../../../watch/model/watch-schemas.ts'
import type { WatchStore } from '../../../watch/store/watch-store.ts'
import { type WATCH_ID, watchExamples as examples } from './watch-examples.ts'

export const WATCH_TAG = 'watches'
const shared = { tag: WATCH_TAG, scope: [WATCH_SCOPE] }
/** A caller waits so long for a check of many requests. */
const CHECK_WAIT_MS = 20_000

export const limit = f.integer('Maximum number of results', 1, 1_000, 100)

const watchCursor = field(Type.String({ description: '`next` from the previous page' }), (value, name) =>
  /^w_[\w-]{1,40}$/.test(String(value))
    ? { value: String(value) }
    : { error: `${name} must be a cursor from an earlier answer` },
)

interface WatchParts {
  readonly watches: WatchStore
  readonly actions: WatchActions
  readonly inputs: WatchInputs
  readonly clock: Clock
  readonly catalogs: CatalogStore
  readonly history: HistoryStore
}

const listWatches = defineRoute({
  ...shared,
  id: 'watches.list',
  method: 'GET',
  path: '/api/v2/watches',
  summary: 'List watches, page by page',
  description: 'Each watch includes its latest facts and its latest check.',
  answers: { 200: 'A page of watches.' },
  query: { after: watchCursor, limit },
  result: WatchPage,
  rows: 'watches',
  next: 'next',
  example: { result: examples.page },
  async handle({ query, caller }, { watches }: Pick<WatchParts, 'watches'>) {
    const page = await watches.list({ ...query, owners: caller.owners })
    return { watches: page.watches.map(watchView), next: page.next }
  },
})

const createWatch = defineRoute({
  ...shared,
  id: 'watches.create',
  method: 'POST',
  path: '/api/v2/watches',
  summary: 'Watch a product',
  description: 'Pass a product URL, a shop as `catalog`, or any operation with its parameters.',
  answers: { 201: 'The watch.' },
  body: {
    title: 'NewWatch',
    description: 'A watch to create: `url`, `catalog`, or `operation` and `params`',
    fields: newWatchFields,
    exactlyOne: ['url', 'catalog', 'operation'],
  },
  result: Watch,
  example: { body: examples.newWatch, result: examples.created },
  check: ({ body }, errors) => watchErrors(body, errors),
  async handle({ body, caller }, { actions, inputs }: Pick<WatchParts, 'actions' | 'inputs'>) {
    const newWatch = inputs.resolve(body)
    if (!caller.covers(newWatch.operation))
      throw new Fault('key_not_allowed', `the scope of this key does not cover ${newWatch.operation}`)
    return watchView(await actions.add(newWatch, caller))
  },
})

const byId = { ...shared, names: { id: 'Id of the watch' } }
const path: { readonly id: typeof WATCH_ID } = { id: examples.created.id }

const getWatch = defineRoute({
  ...byId,
  id: 'watches.get',
  method: 'GET',
  path: '/api/v2/watches/{id}',
  summary: 'One watch',
  description: 'Includes its latest facts and its latest check.',
  answers: { 200: 'The watch.' },
  result: Watch,
  example: { path, result: examples.checked },
  handle: async ({ path: { id }, caller }, { actions }: Pick<WatchParts, 'actions'>) =>
    watchView(await actions.find(id, caller)),
})

const updateWatch = defineRoute({
  ...byId,
  id: 'watches.update',
  method: 'PATCH',
  path: '/api/v2/watches/{id}',
  summary: 'Change, pause or resume a watch',
  description: 'Only the fields in the body change.',
  answers: { 200: 'The updated watch.' },
  body: {
    title: 'WatchUpdate',
    description: 'Fields to change; the others keep their values',
    fields: editFields,
  },
  result: Watch,
  example: { path, body: examples.update, result: examples.updated },
  async handle({ path: { id }, body, caller }, { actions }: Pick<WatchParts, 'actions'>) {
    const watch = await actions.findToManage(id, caller)
    return watchView(await actions.edit(watch, editOf(body)))
  },
})

const removeWatch = defineRoute({
  ...byId,
  id: 'watches.remove',
  method: 'DELETE',
  path: '/api/v2/watches/{id}',
  summary: 'Remove a watch and its history',
  description: 'Changes that are already in the feed stay there. This cannot be undone.',
  answers: { 204: 'The watch is removed.' },
  example: { path, result: undefined },
  async handle({ path: { id }, caller }, { actions }: Pick<WatchParts, 'actions'>) {
    await actions.remove(await actions.findToManage(id, caller))
  },
})

const checkWatch = defineRoute({
  ...byId,
  id: 'watches.check',
  method: 'POST',
  path: '/api/v2/watches/{id}/check',
  summary: 'Check now, within the rate limits of the site',
  description:
    'Responds when the check has finished. In the sandbox, `simulate` names the fault that the shop simulates in this check, such as `wall` or `replaced`.',
  answers: {
    200: 'The watch after the check. A failed check is reported in `last_check`, not as an error.',
  },
  body: {
    title: 'CheckOptions',
    description: 'How to check; may be omitted',
    fields: { simulate: f.text('A magic word of the sandbox, without `~`; refused for a real shop') },
    isOptional: true,
  },
  result: CheckedWatch,
  example: { path, body: { simulate: 'wall' }, result: examples.checkedNow },
  async handle({ path: { id }, body, caller, signal }, { actions }: Pick<WatchParts, 'actions'>) {
    const watch = await actions.findToManage(id, caller)
    const options = { signal, simulate: body.simulate, waitMs: CHECK_WAIT_MS }
    const checked = await actions.checkNow(watch, caller.key.id || WATCH_SCOPE, options)
    const { changes, isRunning } = checked
    return { ...watchView(checked.watch), changes: changes.map(changeView), running: isRunning }
  },
})

const tryWatch = defineRoute({
  ...byId,
  id: 'watches.try',
  method: 'POST',
  path: '/api/v2/watches/{id}/try',
  summary: 'The alerts that a condition would have sent so far',
  description:
    'Replays the conditions over the history of the watch. Nothing is fetched, changed or sent. Every value of the history counts as confirmed.',
  answers: { 200: 'The alerts, oldest first.' },
  body: {
    title: 'TriedRules',
    description: 'The rules to try; without a field, that of the watch is taken',
    fields: { when: ruleFields.when, cooldown: ruleFields.cooldown },
  },
  result: TriedAlerts,
  example: { path, body: examples.tried, result: examples.triedAlerts },
  async handle({ path: { id }, body, caller }, { actions }: Pick<WatchParts, 'actions'>) {
    const watch = await actions.find(id, caller)
    const { alerts, period, isThinned } = await actions.tryRules(watch, editOf(body))
    return triedView(alerts, period, isThinned)
  },
})

interface HistoryAsked {
  readonly path: { readonly id: string }
  readonly query: {
    readonly from: number | undefined
    readonly to: number | undefined
    readonly series: string | undefined
    readonly spans: 'all' | undefined
    readonly url: string | undefined
  }
  readonly caller: WatchAccess
}

async function readHistory({ path: { id }, query, caller }: HistoryAsked, parts: HistoryParts) {
  const watch = await parts.actions.find(id, caller)
  const period: Period = {
    fromMs: query.from ?? watch.createdAtMs,
    toMs: query.to ?? parts.clock.wallMs(),
  }
  const series = query.series?.split(',').filter(Boolean)
  const history =
    query.url === undefined
      ? await parts.actions.history(watch, period, { series, isWhole: query.spans === 'all' })
      : await productHistory(parts, watch, query.url, period)
  return { watch, period, history }
}

type HistoryParts = Pick<WatchParts, 'actions' | 'clock' | 'catalogs' | 'history'>

const watchHistory = defineRoute({
  ...byId,
  id: 'watches.history',
  method: 'GET',
  path: '/api/v2/watches/{id}/history',
  summary: 'What a watch has seen over time',
  description: 'At most 2,000 spans without `spans=all`; longer histories are downsampled (`thinned`).',
  answers: { 200: 'The history. In CSV, one row per span; in Parquet, one row per span and variant.' },
  query: {
    from: f.time('Start of the period; defaults to the creation of the watch'),
    to: f.time('End of the period; defaults to now'),
    series: f.text('Only these facts, separated by commas: `price,availability`'),
    spans: f.oneOf('`all`: every span, without downsampling', ['all']),
    url: f.text('Of a watch on a catalog: the history of this product'),
  },
  result: WatchHistory,
  rows: 'spans',
  example: { path, result: examples.history },
  check: ({ query: { from, to } }) =>
    from !== undefined && to !== undefined && from > to
      ? [{ name: 'from', in: 'query', message: 'from is after to' }]
      : [],
  async handle(request, parts: HistoryParts) {
    const { watch, history, period } = await readHistory(request, parts)
    return historyView(watch, history, period)
  },
  async table(request, parts: HistoryParts, format) {
    const { watch, history, period } = await readHistory(request, parts)
    const name = `${watch.id}-${isoTime(period.toMs).slice(0, 10)}`
    if (format === 'parquet') {
      const { spans } = historyView(watch, history, period)
      return {
        name,
        columns: HISTORY_COLUMNS,
        rows: historyRows({ ...watch, name: watchTitle(watch) }, spans),
      }
    }
    const { columns, rows } = historyCells(history)
    return { name, columns: columns.map(column => ({ name: column, type: 'text', isList: false })), rows }
  },
})

export const watchRoutes = [
  listWatches,
  createWatch,
  getWatch,
  updateWatch,
  removeWatch,
  checkWatch,
  tryWatch,
  watchHistory,
] as const
