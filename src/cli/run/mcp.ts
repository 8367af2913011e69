// `wares mcp`: serves the operations as tools for a local agent, over standard input and output.
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import { type Config, readConfig } from '../../settings/config.ts'
import type { Engine } from '../../answer/index.ts'
import { systemClock } from '../../runtime/clock.ts'
import { createLocalAdmission, createMemoryRateLimiter } from '../../store/keys/admission.ts'
import { createMeter } from '../../store/keys/meter.ts'
import { openStore } from '../../store/open-store.ts'
import { createWatches } from '../../watch/create-watches.ts'
import { ownerFinder } from '../../watch/check/owned-request.ts'
import { createRegistry, isOffered, offeredRegistry } from '../../answer/request/registry.ts'
import { listShops } from '../../serve/http/list-shops.ts'
import { Fault } from '#kit/fault'
import type { TextMode } from '../../serve/mcp/answer-tool-call.ts'
import { parseTextMode, parseToolSelection, type ToolSelection } from '../../serve/mcp/tool-selection.ts'
import { createToolServer } from '../../serve/mcp/tool-server.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { version } from '../../runtime/version.ts'
import type { WatchTools } from '../../serve/mcp/watch-tool.ts'
import { addAddressOptions, type ServerOptions } from '../connect/connect.ts'
import { COMMAND_LINE } from '../connect/in-process.ts'
import { openLocalEngine } from '../connect/local-engine.ts'

export function mcpCommand(): Command {
  const command = new Command('mcp')
    .option(
      '--tools <which>',
      '`all` for one tool per operation, or site names separated by commas',
      'default',
    )
    .option('--text <which>', '`summary`, or `json` for hosts that show a model only the text', 'summary')
    .addHelpText(
      'after',
      `
In an agent's settings:
  { "mcpServers": { "wares": { "command": "npx", "args": ["wares", "mcp"] } } }

Tools: product, search, offers, catalog, shops, call for the operations of built-in shops, watches, and watch.
With --server, the tools are those of that server, with add_shop if the key may add shops; without it, this process does the work.
A running Wares serves the same at /mcp (streamable HTTP, header x-api-key), or /mcp?tools=all.`,
    )
    .action((options: McpOptions) => (options.server ? bridge(options) : mcp(options)))
  return addAddressOptions(command)
}

interface McpOptions extends ServerOptions {
  readonly tools: string
  readonly text: string
}

async function bridge({ tools, text, ...options }: McpOptions): Promise<void> {
  const { bridgeToServer } = await import('./mcp-bridge.ts')
  await bridgeToServer(options, { tools, text })
}

/** This process answers only its own agent: nothing is known of earlier answers. */
const NO_FACTS = { health: {}, fields: () => undefined, canaries: [] }

async function mcp(options: McpOptions): Promise<void> {
  const config = readConfig(sites)
  const selection = selectionFrom(options.tools)
  const text = textFrom(options.text)
  const registry = offeredRegistry(createRegistry(sites, config), config)
  const localEngine = await openLocalEngine(config)
  const { engine } = localEngine
  const shops = () => listShops(config, registry, { ...NO_FACTS, known: engine.knownShop })
  let opened: ReturnType<typeof openWatches> | undefined
  const watch: WatchTools = {
    watches: async () => (await (opened ??= openWatches(config, engine))).watches,
    caller: COMMAND_LINE,
  }
  const serving = serveStdio(
    () =>
      createToolServer({
        registry,
        version,
        offers: entry => isOffered(entry, config),
        selection,
        shops,
        watch,
        text,
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
      .then(async () => (await opened)?.close())
      .then(() => localEngine.close())
      .finally(() => process.exit())
  }
  process.stdin.once('end', end)
  process.stdin.once('close', end)
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

/** The watches of the data folder, checked by this engine. */
async function openWatches(config: Config, engine: Engine) {
  const store = await openStore(config)
  const registry = createRegistry(sites, config)
  const meter = createMeter(store.usage, store.shared, () => {})
  const owners = {
    findOwner: ownerFinder(store.keys),
    admission: createLocalAdmission(createMemoryRateLimiter(), meter),
    meter,
  }
  return {
    watches: createWatches({
      config,
      database: store.database,
      engine,
      registry,
      clock: systemClock,
      owners,
    }),
    async close() {
      await meter.close()
      await store.close()
    },
  }
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

function textFrom(text: string): TextMode {
  try {
    return parseTextMode(text)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw operatorError(`--text: ${error.message}.`)
  }
}
