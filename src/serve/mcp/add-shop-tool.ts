// The tool `add_shop`: adds a shop by one of its products, as POST /api/v2/shops does. Only with the scopes for it.
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { asFault } from '../../answer/problems.ts'
import { type AnyAsked, readRouteInput } from '../http/route-input.ts'
import { type AddShop, shopRoutes } from '../http/routes/shop-routes.ts'
import type { Caller } from '../http/define-route.ts'
import { toToolError } from './answer-tool-call.ts'
import { outputSchema } from './output-schema.ts'

export interface ShopAdding {
  readonly addShop: AddShop
  readonly caller: Caller
}

const [, route] = shopRoutes

/** What a caller must cover. */
export const ADD_SHOP_SCOPES = route.scope

export const addShopTool: Tool = {
  name: 'add_shop',
  description:
    'Add a shop to this server by the URL of one of its products: says what was found and what is missing, and writes the shop to the settings. With dry_run, nothing is written.',
  inputSchema: {
    type: 'object',
    properties: {
      url: { type: 'string', description: 'Product page of the shop' },
      dry_run: { type: 'boolean', default: false, description: 'Only say what was found' },
    },
    required: ['url'],
  },
  outputSchema: outputSchema({}),
  annotations: { readOnlyHint: false, destructiveHint: false },
}

export async function answerAddShop(
  { addShop, caller }: ShopAdding,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  try {
    const input = readRouteInput(route, {}, args)
    const handle = route.handle as (request: AnyAsked, parts: unknown) => ReturnType<typeof route.handle>
    const { product: _product, ...data } = await handle({ ...input, path: {}, caller, signal }, { addShop })
    const verdict = data.written ? 'is added' : data.configured ? 'is configured already' : 'is not added'
    const missing = data.missing.map(one => one.field).join(', ')
    const text = `${data.shop} ${verdict}${data.problem === null ? '' : `: ${data.problem}`}. Found ${data.found.length} fields${missing && `; missing: ${missing}`}.${data.sandbox === 'kept' ? ' `sandbox: true` was written too: the test shops stay.' : ''}`
    return { content: [{ type: 'text', text }], structuredContent: { data, notes: [] } }
  } catch (error) {
    return toToolError(asFault(error))
  }
}
