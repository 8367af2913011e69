// The sandbox's shops that open their catalog by UCP: one over REST in pounds, one over MCP in yen.
import { jsonReply, type SandboxShop, type SandboxResponse, type SandboxRequest } from '../define-shop.ts'
import { definePlatformShop, jsonLdOf } from '../platform-shop.ts'
import { answerCatalog, type Outcome, VERSION } from './catalog.ts'

type Transport = 'rest' | 'mcp'

const TOOLS: Readonly<Record<string, string>> = {
  '/ucp/catalog/search': 'search_catalog',
  '/ucp/catalog/lookup': 'lookup_catalog',
  '/ucp/catalog/product': 'get_product',
}

function profile(transport: Transport, base: string) {
  const spec = `https://ucp.dev/${VERSION}`
  const capability = (name: string) => [
    {
      version: VERSION,
      spec: `${spec}/specification/shopping/catalog/${name}`,
      schema: `${spec}/schemas/shopping/catalog_${name}.json`,
    },
  ]
  const file = transport === 'rest' ? 'rest.openapi.json' : 'mcp.openrpc.json'
  return {
    ucp: {
      version: VERSION,
      services: {
        'dev.ucp.shopping': [
          {
            version: VERSION,
            spec: `${spec}/specification/overview`,
            transport,
            schema: `${spec}/services/shopping/${file}`,
            endpoint: transport === 'rest' ? `${base}/ucp` : `${base}/ucp/mcp`,
          },
        ],
      },
      capabilities: {
        'dev.ucp.shopping.catalog.search': capability('search'),
        'dev.ucp.shopping.catalog.lookup': capability('lookup'),
      },
      payment_handlers: {},
    },
  }
}

function parsed(body: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function restReply(outcome: Outcome | undefined): SandboxResponse {
  if (!outcome) return jsonReply({ code: 'not_found', content: 'There is no such operation.' }, 404)
  if ('answer' in outcome) return jsonReply(outcome.answer)
  return jsonReply({ code: outcome.error, content: outcome.text }, 400)
}

const rpcError = (id: unknown, code: number, message: string) =>
  jsonReply({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })

function mcpReply(body: string | undefined, answer: (tool: string, catalog: object) => Outcome | undefined) {
  const message = parsed(body)
  if (message?.jsonrpc !== '2.0') return rpcError(null, -32_700, 'This is not JSON-RPC 2.0.')
  const { id, method } = message
  if (method !== 'tools/call') return rpcError(id, -32_601, 'Only tools/call is served here.')
  const { name = '', arguments: given } = message.params as {
    name?: string
    arguments?: { meta?: Record<string, unknown>; catalog?: object }
  }
  if (given?.meta?.['ucp-agent'] === undefined || given.catalog === undefined)
    return rpcError(id, -32_602, 'A call needs `meta["ucp-agent"]` and `catalog`.')
  const outcome = answer(name, given.catalog)
  if (!outcome) return rpcError(id, -32_602, `There is no tool ${name}.`)
  if ('error' in outcome) return rpcError(id, -32_602, `${outcome.error}: ${outcome.text}`)
  return jsonReply({ jsonrpc: '2.0', id, result: { structuredContent: outcome.answer } })
}

function defineUcpShop(platform: string, transport: Transport, currency: 'GBP' | 'JPY'): SandboxShop {
  return definePlatformShop({
    platform,
    kind: transport === 'rest' ? 'clothing' : 'sneakers',
    currency,
    path: ['/item/', ''],
    mark: ({ base }) => `<link rel="service-desc" href="${base}/.well-known/ucp">`,
    product: goods => ({ head: jsonLdOf(goods) }),
    document({ path, method, body, base }: SandboxRequest, stock) {
      if (path === '/.well-known/ucp') return jsonReply(profile(transport, base))
      if (method !== 'POST') return undefined
      const catalog = {
        all: () => stock.all(),
        search: (words: string) => stock.search(words),
        takesEmptySelection: transport === 'rest',
      }
      const answer = (tool: string, asked: object) => answerCatalog(tool, asked, catalog)
      if (transport === 'mcp') return path === '/ucp/mcp' ? mcpReply(body, answer) : undefined
      const tool = TOOLS[path]
      if (tool === undefined) return undefined
      const asked = parsed(body)
      return asked
        ? restReply(answer(tool, asked))
        : jsonReply({ code: 'invalid_request', content: 'The body is not a JSON object.' }, 400)
    },
  })
}

export const shops: readonly SandboxShop[] = [
  defineUcpShop('ucp', 'rest', 'GBP'),
  defineUcpShop('ucp-mcp', 'mcp', 'JPY'),
]
