// /mcp: the tools over streamable HTTP, for callers with a key; every tool call is admitted and counted like an API call.
import { isClientClosed } from '../client-closed.ts'
import type { Config } from '../config.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import { isOffered, type Registry } from '../engine/registry.ts'
import type { Events } from '../events.ts'
import { admit, admitKey, findKey } from '../http/admit.ts'
import type { Exchange } from '../http/exchange.ts'
import type { OperationParts } from '../http/operation-handler.ts'
import { asFault } from '../http/problems.ts'
import type { Route } from '../http/route.ts'
import { Fault } from '../kit/fault.ts'
import { isInScope } from '../state/key-record.ts'
import type { RunOperation } from './answer-tool-call.ts'
import { parseToolSelection, type ToolSelection } from './tool-selection.ts'

export interface McpHttpHandlerParts extends OperationParts {
  readonly config: OperationParts['config'] & Pick<Config, 'sites'>
  readonly events: Events
  readonly registry: Registry
  readonly version: string
}

const BODY_MAX_BYTES = 64 * 1024

export function mcpRoute(parts: McpHttpHandlerParts): Route {
  return {
    path: '/mcp',
    // Stateless: there is no stream to open and no session to end.
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
  const message = parseJson(exchange.body)
  const selection = selectionOf(request.url ?? '', parts.registry)
  // A tool call counts against rate and quota like an API call; all other messages only against the rate.
  if (!isToolCall(message)) await admitKey(parts, exchange, false)
  // The MCP library is loaded at the first request.
  const [{ createMcpHandler }, { toNodeHandler }, { createToolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
    import('./tool-server.ts'),
  ])
  const handler = createMcpHandler(
    () =>
      createToolServer({
        registry: parts.registry,
        version: parts.version,
        offers: entry => isOffered(entry, parts.config) && isInScope(key, entry.operation.id),
        selection,
        run: runFor(parts, exchange),
      }),
    // The tools never change while the server runs, and a subscription would prevent it from closing.
    { maxSubscriptions: 0, maxRequestBodySize: BODY_MAX_BYTES },
  )
  for (const [name, value] of headersFor(exchange)) response.setHeader(name, value)
  const serve = toNodeHandler(handler, {
    maxRequestBodySize: BODY_MAX_BYTES,
    onerror: error => parts.events.emit('broken', error),
  })
  reply?.hijack()
  await serve(request, response, message)
}

/** `/mcp?tools=all`, `/mcp?tools=sneakerhub,watchmarket`. */
function selectionOf(url: string, { sites }: Registry): ToolSelection {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length))
  const unknown = [...query.keys()].find(name => name !== 'tools')
  if (unknown !== undefined) {
    const message = `unknown parameter ${JSON.stringify(unknown.slice(0, 64))}`
    throw invalidParameterFault([{ name: unknown, in: 'query', message, accepted: ['tools'] }])
  }
  return parseToolSelection(
    query.getAll('tools').join(','),
    sites.map(site => site.name),
  )
}

function headersFor({ requestId, originHeaders }: Exchange): [string, string][] {
  const all = ['x-request-id', requestId, 'cache-control', 'no-store', ...originHeaders]
  return all.flatMap((name, place) => (place % 2 === 0 ? [[name, all[place + 1] ?? '']] : []))
}

function isToolCall(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'tools/call'
  )
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw new Fault('invalid_parameter', 'the body is not valid JSON', { cause })
  }
}

function runFor(parts: McpHttpHandlerParts, outer: Exchange): RunOperation {
  const { engine, countCall } = parts
  return async (entry, given, freshness, signal) => {
    const exchange: Exchange = { ...outer, entry, startedMs: performance.now() }
    const disconnected = new AbortController()
    const leave = () => disconnected.abort()
    outer.response.once('close', leave)
    try {
      await admit(parts, exchange, entry)
      const outcome = await engine.run(engine.prepare(entry, given), {
        freshness,
        caller: exchange.key?.id ?? 'agent',
        recordFor: { requestId: exchange.requestId, keyId: exchange.key?.id ?? null, isRecorded: false },
        signal: AbortSignal.any([signal, disconnected.signal]),
        onTiming: () => {},
      })
      exchange.cache = outcome.cache
      return outcome
    } catch (error) {
      if (isClientClosed(error)) {
        exchange.isClientClosed = true
        throw error
      }
      exchange.fault = asFault(error)
      throw exchange.fault
    } finally {
      outer.response.off('close', leave)
      countCall(exchange, entry)
    }
  }
}
