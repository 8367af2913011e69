// The UCP catalog over MCP: JSON-RPC without sessions, with the tools that the specification names.
import { asFault } from '../../../answer/problems.ts'
import { Fault } from '#kit/fault'
import { isRecord } from '#kit/schema/is-record'
import { version } from '../../../runtime/version.ts'
import { type UcpTool, ucpRequests } from './ucp-schemas.ts'

type Json = Readonly<Record<string, unknown>>
type Answer = (tool: UcpTool, request: unknown) => Promise<Json>

const TOOLS = {
  search_catalog: {
    part: 'search',
    description: 'Search the products of all shops that this server can read.',
  },
  lookup_catalog: {
    part: 'lookup',
    description: 'Products by identifier: the URL of a product page, or an id.',
  },
  get_product: {
    part: 'product',
    description: 'One product with its variants, narrowed by selected options.',
  },
} as const satisfies Readonly<Record<string, { part: UcpTool; description: string }>>

const META = {
  type: 'object',
  required: ['ucp-agent'],
  properties: {
    'ucp-agent': { type: 'object', required: ['profile'], properties: { profile: { type: 'string' } } },
  },
}

/** Of the Model Context Protocol; the client's own is confirmed if it is one of these. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26']

const INVALID_REQUEST = -32_600
const NO_METHOD = -32_601
const INVALID_PARAMS = -32_602
const FAILED = -32_000

/** Undefined for a notification, which is not answered. */
export async function answerRpc(message: unknown, answer: Answer): Promise<Json | undefined> {
  const { jsonrpc, id = null, method, params: rawParams } = asObject(message)
  const params = asObject(rawParams)
  const reply = (result: unknown): Json => ({ jsonrpc: '2.0', id, result })
  const refuse = (code: number, text: string, data?: Json): Json => ({
    jsonrpc: '2.0',
    id,
    error: { code, message: text, ...(data && { data }) },
  })
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    return refuse(INVALID_REQUEST, 'not a message of JSON-RPC 2.0')
  if (method.startsWith('notifications/')) return undefined
  if (method === 'ping') return reply({})
  if (method === 'initialize') {
    const protocol = PROTOCOLS.find(one => one === params.protocolVersion)
    const info = { name: 'wares', title: 'Wares', version }
    return reply({ protocolVersion: protocol ?? PROTOCOLS[0], capabilities: { tools: {} }, serverInfo: info })
  }
  if (method === 'tools/list') return reply({ tools: definitions() })
  if (method !== 'tools/call') return refuse(NO_METHOD, `there is no method ${method.slice(0, 64)}`)
  const { name } = params
  const passed = asObject(params.arguments)
  const tool = TOOLS[name as keyof typeof TOOLS]
  if (typeof name !== 'string' || !Object.hasOwn(TOOLS, name))
    return refuse(INVALID_PARAMS, `the tools are ${Object.keys(TOOLS).join(', ')}`)
  if (typeof agentOf(passed) !== 'string')
    return refuse(INVALID_PARAMS, 'the arguments need `meta["ucp-agent"].profile`')
  try {
    const structuredContent = await answer(tool.part, passed.catalog)
    return reply({ content: [{ type: 'text', text: summary(structuredContent) }], structuredContent })
  } catch (error) {
    const fault = asFault(error)
    if (fault.code === 'invalid_parameter') return refuse(INVALID_PARAMS, fault.message)
    return refuse(FAILED, messageOf(fault), dataOf(fault))
  }
}

/** What a caller sends may be of any type; only an object has members. */
function asObject(value: unknown): Json {
  return isRecord(value) ? value : {}
}

function agentOf({ meta }: Json): unknown {
  return asObject(asObject(meta)['ucp-agent']).profile
}

function messageOf(fault: Fault): string {
  return fault.status === 500 ? 'an error of this server' : fault.message
}

function dataOf({ code, status, retryable, retryAfterMs }: Fault): Json {
  const retry = retryAfterMs === undefined ? {} : { retry_after_s: Math.ceil(retryAfterMs / 1000) }
  return { code, status, retryable, ...retry }
}

/** The answer itself travels once. */
function summary({ products, product, messages }: Json): string {
  const count = Array.isArray(products) ? `${products.length} products` : product ? '1 product' : 'no product'
  return Array.isArray(messages) ? `${count}, ${messages.length} messages` : count
}

function definitions() {
  return Object.entries(TOOLS).map(([name, { part, description }]) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      required: ['meta', 'catalog'],
      properties: { meta: META, catalog: ucpRequests[part] },
    },
    annotations: { readOnlyHint: true },
  }))
}
