// The tools `watches`, which only reads, and `watch`, which changes something: each action is a route of the API. Only with the
// scope `watches`. They are two, because clients ask for permission before a tool that may change something.
import type { CallToolResult, JSONObject, Tool } from '@modelcontextprotocol/server'
import { asFault } from '../../answer/problems.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import { changeRoutes } from '../http/routes/change-routes.ts'
import { watchRoutes } from '../http/routes/watch-routes.ts'
import { type AnyAsked, readRouteInput } from '../http/route-input.ts'
import type { AnyRoute, Caller } from '../http/define-route.ts'
import type { Fault } from '#kit/fault'
import type { PlainSchema } from '#kit/schema/schema'
import { systemClock } from '../../runtime/clock.ts'
import type { Watches } from '../../watch/create-watches.ts'
import { toToolError } from './answer-tool-call.ts'
import { outputSchema } from './output-schema.ts'
import { DEFAULT_ROWS, READ_ONLY } from './tools.ts'

export interface WatchTools {
  readonly watches: () => Promise<Pick<Watches, 'actions' | 'inputs' | 'store' | 'history' | 'catalogs'>>
  readonly caller: Caller
}

const routes: readonly AnyRoute[] = [...watchRoutes, ...changeRoutes]

/** `shown`: the fields that an agent may pass; all by default. */
interface Action {
  readonly route: AnyRoute
  readonly shown: readonly string[]
}

function action(id: string, shown: readonly string[] = []): Action {
  const route = routes.find(one => one.id === id)
  if (!route) throw new Error(`there is no route ${id}`)
  return { route, shown }
}

const READING: Readonly<Record<string, Action>> = {
  list: action('watches.list', ['after', 'limit']),
  get: action('watches.get'),
  history: action('watches.history', ['url']),
  changes: action('changes', ['watch', 'after', 'limit', 'order']),
  products: action('watches.products', ['after', 'limit']),
  try: action('watches.try', ['when']),
}

const RULES = ['when', 'every', 'name']

/** Every agent pays for each word: shorter than the definitions, where they are long. */
const SHORT: Readonly<Record<string, string>> = {
  url: 'Product page',
  catalog: 'Name of a shop',
  when: 'Alert if: price < 100 · price drops 10% · price lowest in 30d · back in stock · out of stock · any change',
  every: 'Such as 15m, or auto',
  variant: 'Only {size, color, condition, sku or gtin}',
  after: '`next` or `cursor` of the page before',
  watch: 'Only changes of this watch',
  order: 'oldest or newest first',
}

const CHANGING: Readonly<Record<string, Action>> = {
  create: action('watches.create', ['url', 'catalog', 'variant', ...RULES]),
  update: action('watches.update', [...RULES, 'paused']),
  check: action('watches.check'),
  remove: action('watches.remove'),
}

export const watchesTool: Tool = {
  name: 'watches',
  description:
    'Read watches: list · get (id) · history (id): prices seen · changes: what checks found · products (id) of a shop · try (id, when): its alerts so far.',
  inputSchema: inputSchemaOf(READING),
  outputSchema: outputSchema({}),
  annotations: READ_ONLY,
}

export const watchTool: Tool = {
  name: 'watch',
  description:
    'Watch product pages for changes of price and stock, or a whole shop. create (url or catalog) · update (id) · check (id): now · remove (id).',
  inputSchema: inputSchemaOf(CHANGING),
  outputSchema: outputSchema({}),
  annotations: { readOnlyHint: false, destructiveHint: true },
}

function inputSchemaOf(actions: Readonly<Record<string, Action>>): Tool['inputSchema'] {
  const fields = Object.values(actions).flatMap(({ route, shown }) =>
    Object.entries({ ...route.query, ...route.body?.fields }).filter(([name]) => shown.includes(name)),
  )
  return {
    type: 'object',
    properties: {
      action: { type: 'string', enum: Object.keys(actions), description: 'What to do' },
      id: { type: 'string', description: 'Of a watch, from create or list' },
      ...Object.fromEntries(fields.map(([name, { schema }]) => [name, plainSchema(name, schema)])),
      ...('limit' in Object.fromEntries(fields) && {
        limit: { type: 'integer', default: DEFAULT_ROWS, description: 'Most rows' },
      }),
    },
    required: ['action'],
  }
}

/** Without the names of the OpenAPI document; a field that takes several types needs none. */
function plainSchema(name: string, schema: object): JSONObject {
  const { type, anyOf, enum: values, items, default: usual, description = '' } = schema as PlainSchema
  const baseType = type ?? anyOf?.[0]?.type ?? 'string'
  return {
    type: baseType,
    ...(values && { enum: [...values] }),
    ...(type === 'array' && items?.type !== undefined && { items: { type: items.type } }),
    ...(usual !== undefined && { default: usual as string | number }),
    description: SHORT[name] ?? description,
  }
}

