// The MCP server: lists the tools that a caller may use, and calls them. Stateless; one per connection or request.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { findNearestName } from '../kit/nearest-name.ts'
import type { RegistryEntry, Registry } from '../engine/registry.ts'
import { answerToolCall, type RunOperation } from './answer-tool-call.ts'
import { selectTools, type ToolSelection } from './tool-selection.ts'

const INSTRUCTIONS = `Product data from shops as typed JSON; read-only.
product reads one product page of any shop; search finds products in all shops; offers finds one article by its code wherever it is sold.
Name the fields you need in \`fields\`: answers are shorter and nothing is cut.
Structured content has the answer in \`data\`, what to know about it in \`notes\`, and for a failed call the \`problem\` with its cause and the next step; do not repeat a call that will fail again.`

export interface ToolServerParts {
  readonly registry: Registry
  readonly version: string
  /** Whether this caller may use an operation. */
  readonly offers: (entry: RegistryEntry) => boolean
  readonly selection: ToolSelection
  readonly run: RunOperation
}

export function createToolServer({ registry, version, offers, selection, run }: ToolServerParts): Server {
  const tools = selectTools(selection, registry.entries, offers)
  const byName = new Map(tools.map(tool => [tool.definition.name, tool]))
  const server = new Server(
    { name: 'wares', title: 'Wares', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(tool => tool.definition) }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = byName.get(params.name)
    if (!tool) {
      const isUncovered = selectTools(selection, registry.entries, () => true).some(
        one => one.definition.name === params.name,
      )
      if (isUncovered)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `the scope of this key does not cover the tool ${params.name}`,
        )
      const near = findNearestName(params.name, byName.keys())
      const hint = near ? `; did you mean ${near}?` : ''
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}${hint}`)
    }
    return answerToolCall(tool, params.arguments ?? {}, run, context.mcpReq.signal)
  })
  return server
}
