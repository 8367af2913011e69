// The tool `watch`: create, list and remove watches, and read the history of one. Only with the scope `watches`.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { invalidParameterFault } from '../engine/read-params.ts'
import { asFault } from '../engine/problems.ts'
import { Fault } from '../kit/fault.ts'
import type { Watches } from '../watch/create-watches.ts'
import { historyView, watchView } from '../watch/view.ts'
import { titleOf } from '../watch/watch.ts'
import type { WatchAccess } from '../watch/watch-access.ts'
import { toToolError } from './answer-tool-call.ts'
import { outputSchema } from './output-schema.ts'
import { DEFAULT_ROWS } from './tools.ts'

export interface WatchTools {
  readonly watches: () => Promise<Pick<Watches, 'actions' | 'inputs' | 'store' | 'history'>>
  readonly access: WatchAccess
  /** Whether the caller may use an operation. */
  readonly isInScope: (operation: string) => boolean
}

const ACTIONS = ['create', 'list', 'remove', 'history'] as const
const CREATE = ['url', 'catalog', 'when', 'every', 'name', 'variant'] as const
const ROWS_MAX = 1_000

export const watchTool: Tool = {
  name: 'watch',
  description:
    'Watch product pages for changes of price and stock, or a shop for new products. create (url) · list · remove (id) · history (id): prices seen, lowest, highest.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: [...ACTIONS] },
      url: { type: 'string', description: 'Product page' },
      catalog: { type: 'string', description: 'Name of a shop' },
      when: {
        type: 'string',
        description:
          'Alert if: price < 100 · price drops 10% · price lowest in 30d · back in stock · out of stock · any change',
      },
      every: { type: 'string', default: '1h', description: 'Such as 15m, or auto' },
      variant: { type: 'object', description: 'Only {size, color, condition, sku or gtin}' },
      name: { type: 'string' },
      id: { type: 'string', description: 'From create or list' },
      limit: { type: 'integer', default: DEFAULT_ROWS, description: 'Most rows' },
    },
    required: ['action'],
  },
  outputSchema: outputSchema({}),
  annotations: { readOnlyHint: false, destructiveHint: true },
}

type Arguments = Readonly<Record<string, unknown>>

export async function answerWatchCall(tools: WatchTools, args: Arguments): Promise<CallToolResult> {
  try {
    const { data, text } = await act(tools, args)
    return { content: [{ type: 'text', text }], structuredContent: { data, notes: [] } }
  } catch (error) {
    return toToolError(asFault(error))
  }
}

interface WatchAnswer {
  readonly data: unknown
  readonly text: string
}

async function act(tools: WatchTools, { action, ...args }: Arguments): Promise<WatchAnswer> {
  if (action === 'create') return create(tools, args)
  if (action === 'list') return list(tools, args)
  if (action === 'remove') return remove(tools, args)
  if (action === 'history') return readHistory(tools, args)
  throw invalid('action', `action must be one of ${ACTIONS.join(', ')}`, ACTIONS)
}

async function create(tools: WatchTools, args: Arguments): Promise<WatchAnswer> {
  throwIfUnknown(args, CREATE)
  const { actions, inputs } = await tools.watches()
  const newWatch = inputs.read(args)
  if (!tools.isInScope(newWatch.operation))
    throw new Fault('key_not_allowed', `the scope of this key does not cover ${newWatch.operation}`)
  const watch = await actions.add(newWatch, tools.access)
  return {
    data: leanView(watchView(watch)),
    text: `Watch ${watch.id} checks ${watch.url ?? titleOf(watch)} every ${watch.everyS} s.`,
  }
}

async function list(tools: WatchTools, args: Arguments): Promise<WatchAnswer> {
  throwIfUnknown(args, ['limit'])
  const { store } = await tools.watches()
  const page = await store.list({ after: undefined, limit: readRows(args), owners: tools.access.owners })
  const watches = page.watches.map(watch => leanView(watchView(watch)))
  const more = page.next === null || page.next === undefined ? '' : '\nThere are more; raise limit.'
  const lines = page.watches.map(watch => `${watch.id}: ${watch.url ?? titleOf(watch)}`)
  return { data: { watches, next: page.next }, text: `${lines.join('\n') || 'No watches.'}${more}` }
}

async function remove(tools: WatchTools, args: Arguments): Promise<WatchAnswer> {
  throwIfUnknown(args, ['id'])
  const { actions, store } = await tools.watches()
  const watch = await actions.findToManage(readId(args), tools.access)
  await store.remove(watch.id)
  return { data: { removed: watch.id }, text: `Watch ${watch.id} is removed.` }
}

async function readHistory(tools: WatchTools, args: Arguments): Promise<WatchAnswer> {
  throwIfUnknown(args, ['id', 'limit'])
  const { actions } = await tools.watches()
  const watch = await actions.find(readId(args), tools.access)
  const period = { fromMs: watch.createdAtMs, toMs: Date.now() }
  const history = await actions.history(watch, period)
  const { spans, ...view } = historyView(watch, history, period) as { spans: readonly unknown[] }
  const rows = readRows(args)
  const text = `${spans.length} spans of watch ${watch.id}${spans.length > rows ? `; the newest ${rows} here, raise limit for more` : ''}.`
  return { data: { ...view, spans: spans.slice(-rows) }, text }
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
function leanView(view: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = SHOWN.filter(name => view[name] !== null && view[name] !== undefined)
  return Object.fromEntries(shown.map(name => [name, view[name]]))
}

function readId({ id }: Arguments): string {
  if (typeof id === 'string' && id !== '') return id
  throw invalid('id', 'id is required; the action list has the ids')
}

function readRows({ limit = DEFAULT_ROWS }: Arguments): number {
  if (Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= ROWS_MAX) return Number(limit)
  throw invalid('limit', `limit must be an integer from 1 to ${ROWS_MAX}`)
}

function throwIfUnknown(args: Arguments, accepted: readonly string[]): void {
  const errors = Object.keys(args).filter(name => !accepted.includes(name))
  if (errors.length > 0)
    throw invalidParameterFault(
      errors.map(name => ({
        name,
        in: 'body',
        message: `${JSON.stringify(name)} is not a known field`,
        accepted,
      })),
    )
}

function invalid(name: string, message: string, accepted?: readonly string[]): Fault {
  return invalidParameterFault([{ name, in: 'body', message, ...(accepted && { accepted }) }])
}