type Arguments = Readonly<Record<string, unknown>>

export async function answerWatchCall(
  tools: WatchTools,
  name: string,
  args: Arguments,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const { data, text } = await act(tools, name === watchTool.name ? CHANGING : READING, args, signal)
    return { content: [{ type: 'text', text }], structuredContent: { data, notes: [] } }
  } catch (error) {
    return toToolError(asFault(error))
  }
}

interface WatchAnswer {
  readonly data: unknown
  readonly text: string
}

async function act(
  tools: WatchTools,
  actions: Readonly<Record<string, Action>>,
  { action: actionName, ...args }: Arguments,
  signal: AbortSignal,
): Promise<WatchAnswer> {
  const names = Object.keys(actions)
  const chosen =
    typeof actionName === 'string' && Object.hasOwn(actions, actionName) ? actions[actionName] : undefined
  if (!chosen) throw invalid('action', `action must be one of ${names.join(', ')}`, names)
  const { route } = chosen
  const { values, id, rows } = splitArguments(route, args)
  const hasRows = route.rows !== undefined && route.query !== undefined && 'limit' in route.query
  const query = route.query ? { ...values, ...(hasRows && { limit: rows }) } : {}
  const input = readRouteInput(route, query, route.query ? {} : values)
  const { store, ...parts } = await tools.watches()
  const handle = route.handle as (request: AnyAsked, parts: unknown) => unknown
  const result = await handle(
    { ...input, path: { id }, caller: tools.caller, signal },
    { ...parts, watches: store, clock: systemClock },
  )
  return describe(route.id, id, rows, result)
}

function splitArguments(route: AnyRoute, { id, limit, ...values }: Arguments) {
  if (!route.path.includes('{id}')) {
    if (id !== undefined) throw invalid('id', '"id" is not a known field')
  } else if (typeof id !== 'string' || id === '')
    throw invalid('id', 'id is required; the action list has the ids')
  const rows = limit ?? DEFAULT_ROWS
  const takesRows = route.rows !== undefined
  if (limit !== undefined && !takesRows) throw invalid('limit', '"limit" is not a known field')
  if (!Number.isInteger(rows) || Number(rows) < 1 || Number(rows) > ROWS_MAX)
    throw invalid('limit', `limit must be an integer from 1 to ${ROWS_MAX}`)
  return { values, id: typeof id === 'string' ? id : '', rows: Number(rows) }
}

const ROWS_MAX = 1_000

type View = Readonly<Record<string, unknown>>

/** The data without what an agent does not ask about, and a sentence. */
function describe(route: string, id: string, rows: number, result: unknown): WatchAnswer {
  const view = (result ?? {}) as View
  switch (route) {
    case 'watches.list': {
      const { watches, next } = view as { watches: readonly View[]; next: string | null }
      const lines = watches.map(one => `${String(one.id)}: ${String(one.url ?? one.name)}`)
      const more = next === null ? '' : '\nThere are more; raise limit, or pass next as after.'
      return {
        data: { watches: watches.map(leanView), next },
        text: `${lines.join('\n') || 'No watches.'}${more}`,
      }
    }
    case 'watches.history': {
      const { spans, ...rest } = view as { spans: readonly unknown[] }
      const cut = spans.length > rows ? `; the newest ${rows} here, raise limit for more` : ''
      const text = `${spans.length} spans of watch ${id}${cut}.`
      return { data: { ...rest, spans: spans.slice(-rows) }, text }
    }
    case 'watches.remove':
      return { data: { removed: id }, text: `Watch ${id} is removed.` }
    case 'changes': {
      const { changes } = view as { changes: readonly View[] }
      const lines = changes.map(
        one => `${String(one.at)} ${String(one.type)}: ${String(one.name ?? one.watch)}`,
      )
      return { data: view, text: lines.join('\n') || 'No changes.' }
    }
    case 'watches.try': {
      const { alerts } = view as { alerts: readonly unknown[] }
      return { data: view, text: `${alerts.length} alerts so far.` }
    }
    default: {
      const { id: watchId, url, name, every_s: everyS, changes } = view
      const text = `Watch ${String(watchId)} checks ${String(url ?? name)} every ${String(everyS)} s.`
      return { data: { ...leanView(view), ...(changes !== undefined && { changes }) }, text }
    }
  }
}

const SHOWN = [
  'id',
  'name',
  'url',
  'operation',
  'every_s',
  'when',
  'variant',
  'state',
  'facts',
  'last_check',
  'next_check_at',
]

/** What an agent asks about; the API has the rest. */
function leanView(view: View): View {
  const names = SHOWN.filter(name => view[name] !== null && view[name] !== undefined)
  return Object.fromEntries(names.map(name => [name, view[name]]))
}

function invalid(name: string, message: string, accepted?: readonly string[]): Fault {
  return invalidParameterFault([{ name, in: 'body', message, ...(accepted && { accepted }) }])
}
