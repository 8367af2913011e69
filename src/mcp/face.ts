// /mcp: the tools over streamable HTTP, for callers with a key; every tool call passes the same gate and is counted like a call of the API.
import type { Config } from '../config.ts'
import type { Registry } from '../engine/registry.ts'
import type { Events } from '../events.ts'
import { type Exchange, end, sendProblem } from '../http/exchange.ts'
import { admit, showAnonymousLimit } from '../http/admit.ts'
import type { OperationParts } from '../http/operations.ts'
import { asFault } from '../http/problems.ts'
import type { ServeSystem } from '../http/server.ts'
import { Fault } from '../kit/fault.ts'
import { covers, type KeyRecord } from '../state/keys.ts'
import type { RunOperation } from './call-tool.ts'

export interface McpFaceParts extends OperationParts {
  readonly config: OperationParts['config'] & Pick<Config, 'sites'>
  readonly events: Events
  readonly registry: Registry
  readonly version: string
}

const PATH = '/mcp'
const METHODS = 'POST, OPTIONS'
const BODY_MAX_BYTES = 64 * 1024

export function createMcpFace(parts: McpFaceParts): ServeSystem {
  return async exchange => {
    if (exchange.path !== PATH) return false
    try {
      await answer(exchange, parts)
    } catch (error) {
      const fault = asFault(error)
      showAnonymousLimit(parts, exchange)
      sendProblem(exchange, fault, fault.status === 405 ? ['allow', METHODS] : [])
    }
    return true
  }
}

async function answer(exchange: Exchange, parts: McpFaceParts): Promise<void> {
  const { request, response } = exchange
  if (request.method === 'OPTIONS') return preflight(exchange)
  if (request.method !== 'POST') {
    // Nothing is kept between requests, so there is no stream to open and no session to end.
    throw new Fault('method_not_allowed', `${request.method} is not allowed here; use ${METHODS}`)
  }
  const key = await keyOf(parts, exchange)
  // The protocol's code is loaded by the first who speaks it.
  const [{ createMcpHandler }, { toNodeHandler }, { createToolServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/node'),
    import('./server.ts'),
  ])
  const handler = createMcpHandler(
    () =>
      createToolServer({
        registry: parts.registry,
        version: parts.version,
        offers: ({ site, operation }) =>
          parts.config.sites[site.name]?.enabled === true && covers(key, operation.id),
        run: runFor(parts, exchange),
      }),
    // The tools never change while we run: a subscription would only keep the server from closing.
    { maxSubscriptions: 0, maxRequestBodySize: BODY_MAX_BYTES },
  )
  response.setHeader('x-request-id', exchange.requestId)
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('cache-control', 'no-store')
  const serve = toNodeHandler(handler, {
    maxRequestBodySize: BODY_MAX_BYTES,
    onerror: error => parts.events.emit('broken', error),
  })
  await serve(request, response)
}

async function keyOf({ ring }: McpFaceParts, { request }: Exchange): Promise<KeyRecord> {
  const text = request.headers['x-api-key']
  if (typeof text !== 'string' || text === '') {
    throw new Fault('missing_key', 'send your key in the header x-api-key')
  }
  const key = await ring.find(text, Date.now())
  if (!key) throw new Fault('invalid_key', 'the key is not accepted')
  return key
}

function runFor(parts: McpFaceParts, outer: Exchange): RunOperation {
  const { engine, account } = parts
  return async (entry, given, freshness, signal) => {
    const exchange: Exchange = { ...outer, entry, startedMs: performance.now() }
    const left = new AbortController()
    const leave = () => left.abort(new Fault('upstream_timeout', 'the caller has left'))
    outer.response.once('close', leave)
    try {
      await admit(parts, exchange, entry)
      const outcome = await engine.ask(engine.prepare(entry, given), {
        freshness,
        caller: exchange.key?.id ?? 'agent',
        signal: AbortSignal.any([signal, left.signal]),
        timed: () => {},
      })
      exchange.cache = outcome.cache
      return outcome
    } catch (error) {
      exchange.fault = asFault(error)
      throw exchange.fault
    } finally {
      outer.response.off('close', leave)
      account(exchange, entry)
    }
  }
}

function preflight(exchange: Exchange): void {
  end(exchange, 204, [
    'allow',
    METHODS,
    'access-control-allow-methods',
    METHODS,
    'access-control-allow-headers',
    'x-api-key, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
    'access-control-max-age',
    '86400',
  ])
}
