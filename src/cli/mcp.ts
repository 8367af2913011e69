// `wares mcp`: serves the operations as tools for a local agent, over standard input and output.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createRegistry, isOffered } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { parseToolSelection, type ToolSelection } from '../mcp/tool-selection.ts'
import { createToolServer } from '../mcp/tool-server.ts'
import { operatorError } from '../operator-error.ts'
import { sites } from '../../sites/index.ts'
import { version } from '../version.ts'
import { openEngine } from './engine-in-process.ts'

export function mcpCommand(): Command {
  return new Command('mcp')
    .option(
      '--tools <which>',
      '`all` for one tool per operation, or site names separated by commas',
      'default',
    )
    .addHelpText(
      'after',
      `
In an agent's settings:
  { "mcpServers": { "wares": { "command": "npx", "args": ["wares", "mcp"] } } }

By default there are four tools: product, search, offers, and call for the operations of the sites.
A running Wares serves the same at /mcp (streamable HTTP, header x-api-key), or /mcp?tools=all.`,
    )
    .action(mcp)
}

async function mcp(options: { tools: string }): Promise<void> {
  const config = readConfig(sites)
  const selection = selectionFrom(options.tools)
  const registry = createRegistry(sites, config)
  const own = await openEngine(config)
  const { engine } = own
  const serving = serveStdio(
    () =>
      createToolServer({
        registry,
        version,
        offers: entry => isOffered(entry, config),
        selection,
        run: (entry, rawParams, freshness, signal) =>
          engine.run(engine.prepare(entry, rawParams), {
            freshness,
            caller: 'agent',
            signal,
            onTiming: () => {},
          }),
      }),
    // Standard output is reserved for the protocol.
    { onerror: error => console.error(error.message), maxSubscriptions: 0 },
  )
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= serving
      .close()
      .then(() => own.close())
      .finally(() => process.exit())
  }
  process.stdin.once('close', end)
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

function selectionFrom(text: string): ToolSelection {
  const names = sites.map(site => site.name)
  try {
    return parseToolSelection(text, names)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw operatorError(`${error.message}: ${names.join(', ')}.`)
  }
}
