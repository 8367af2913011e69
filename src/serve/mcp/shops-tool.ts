// The tool `shops`: what this server can read, so that an agent asks for nothing else.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { ShopRow } from '../http/routes/shop-routes.ts'
import { READ_ONLY } from './tools.ts'

export const shopsTool: Tool = {
  name: 'shops',
  description:
    'The shops that this server can read: hosts, what each can be asked for (can), state, problem. `name`: only shops whose name or host contains it.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', description: 'Part of a name or a host' } },
  },
  annotations: READ_ONLY,
}

const SHOWN = ['name', 'hosts', 'platform', 'operations', 'can', 'state', 'problem'] as const

/** Leaves out the statistics, which are for people: `/api/v2/shops` has them. */
export function answerShops(
  shops: readonly ShopRow[],
  { name }: { readonly name?: unknown },
): CallToolResult {
  const part = typeof name === 'string' ? name.toLowerCase() : ''
  const hits = shops.filter(shop => [shop.name, ...shop.hosts].some(one => one.toLowerCase().includes(part)))
  const data = { shops: hits.map(shop => Object.fromEntries(SHOWN.map(field => [field, shop[field]]))) }
  const failing = hits.filter(shop => shop.problem !== null).map(shop => `${shop.name}: ${shop.problem}`)
  const text = [`${hits.length} shops: ${hits.map(shop => shop.name).join(', ')}`, ...failing].join('\n')
  return { content: [{ type: 'text', text }], structuredContent: { data, notes: [] } }
}
