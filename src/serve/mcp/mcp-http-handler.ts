// /mcp: the tools over streamable HTTP, for callers with a key; every tool call is admitted and counted like an API call.
import type { ServerResponse } from 'node:http'
import type { Config } from '../../settings/config.ts'
import { invalidParameterFault } from '../../answer/request/read-params.ts'
import { isOffered, type Registry } from '../../answer/request/registry.ts'
import type { Events } from '../../runtime/events.ts'
import { admitKey, findKey } from '../http/admit.ts'
import type { Caller } from '../http/define-route.ts'
import type { Exchange } from '../http/exchange.ts'
import { createInnerCall } from '../http/inner-call.ts'
import type { ShopRow } from '../http/routes/shop-routes.ts'
import type { OperationParts } from '../http/answer/operation-handler.ts'
import type { Route } from '../http/route.ts'
import { Fault } from '#kit/fault'
import { isRecord } from '#kit/schema/is-record'
import { parseJson } from '#kit/schema/parse-json'
import { isInScope } from '../../store/keys/key-record.ts'
import type { Watches } from '../../watch/create-watches.ts'
import { WATCH_SCOPE } from '../../watch/watch-access.ts'
import type { TextMode } from './answer-tool-call.ts'
import { parseTextMode, parseToolSelection, type ToolSelection } from './tool-selection.ts'
import type { AddShop } from '../http/routes/shop-routes.ts'
import { callerOf } from '../http/serve-route.ts'
import { ADD_SHOP_SCOPES, type ShopAdding } from './add-shop-tool.ts'
import type { WatchTools } from './watch-tool.ts'

export interface McpHttpHandlerParts extends OperationParts {
  readonly config: OperationParts['config'] & Pick<Config, 'sites'>
  readonly events: Events
  /** With the shops of now: enumerations and examples follow the settings. */
  readonly registry: () => Registry
  readonly shops: () => readonly ShopRow[]
  readonly version: string
  readonly watches: Pick<Watches, 'actions' | 'inputs' | 'store' | 'history' | 'catalogs'>
  readonly operatorToken: string
  readonly addShop?: AddShop | undefined
}

const BODY_MAX_BYTES = 64 * 1024
/** Far below the server's timeout for idle connections. */
const HEARTBEAT_MS = 10_000

export function mcpRoute(parts: McpHttpHandlerParts): Route {
  return {
    path: '/mcp',
    // Stateless: there is no session to end.
    methods: ['POST'],
    requestHeaders:
      'x-api-key, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
    bodyMaxBytes: BODY_MAX_BYTES,
    async admit(exchange) {
      exchange.key = await findKey(parts, exchange)
    },
    handle: exchange => answer(exchange, parts),
  }
}

async function answer(exchange: Exchange, parts: McpHttpHandlerParts): Promise<void> {
  const { request, response, reply, key } = exchange
  if (!key) throw new Error('the tools were asked for without a key')
  const message = parseJson(exchange.body.toString())
  if (message === undefined) throw new Fault('invalid_parameter', 'the body is not valid JSON')
  const registry = parts.registry()
  const { selection, text } = optionsOf(request.url ?? '', registry)
  const caller = callerOf(exchange, { ...parts, registry })
  const watch = watchToolsOf(parts, caller)
  // Every message counts against the rate, also one that names no tool; a call that runs counts against the quota too.
  const refusal = await takeRate(parts, exchange, Array.isArray(message) ? message.length : 1)
  // An agent reads the result of a tool call, not the status of the response.
  if (refusal && !isToolCall(message)) throw refusal
  // The MCP library is loaded at the first request.
  const [{ createMcpHandler }, { toNodeHandler }, { createToolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
    import('./tool-server.ts'),
  ])
  const handler = createMcpHandler(
    () =>
      createToolServer({
        registry,
        version: parts.version,
        offers: entry => isOffered(entry, parts.config) && isInScope(key, entry.operation.id),
        selection,
        run: createInnerCall(parts, exchange),
        shops: parts.shops,
        watch,
        addShop: shopAddingOf(parts, caller),
        text,
        refusal,
      }),
    {
      maxSubscriptions: 0,
      keepAliveMs: HEARTBEAT_MS,
      maxRequestBodySize: BODY_MAX_BYTES,
    },
  )
  for (const [name, value] of headersFor(exchange)) response.setHeader(name, value)
  const serve = toNodeHandler(handler, {
    maxRequestBodySize: BODY_MAX_BYTES,
    onerror: error => parts.events.emit('broken', error),
  })
  reply?.hijack()
  keepOwnHeaders(response)
  await serve(request, response, message)
}

function watchToolsOf({ watches }: McpHttpHandlerParts, caller: Caller): WatchTools | undefined {
  return caller.covers(WATCH_SCOPE) ? { watches: () => Promise.resolve(watches), caller } : undefined
}

function shopAddingOf({ addShop }: McpHttpHandlerParts, caller: Caller): ShopAdding | undefined {
  const scopes = ADD_SHOP_SCOPES === 'none' ? [] : ADD_SHOP_SCOPES
  return addShop && scopes.every(scope => caller.covers(scope)) ? { addShop, caller } : undefined
}

/** The fault if the key's rate does not allow so many messages. */
async function takeRate(
  parts: McpHttpHandlerParts,
  exchange: Exchange,
  messages: number,
): Promise<Fault | undefined> {
  try {
    for (let n = 0; n < messages; n++) await admitKey(parts, exchange, false)
    return undefined
  } catch (error) {
    if (error instanceof Fault && error.code === 'rate_limited') return error
    throw error
  }
}

/** A complete one: the library answers others before a tool is looked up. */
function isToolCall(message: unknown): boolean {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown }
  const { name, arguments: args = {} } = (params ?? {}) as { name?: unknown; arguments?: unknown }
  return (
    method === 'tools/call' && typeof name === 'string' && typeof args === 'object' && !Array.isArray(args)
  )
}

const OPTIONS = ['tools', 'text']

/** `/mcp?tools=all`, `/mcp?tools=sneakerhub,watchmarket`, `/mcp?text=json`. */
function optionsOf(url: string, { sites }: Registry): { selection: ToolSelection; text: TextMode } {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))
  const unknown = [...query.keys()].find(name => !OPTIONS.includes(name))
  if (unknown !== undefined) {
    const message = `unknown parameter ${JSON.stringify(unknown.slice(0, 64))}`
    throw invalidParameterFault([{ name: unknown, in: 'query', message, accepted: OPTIONS }])
  }
  const names = sites.map(site => site.name)
  return {
    selection: parseToolSelection(query.getAll('tools').join(','), names),
    text: parseTextMode(query.get('text') ?? undefined),
  }
}

function headersFor({ requestId, originHeaders }: Exchange): [string, string][] {
  const all = ['x-request-id', requestId, 'cache-control', 'no-store, no-transform', ...originHeaders]
  return all.flatMap((name, place) => (place % 2 === 0 ? [[name, all[place + 1] ?? '']] : []))
}

const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'cache-control'])

/**
 * The library announces `keep-alive` for streams, whatever the client asked for, and lets caches keep answers that are for
 * one key. Node and we know better.
 */
function keepOwnHeaders(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse
  response.writeHead = (...parameters: unknown[]) => {
    const last = parameters.at(-1)
    if (!isRecord(last)) return writeHead(...parameters)
    const headers = Object.entries(last).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))
    return writeHead(...parameters.slice(0, -1), Object.fromEntries(headers))
  }
}
