// `wares mcp`: the operations as tools for an agent on this machine, over standard input and output.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createRegistry, isOffered } from '../engine/registry.ts'
import { createToolServer } from '../mcp/tool-server.ts'
import { sites } from '../../sites/index.ts'
import { version } from '../version.ts'
import { openEngine } from './engine-in-process.ts'

export function mcpCommand(): Command {
  return new Command('mcp')
    .addHelpText(
      'after',
      `
In an agent's settings:
  { "mcpServers": { "wares": { "command": "npx", "args": ["wares", "mcp"] } } }

A running Wares serves the same tools at /mcp (streamable HTTP, header x-api-key).`,
    )
    .action(mcp)
}

async function mcp(): Promise<void> {
  const config = readConfig(sites)
  const registry = createRegistry(sites, config)
  const own = await openEngine(config)
  const { engine } = own
  const serving = serveStdio(
    () =>
      createToolServer({
        registry,
        version,
        offers: entry => isOffered(entry, config),
        run: (entry, given, freshness, signal) =>
          engine.run(engine.prepare(entry, given), {
            freshness,
            caller: 'agent',
            signal,
            onTiming: () => {},
          }),
      }),
    // Standard output belongs to the protocol.
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
