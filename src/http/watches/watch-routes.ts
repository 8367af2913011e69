// The routes of watches: /api/v2/watches, one watch, its check and its history.
import type { Clock } from '../../runtime/clock.ts'
import { invalidParameterFault } from '../../engine/read-params.ts'
import { admitKey, type AdmitParts } from '../admit.ts'
import { acceptsCsv, TABLE_TYPES, type TableFormat, takeFormat } from '../csv-answer.ts'
import type { Exchange } from '../exchange.ts'
import { parseQueryParams } from '../operation-handler.ts'
import { readBody } from '../read-body.ts'
import { disconnectedSignal } from '../inner-call.ts'
import { endResponse, sendJson } from '../respond.ts'
import type { Route } from '../route.ts'
import { Fault, type ParameterError } from '../../kit/fault.ts'
import { isInScope } from '../../state/key-record.ts'
import { BYTE_ORDER_MARK } from '../../table/csv.ts'
import { parquetBytes } from '../../table/parquet-file.ts'
import type { Period } from '../../watch/series-spans.ts'
import { HISTORY_COLUMNS, historyRows } from '../../watch/history-table.ts'
import { f, readFields } from '../../kit/fields.ts'
import { ruleFields } from '../../rules/rule-fields.ts'
import { changeView, historyCsv, historyView, iso, triedView, watchView } from '../../watch/view.ts'
import type { WatchActions } from '../../watch/watch-actions.ts'
import { editFields, editOf, type WatchInput, type WatchInputs } from '../../watch/watch-input.ts'
import { accessOf, WATCH_SCOPE, type WatchAccess } from '../../watch/watch-access.ts'
import type { WatchEdit, WatchStore } from '../../watch/watch-store.ts'

const PATH = '/api/v2/watches'
const NO_STORE = ['cache-control', 'private, no-store'] as const
/** A caller waits so long for a check of many requests. */
const CHECK_WAIT_MS = 20_000
const LIST_DEFAULT = 100
const LIST_MAX = 1_000

export interface WatchRouteParts extends AdmitParts {
  readonly watches: WatchStore
  readonly actions: WatchActions
  readonly inputs: WatchInputs
  readonly clock: Clock
}

export function watchRoutes(parts: WatchRouteParts): Route[] {
  const { watches, actions, inputs } = parts
  const admit = (exchange: Exchange) => admitWatches(parts, exchange)
  return [
    {
      path: PATH,
      methods: ['GET', 'HEAD', 'POST'],
      admit,
      async handle(exchange) {
        if (exchange.request.method === 'POST') {
          const newWatch = inputs.read(bodyOf(exchange))
          throwIfOutOfScope(exchange, newWatch.operation)
          const watch = await actions.add(newWatch, accessOfCaller(exchange))
          return sendJson(exchange, 201, watchView(watch), [...NO_STORE, 'location', `${PATH}/${watch.id}`])
        }
        const { after, limit } = readPage(exchange)
        const page = await watches.list({ after, limit, owners: accessOfCaller(exchange).owners })
        sendJson(exchange, 200, { watches: page.watches.map(watchView), next: page.next }, NO_STORE)
      },
    },
    {
      path: `${PATH}/:id`,
      methods: ['GET', 'HEAD', 'PATCH', 'DELETE'],
      admit,
      handle: exchange => answerOne(exchange, parts),
    },
    {
      path: `${PATH}/:id/check`,
      methods: ['POST'],
      admit,
      async handle(exchange) {
        const signal = disconnectedSignal(exchange)
        const caller = exchange.key?.id ?? WATCH_SCOPE
        const watch = await actions.findToManage(idOf(exchange), accessOfCaller(exchange))
        const options = { signal, simulate: readSimulate(exchange), waitMs: CHECK_WAIT_MS }
        const { changes, isRunning, watch: checked } = await actions.checkNow(watch, caller, options)
        const view = { ...watchView(checked), changes: changes.map(changeView), running: isRunning }
        sendJson(exchange, 200, view, NO_STORE)
      },
    },
    {
      path: `${PATH}/:id/try`,
      methods: ['POST'],
      admit,
      async handle(exchange) {
        const watch = await actions.find(idOf(exchange), accessOfCaller(exchange))
        const { alerts, period, isThinned } = await actions.tryRules(watch, readTried(exchange))
        sendJson(exchange, 200, triedView(alerts, period, isThinned), NO_STORE)
      },
    },
    {
      path: `${PATH}/:id/history`,
      methods: ['GET', 'HEAD'],
      admit,
      handle: exchange => answerHistory(exchange, parts),
    },
  ]
}

/** Counts against the rate limit. Checks count against the quota of the watch's owner, see owned-check.ts. */
export async function admitWatches(parts: AdmitParts, exchange: Exchange): Promise<void> {
  await admitKey(parts, exchange, false)
  if (exchange.key && isInScope(exchange.key, WATCH_SCOPE)) return
  throw new Fault('key_not_allowed', `the scope of this key does not cover ${WATCH_SCOPE}`)
}

function readEdit(given: WatchInput): WatchEdit {
  const { values, errors } = readFields(editFields, given)
  if (errors.length > 0) throw invalidParameterFault(errors)
  return editOf(values)
}

