// Serves defined routes: admits the caller, reads the input, and sends the result as JSON, as a table or as a stream.
import type { Registry } from '../../answer/request/registry.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import type { AnyRoute, Caller, RouteStream, RouteTable } from './define-route.ts'
import { Fault } from '#kit/fault'
import type { RawParam } from '#kit/params/param-specs'
import { isGuestKey } from '../../store/keys/guest-key.ts'
import { isInScope, type KeyRecord } from '../../store/keys/key-record.ts'
import { OPERATOR_KEY } from '../../store/keys/operator-key.ts'
import { BYTE_ORDER_MARK } from '../../answer/table/csv.ts'
import { parquetBytes } from '../../answer/table/parquet-file.ts'
import { csvLine } from '../../answer/table/table-file.ts'
import { accessOf } from '../../watch/watch-access.ts'
import { admitKey, type AdmitParts, isFromOperator } from './admit.ts'
import type { CallCounter } from './call-counter.ts'
import { acceptsCsv, TABLE_TYPES, type TableFormat, takeFormat } from './answer/csv-answer.ts'
import { sendEvents } from './answer/event-stream.ts'
import type { Exchange } from './exchange.ts'
import { countedCall, disconnectedSignal } from './inner-call.ts'
import { parseQueryParams } from './answer/operation-handler.ts'
import { readBody, badBodyFault } from './answer/read-body.ts'
import { endResponse, jsonReply, sendJson, sendDocument } from './answer/respond.ts'
import type { Route } from './route.ts'
import { type AnyAsked, readRouteInput } from './route-input.ts'

export interface ServeParts extends AdmitParts {
  readonly registry: Pick<Registry, 'byId'>
  readonly countCall: CallCounter
  readonly operatorToken: string
  readonly closing: () => boolean
}

type PartsOf<R> = R extends { readonly handle: (request: never, parts: infer X) => unknown } ? X : never
type AllOf<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer All) => void
  ? All
  : never

/** A route as it is called: which parts it needs was checked where it was defined. */
interface ServedRoute {
  statusOf?(result: unknown): number
  handle(request: AnyAsked, parts: unknown): unknown
  table?(request: AnyAsked, parts: unknown, format: 'csv' | 'parquet'): Promise<RouteTable>
  stream?(
    request: AnyAsked & { readonly lastEventId: string | undefined },
    parts: unknown,
  ): Promise<RouteStream>
}

const NO_STORE = ['cache-control', 'private, no-store'] as const

/** `parts` is everything that the handlers need. */
export function serveRoutes<const R extends readonly AnyRoute[]>(
  routes: R,
  http: ServeParts,
  parts: AllOf<PartsOf<R[number]>>,
): Route[] {
  const byPath = Map.groupBy(routes as readonly AnyRoute[], route => route.path)
  return Array.from(byPath, ([path, all]) => {
    const find = ({ request }: Exchange): AnyRoute => {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const match = all.find(route => route.method === method)
      if (!match) throw new Error(`${path} has no ${method}`)
      return match
    }
    const isKeyed = all.some(route => route.scope !== 'none')
    return {
      path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      methods: all.flatMap(({ method }) => (method === 'GET' ? (['GET', 'HEAD'] as const) : [method])),
      isForOwnPages: all.some(route => route.isForOwnPages),
      ...all.flatMap(({ body }) => (body?.maxBytes === undefined ? [] : { bodyMaxBytes: body.maxBytes }))[0],
      ...(all.some(route => route.stream) && { requestHeaders: 'x-api-key, content-type, last-event-id' }),
      ...(isKeyed && { admit: (exchange: Exchange) => admit(http, exchange, find(exchange)) }),
      handle: exchange => answer(exchange, find(exchange), http, parts),
    }
  })
}

/** Counts against the rate limit, not the quota. */
async function admit(http: AdmitParts, exchange: Exchange, { scope }: AnyRoute): Promise<void> {
  if (scope === 'none') return
  await admitKey(http, exchange, false)
  const missing = scope.find(one => !exchange.key || !isInScope(exchange.key, one))
  if (missing !== undefined)
    throw new Fault('key_not_allowed', `the scope of this key does not cover ${missing}`)
}

