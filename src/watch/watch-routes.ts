// The routes of watches: /api/v2/watches, one watch, its check and its history.
import type { Clock } from '../clock.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import { admitKey, type AdmitParts } from '../http/admit.ts'
import { acceptsCsv, takeFormat } from '../http/csv-answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { parseQueryParams } from '../http/operation-handler.ts'
import { readBody } from '../http/read-body.ts'
import { endResponse, sendJson } from '../http/respond.ts'
import type { Route } from '../http/route.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import { isInScope } from '../state/key-record.ts'
import type { Period } from './history.ts'
import { changeView, historyCsv, historyView, iso, watchView } from './view.ts'
import type { WatchActions } from './watch-actions.ts'
import type { WatchInput, WatchInputs } from './watch-input.ts'
import type { WatchStore } from './watch-store.ts'

/** The key scope that allows creating and reading watches. */
const WATCH_SCOPE = 'watches'
const PATH = '/api/v2/watches'
const NO_STORE = ['cache-control', 'private, no-store'] as const
const LIST_DEFAULT = 100
const LIST_MAX = 1_000

export interface WatchRouteParts extends AdmitParts {
  readonly watches: WatchStore
  readonly actions: WatchActions
  readonly inputs: WatchInputs
  readonly clock: Clock
}

export function watchRoutes(parts: WatchRouteParts): Route[] {
  const { watches, actions, inputs, clock } = parts
  const admit = (exchange: Exchange) => admitWatches(parts, exchange)
  return [
    {
      path: PATH,
      methods: ['GET', 'HEAD', 'POST'],
      admit,
      async handle(exchange) {
        if (exchange.request.method === 'POST') {
          const watch = await actions.add(inputs.read(bodyOf(exchange)))
          return sendJson(exchange, 201, watchView(watch), [...NO_STORE, 'location', `${PATH}/${watch.id}`])
        }
        const { after, limit } = readPage(exchange)
        const page = await watches.list({ after, limit })
        sendJson(exchange, 200, { watches: page.watches.map(watchView), next: page.next }, NO_STORE)
      },
    },
    {
      path: `${PATH}/:id`,
      methods: ['GET', 'HEAD', 'PATCH', 'DELETE'],
      admit,
      async handle(exchange) {
        const watch = await actions.find(idOf(exchange))
        switch (exchange.request.method) {
          case 'PATCH': {
            const edited = await watches.edit(watch.id, inputs.readEdit(bodyOf(exchange)), clock.wallMs())
            return sendJson(exchange, 200, watchView(edited ?? watch), NO_STORE)
          }
          case 'DELETE':
            await watches.remove(watch.id)
            return endResponse(exchange, 204, [...NO_STORE])
          default:
            return sendJson(exchange, 200, watchView(watch), NO_STORE)
        }
      },
    },
    {
      path: `${PATH}/:id/check`,
      methods: ['POST'],
      admit: exchange => admitWatches(parts, exchange, true),
      async handle(exchange) {
        const disconnected = new AbortController()
        exchange.response.once('close', () => disconnected.abort())
        const caller = exchange.key?.id ?? WATCH_SCOPE
        const { watch, changes } = await actions.checkNow(idOf(exchange), caller, disconnected.signal)
        sendJson(exchange, 200, { ...watchView(watch), changes: changes.map(changeView) }, NO_STORE)
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

/** Reading counts against the rate limit; a check also counts against the monthly quota, like any request. */
export async function admitWatches(parts: AdmitParts, exchange: Exchange, takesQuota = false): Promise<void> {
  await admitKey(parts, exchange, takesQuota)
  if (exchange.key && isInScope(exchange.key, WATCH_SCOPE)) return
  throw new Fault('key_not_allowed', `the scope of this key does not cover ${WATCH_SCOPE}`)
}

async function answerHistory(exchange: Exchange, { actions, clock }: WatchRouteParts): Promise<void> {
  const { request } = exchange
  const { given, format } = takeFormat(parseQueryParams(request.url ?? ''))
  const values = readQuery(given, ['from', 'to', 'series'])
  const watch = await actions.find(idOf(exchange))
  const period: Period = {
    fromMs: readTime(values, 'from') ?? watch.createdAtMs,
    toMs: readTime(values, 'to') ?? clock.wallMs(),
  }
  if (period.fromMs > period.toMs) throw invalid('from', 'from is after to')
  const series = values.get('series')?.split(',').filter(Boolean)
  const history = await actions.history(watch, period, series)
  const isCsv = format === undefined ? acceptsCsv(request.headers.accept) : format === 'csv'
  if (!isCsv) return sendJson(exchange, 200, historyView(watch, history, period), NO_STORE)
  const body = Buffer.from(historyCsv(history))
  const type = [
    'content-type',
    'text/csv; charset=utf-8; header=present',
    'content-length',
    String(body.length),
  ]
  const name = `${watch.id}-${iso(period.toMs).slice(0, 10)}.csv`
  endResponse(
    exchange,
    200,
    [...type, ...NO_STORE, 'content-disposition', `inline; filename="${name}"`],
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
  const ms = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(ms))
    throw invalid(name, `${name} must be a time such as 2027-01-31 or 2027-01-31T08:00:00Z`)
  return ms
}

export function invalid(name: string, message: string): Fault {
  const error: ParameterError = { name, in: 'query', message }
  return invalidParameterFault([error])
}

function idOf({ pathParams }: Exchange): string {
  return pathParams.id ?? ''
}

function bodyOf({ body, request }: Exchange): WatchInput {
  return Object.fromEntries(readBody(body, request.headers).map(({ name, value }) => [name, value]))
}
