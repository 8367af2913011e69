// The UCP catalog of this server: its profile, the three requests over REST, and the same over MCP.
import type { Config } from '../../../settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../../answer/cache/answer-cache.ts'
import type { Registry } from '../../../answer/request/registry.ts'
import { admitKey } from '../admit.ts'
import type { Exchange } from '../exchange.ts'
import { createInnerCall } from '../inner-call.ts'
import type { OperationParts } from '../answer/operation-handler.ts'
import { asFault, faultHeaders } from '../../../answer/problems.ts'
import { sendJson } from '../answer/respond.ts'
import type { Route } from '../route.ts'
import { Fault } from '#kit/fault'
import { toRawParams } from '#kit/params/param-specs'
import { parseJson } from '#kit/schema/parse-json'
import { answerRpc } from './ucp-mcp.ts'
import { answerUcp, type RunGeneral, TOO_LARGE } from './ucp-catalog.ts'
import { envelope, ucpProfile } from './ucp-profile.ts'
import type { UcpTool } from './ucp-schemas.ts'
import { valueOf } from '../../../answer/cache/answer.ts'

export interface UcpParts extends OperationParts {
  readonly config: OperationParts['config'] & Pick<Config, 'publicUrl'>
  readonly registry: Registry
}

const PATHS: Readonly<Record<UcpTool, string>> = {
  search: '/ucp/catalog/search',
  lookup: '/ucp/catalog/lookup',
  product: '/ucp/catalog/product',
}

const BODY_MAX_BYTES = 64 * 1024
const REQUEST_HEADERS = 'x-api-key, content-type, accept, ucp-agent, request-id'
const NO_STORE = ['cache-control', 'private, no-store']

export function ucpRoutes(parts: UcpParts): Route[] {
  const profile: Route = {
    path: '/.well-known/ucp',
    methods: ['GET', 'HEAD'],
    handle(exchange) {
      const address = parts.config.publicUrl.replace(/\/$/, '')
      return sendJson(exchange, 200, ucpProfile(address), ['cache-control', 'public, max-age=3600'])
    },
  }
  const common = {
    methods: ['POST'],
    requestHeaders: REQUEST_HEADERS,
    bodyMaxBytes: BODY_MAX_BYTES,
    // The rate counts here, the quota with every product or search that is asked for.
    admit: (exchange: Exchange) => admitKey(parts, exchange, false),
  } as const
  const rest = (Object.keys(PATHS) as UcpTool[]).map(
    (tool): Route =>
      Object.assign({}, common, {
        path: PATHS[tool],
        handle: (exchange: Exchange) => answerRest(tool, exchange, parts),
      }),
  )
  const mcp: Route = {
    ...common,
    path: '/ucp/mcp',
    async handle(exchange) {
      const reply = await answerRpc(parsed(exchange.body), (tool, request) =>
        answerUcp(tool, request, runFor(parts, exchange)),
      )
      await sendJson(exchange, reply === undefined ? 202 : 200, reply ?? {}, NO_STORE)
    },
  }
  return [profile, ...rest, mcp]
}

async function answerRest(tool: UcpTool, exchange: Exchange, parts: UcpParts): Promise<void> {
  try {
    const answer = await answerUcp(tool, parsed(exchange.body), runFor(parts, exchange))
    await sendJson(exchange, 200, answer, NO_STORE)
  } catch (error) {
    const fault = asFault(error)
    // Key, rate and failures of this server are answered as everywhere.
    if (fault.status === 500 || [401, 403, 429].includes(fault.status)) throw fault
    const isTooLarge = fault.message.startsWith(`${TOO_LARGE}:`)
    exchange.fault = fault
    await sendJson(
      exchange,
      fault.status,
      {
        ucp: { ...envelope(tool === 'search' ? 'search' : 'lookup'), status: 'error' },
        messages: [
          {
            type: 'error',
            code: isTooLarge ? TOO_LARGE : fault.code,
            content: fault.message,
            severity: fault.retryable ? 'recoverable' : 'unrecoverable',
          },
        ],
      },
      [...faultHeaders(fault), ...NO_STORE],
    )
  }
}

function parsed(body: Buffer): unknown {
  const message = parseJson(body.toString())
  if (message === undefined) throw new Fault('invalid_parameter', 'the body is not valid JSON')
  return message
}

function runFor(parts: UcpParts, exchange: Exchange): RunGeneral {
  const call = createInnerCall(parts, exchange)
  return async (operation, params) => {
    const entry = parts.registry.byId.get(operation)
    if (!entry) throw new Error(`there is no operation ${operation}`)
    const { answer } = await call(entry, toRawParams(params), DEFAULT_FRESHNESS)
    return valueOf(answer)
  }
}
