// The MCP server: lists the tools a caller may use, and calls them. One for each connection or request; nothing is kept.
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { findNearestName } from '../kit/nearest-name.ts'
import type { RegistryEntry, Registry } from '../engine/registry.ts'
import { callTool, type RunOperation } from './call-tool.ts'
import { toolName, toolOf } from './tools.ts'

const INSTRUCTIONS = `Product data of shops as typed JSON; read-only.
Search first (tools ending in _search, _products or _trends), then ask for one product by the id, slug, SKU or URL found there.
Name the fields you need in \`fields\`: answers are shorter and nothing is cut.
A failed call says what to do next; do not repeat a call that is said to fail again.`

export interface ToolServerParts {
  readonly registry: Registry
  readonly version: string
  /** Which operations this caller is offered. */
  readonly offers: (entry: RegistryEntry) => boolean
  readonly run: RunOperation
}

export function createToolServer({ registry, version, offers, run }: ToolServerParts): Server {
  const byName = new Map(registry.entries.filter(offers).map(entry => [toolName(entry), entry]))
  const server = new Server(
    { name: 'wares', title: 'Wares', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({ tools: Array.from(byName.values(), toolOf) }))
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const entry = byName.get(params.name)
    if (!entry) {
      const near = findNearestName(params.name, byName.keys())
      const hint = near ? `; did you mean ${near}?` : ''
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}${hint}`)
    }
    return callTool(entry, params.arguments ?? {}, run, context.mcpReq.signal)
  })
  return server
}