async function answerOne(exchange: Exchange, { watches, actions }: WatchRouteParts): Promise<void> {
  const { method } = exchange.request
  const access = accessOfCaller(exchange)
  if (method !== 'PATCH' && method !== 'DELETE') {
    return sendJson(exchange, 200, watchView(await actions.find(idOf(exchange), access)), NO_STORE)
  }
  const watch = await actions.findToManage(idOf(exchange), access)
  if (method === 'PATCH') {
    const edited = await actions.edit(watch, readEdit(bodyOf(exchange)))
    return sendJson(exchange, 200, watchView(edited), NO_STORE)
  }
  await watches.remove(watch.id)
  endResponse(exchange, 204, [...NO_STORE])
}

export function accessOfCaller({ key }: Exchange): WatchAccess {
  // Every route has been admitted with a key.
  if (!key) throw new Fault('missing_key', 'send your key in the header x-api-key')
  return accessOf(key)
}

function throwIfOutOfScope({ key }: Exchange, operation: string): void {
  if (key && isInScope(key, operation)) return
  throw new Fault('key_not_allowed', `the scope of this key does not cover ${operation}`)
}

function readSimulate(exchange: Exchange): unknown {
  if (exchange.body.length === 0) return undefined
  const given = bodyOf(exchange)
  const { values, errors } = readFields({ simulate: f.text('') }, given)
  if (errors.length > 0) throw invalidParameterFault(errors)
  return values.simulate
}

/** The rules that a replay can take; without them, those of the watch are replayed. */
const TRIED = { when: ruleFields.when, cooldown: ruleFields.cooldown }

function readTried(exchange: Exchange): WatchEdit {
  const { values, errors } = readFields(TRIED, bodyOf(exchange))
  if (errors.length > 0) throw invalidParameterFault(errors)
  return editOf(values)
}

async function answerHistory(exchange: Exchange, { actions, clock }: WatchRouteParts): Promise<void> {
  const { request } = exchange
  const { given, format } = takeFormat(parseQueryParams(request.url ?? ''))
  const values = readQuery(given, ['from', 'to', 'series'])
  const watch = await actions.find(idOf(exchange), accessOfCaller(exchange))
  const period: Period = {
    fromMs: readTime(values, 'from') ?? watch.createdAtMs,
    toMs: readTime(values, 'to') ?? clock.wallMs(),
  }
  if (period.fromMs > period.toMs) throw invalid('from', 'from is after to')
  const series = values.get('series')?.split(',').filter(Boolean)
  const history = await actions.history(watch, period, series)
  const wanted = format ?? (acceptsCsv(request.headers.accept) ? 'csv' : 'json')
  if (wanted === 'json') return sendJson(exchange, 200, historyView(watch, history, period), NO_STORE)
  const body =
    wanted === 'parquet'
      ? parquetBytes(HISTORY_COLUMNS, [...historyRows(watch, history)])
      : Buffer.from(`${wanted === 'csv-excel' ? BYTE_ORDER_MARK : ''}${historyCsv(history)}`)
  sendTable(exchange, wanted, body, `${watch.id}-${iso(period.toMs).slice(0, 10)}`)
}

/** A table as a file with a name. */
export function sendTable(exchange: Exchange, format: TableFormat, body: Buffer, name: string): void {
  const ending = format === 'parquet' ? 'parquet' : 'csv'
  endResponse(
    exchange,
    200,
    [
      'content-type',
      TABLE_TYPES[format],
      'content-length',
      String(body.length),
      ...NO_STORE,
      'content-disposition',
      `inline; filename="${name}.${ending}"`,
    ],
    body,
  )
}

function readPage({ request }: Exchange): { after: string | undefined; limit: number } {
  const values = readQuery(parseQueryParams(request.url ?? ''), ['after', 'limit'])
  return { after: values.get('after'), limit: readLimit(values, LIST_DEFAULT, LIST_MAX) }
}

export function readLimit(values: ReadonlyMap<string, string>, usual: number, max: number): number {
  const text = values.get('limit')
  if (text === undefined) return usual
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > max)
    throw invalid('limit', `limit must be a whole number from 1 to ${max}`)
  return limit
}

export function readQuery(
  given: readonly { readonly name: string; readonly value: unknown }[],
  accepted: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of given) {
    if (!accepted.includes(name))
      throw invalidParameterFault([
        { name, in: 'query', message: `${name} is not a parameter here`, accepted },
      ])
    if (values.has(name)) throw invalid(name, `${name} is given twice`)
    if (value !== '') values.set(name, String(value))
  }
  return values
}

function readTime(values: ReadonlyMap<string, string>, name: string): number | undefined {
  const text = values.get(name)
  if (text === undefined) return undefined
  // A time without a zone is UTC; Date.parse would take that of the machine.
  const time = text.slice('2027-01-31'.length)
  const ms = Date.parse(time === '' || /(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? text : `${text}Z`)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(ms))
    throw invalid(name, `${name} must be a time such as 2027-01-31 or 2027-01-31T08:00:00Z`)
  return ms
}

export function invalid(name: string, message: string): Fault {
  const error: ParameterError = { name, in: 'query', message }
  return invalidParameterFault([error])
}

export function idOf({ pathParams }: Exchange): string {
  return pathParams.id ?? ''
}

function bodyOf({ body, request }: Exchange): WatchInput {
  return Object.fromEntries(readBody(body, request.headers).map(({ name, value }) => [name, value]))
}