async function answer(exchange: Exchange, route: AnyRoute, http: ServeParts, parts: unknown): Promise<void> {
  const served = route as unknown as ServedRoute
  const { headers, method, url = '' } = exchange.request
  // A balancer may add a parameter to tell its requests apart.
  const params = route.query || route.scope !== 'none' ? parseQueryParams(url) : []
  const { rawParams, format } = route.table ? takeFormat(params) : { rawParams: params, format: undefined }
  const routeRequest: AnyAsked = {
    ...readRouteInput(route, queryOf(rawParams), bodyOf(exchange, route)),
    path: exchange.pathParams,
    caller: callerOf(exchange, http),
    get signal() {
      return disconnectedSignal(exchange)
    },
  }
  const wantsStream = format === undefined && headers.accept?.includes('text/event-stream') === true
  if (served.stream && method === 'GET' && wantsStream) {
    const last = headers['last-event-id']
    const lastEventId = typeof last === 'string' && last !== '' ? last : undefined
    const stream = await served.stream({ ...routeRequest, lastEventId }, parts)
    const isAllowed = () => isStillAllowed(http, exchange)
    return sendEvents(exchange, { ...stream, isAllowed, closing: http.closing }).finally(stream.end)
  }
  const outputFormat = format ?? (acceptsCsv(headers.accept) ? 'csv' : 'json')
  if (served.table && outputFormat !== 'json') {
    const table = await served.table(routeRequest, parts, outputFormat === 'parquet' ? 'parquet' : 'csv')
    return sendTable(exchange, table, outputFormat)
  }
  const result = await served.handle(routeRequest, parts)
  const status = served.statusOf?.(result) ?? usualStatus(route)
  if (status === 204) return endResponse(exchange, status, [...NO_STORE])
  if (route.scope === 'none') return sendDocument(exchange, jsonReply(result, status))
  await sendJson(exchange, status, result, [...NO_STORE, ...locationOf(route, status, result)])
}

export function usualStatus({ answers }: AnyRoute): number {
  return Number(Object.keys(answers)[0])
}

function locationOf({ path }: AnyRoute, status: number, result: unknown): string[] {
  const { id } = result as { readonly id?: unknown }
  return status === 201 && typeof id === 'string' ? ['location', `${path}/${id}`] : []
}

type RawParams = readonly RawParam[]

/** An empty value is none. */
function queryOf(rawParams: RawParams): Record<string, unknown> {
  const values = new Map<string, unknown>()
  for (const { name, value } of rawParams) {
    if (values.has(name))
      throw invalidParameterFault([{ name, in: 'query', message: `${name} is given twice` }])
    if (value !== '') values.set(name, value)
  }
  return Object.fromEntries(values)
}

function bodyOf({ body, request }: Exchange, route: AnyRoute): Readonly<Record<string, unknown>> {
  const isOptional = !route.body || route.body.isOptional
  if (body.length === 0) {
    if (isOptional || request.method === 'GET' || request.method === 'HEAD') return {}
    throw badBodyFault('the body is empty; send a JSON object')
  }
  return Object.fromEntries(readBody(body, request.headers).map(({ name, value }) => [name, value]))
}

const NOBODY: Pick<KeyRecord, 'id' | 'name' | 'monthlyQuota' | 'scopes'> = {
  id: '',
  name: '',
  monthlyQuota: null,
  scopes: [],
}

export function callerOf(exchange: Exchange, http: Omit<ServeParts, 'closing'>): Caller {
  const { key, limit, request } = exchange
  const access = key ? accessOf(key) : { owner: '', owners: [] }
  return {
    key: key ?? NOBODY,
    requestId: exchange.requestId,
    rate: limit && {
      perSecond: limit.rate.ratePerS,
      burst: limit.rate.burst,
      remaining: limit.taken.remaining,
    },
    ...access,
    isGuest: key !== undefined && isGuestKey(key),
    isOnThisMachine: isFromOperator(request, http.operatorToken),
    covers: scope => key !== undefined && isInScope(key, scope),
    counted(operation, run) {
      const entry = http.registry.byId.get(operation)
      if (!entry) throw new Error(`there is no operation ${operation}`)
      return countedCall(http, exchange, entry, run)
    },
  }
}

/** False once the key is revoked or has expired. */
async function isStillAllowed({ keyCache }: ServeParts, { request, key }: Exchange): Promise<boolean> {
  if (key === OPERATOR_KEY) return true
  return (await keyCache.find(String(request.headers['x-api-key']), Date.now())) !== undefined
}

/** A table as a file with a name. */
function sendTable(exchange: Exchange, { name, columns, rows }: RouteTable, format: TableFormat): void {
  const body =
    format === 'parquet'
      ? parquetBytes(columns, [...rows])
      : csvBytes([columns.map(column => column.name), ...rows], format === 'csv-excel')
  const headers = ['content-type', TABLE_TYPES[format], ...NO_STORE]
  const file = `inline; filename="${name}.${format === 'parquet' ? 'parquet' : 'csv'}"`
  endResponse(exchange, 200, [...headers, 'content-disposition', file], body)
}

function csvBytes(lines: readonly (readonly unknown[])[], isForExcel: boolean): Buffer {
  return Buffer.from(`${isForExcel ? BYTE_ORDER_MARK : ''}${lines.map(csvLine).join('')}`)
}
