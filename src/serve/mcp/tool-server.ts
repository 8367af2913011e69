// The MCP server: lists the tools that a caller may use, and calls them. Stateless; one per connection or request.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { findNearestName } from '../../runtime/nearest-name.ts'
import type { RegisteredOperation, Registry } from '../../answer/request/registry.ts'
import type { ShopRow } from '../http/routes/shop-routes.ts'
import type { Fault } from '#kit/fault'
import { answerToolCall, type RunOperation, type TextMode, toToolError } from './answer-tool-call.ts'
import { answerShops, shopsTool } from './shops-tool.ts'
import { selectTools, type ToolSelection } from './tool-selection.ts'
import { addShopTool, answerAddShop, type ShopAdding } from './add-shop-tool.ts'
import { answerWatchCall, watchesTool, watchTool, type WatchTools } from './watch-tool.ts'

const INSTRUCTIONS = `Product data from shops as typed JSON.
shops lists the shops that this server can read; product reads one product page of any of them; search finds products in all shops; offers finds one article by its code wherever it is sold; catalog lists the products of one shop.
Name the fields you need in \`fields\`: answers are shorter and nothing is cut.
Structured content has the answer in \`data\`, what to know about it in \`notes\`, and for a failed call the \`problem\` with its cause and the next step; do not repeat a call that will fail again.`

export interface ToolServerParts {
  readonly registry: Registry
  readonly version: string
  /** Whether this caller may use an operation. */
  readonly offers: (entry: RegisteredOperation) => boolean
  readonly selection: ToolSelection
  readonly run: RunOperation
  /** What this server can read. */
  readonly shops: () => readonly ShopRow[]
  /** Undefined if the caller may not watch. */
  readonly watch?: WatchTools | undefined
  /** Undefined if the caller may not add shops, or the server has no settings file. */
  readonly addShop?: ShopAdding | undefined
  readonly text?: TextMode
  /** Why no tool may be called now. */
  readonly refusal?: Fault | undefined
}

export function createToolServer(parts: ToolServerParts): Server {
  const { registry, version, offers, selection, run, refusal, watch, text = 'summary' } = parts
  const { addShop } = parts
  const ownTools = [shopsTool, ...(watch ? [watchesTool, watchTool] : []), ...(addShop ? [addShopTool] : [])]
  const tools = selectTools(selection, registry.entries, offers)
  const byName = new Map(tools.map(tool => [tool.definition.name, tool]))
  const server = new Server(
    { name: 'wares', title: 'Wares', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.map(tool => tool.definition), ...ownTools],
  }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    if (refusal) return toToolError(refusal)
    if (params.name === shopsTool.name) return answerShops(parts.shops(), params.arguments ?? {})
    if (watch && (params.name === watchTool.name || params.name === watchesTool.name))
      return answerWatchCall(watch, params.name, params.arguments ?? {}, context.mcpReq.signal)
    if (addShop && params.name === addShopTool.name)
      return answerAddShop(addShop, params.arguments ?? {}, context.mcpReq.signal)
    const tool = byName.get(params.name)
    if (!tool) {
      const isUncovered =
        [watchTool.name, watchesTool.name, addShopTool.name].includes(params.name) ||
        selectTools(selection, registry.entries, () => true).some(one => one.definition.name === params.name)
      if (isUncovered)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `the scope of this key does not cover the tool ${params.name}`,
        )
      const near = findNearestName(params.name, byName.keys())
      const hint = near ? `; did you mean ${near}?` : ''
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}${hint}`)
    }
    return answerToolCall(tool, params.arguments ?? {}, { run, signal: context.mcpReq.signal, text })
  })
  return server
}
