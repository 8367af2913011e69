// `wares product`, `wares search`, `wares offers`: run the general operations, here or on a server, for people and for pipes.
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createRegistry, type RegistryEntry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { sites } from '../../sites/index.ts'
import { openEngine, runOnce } from './engine-in-process.ts'
import { addOutputOptions, type OutputFormat, outputFormat, type OutputOptions } from './output-format.ts'
import { printAnswer, refuseCsvWithoutTable } from './print-answer.ts'
import { printFault } from './print-fault.ts'
import { addServerOptions, type RemoteOptions, remoteWares, type RemoteWares } from './remote-wares.ts'
import { toRawParams } from '../kit/raw-params.ts'

type Options = OutputOptions & RemoteOptions & Readonly<Record<string, string | boolean | undefined>>

export function productCommand(): Command {
  const command = new Command('product')
    .argument('<url>', 'URL of a product page')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .option('--language <code>', 'language code, for shops that serve several languages')
    .option('--include <parts>', 'sources, absent, or sources,absent')
    .action((url: string, options: Options) => run(command, 'general.product', { url }, options))
  return addServerOptions(addOutputOptions(command))
}

export function searchCommand(): Command {
  const command = new Command('search')
    .argument('<words...>')
    .option('--sites <names>', 'site names separated by commas (default: every site with a search)')
    .option('--page <n>', 'page number', '1')
    .action((words: string[], options: Options) =>
      run(command, 'general.search', { query: words.join(' ') }, options),
    )
  return addServerOptions(addOutputOptions(command))
}

export function offersCommand(): Command {
  const command = new Command('offers')
    .argument('<code>', 'style code, MPN or GTIN')
    .option('--sites <names>', 'site names separated by commas (default: all sites)')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .action((code: string, options: Options) => run(command, 'general.offers', { code }, options))
  return addServerOptions(addOutputOptions(command))
}

async function run(
  command: Command,
  id: string,
  params: Readonly<Record<string, string>>,
  { json, output, server, key, ...options }: Options,
): Promise<void> {
  const config = readConfig(sites)
  const entry = createRegistry(sites, config).byId.get(id)
  if (!entry) throw new Error(`there is no operation ${id}`)
  const format = outputFormat({ json, output })
  refuseCsvWithoutTable(entry, format, command)
  const remote = remoteWares({ server, key })
  if (remote) return runRemote(remote, entry, { ...params, ...options } as Params, { format, config })
  const opened = await openEngine(config)
  const { engine } = opened
  try {
    const rawParams = toRawParams({ ...params, ...options }, 'query')
    const answer = await runOnce(engine, entry, rawParams)
    printAnswer(entry, answer, format, config)
  } catch (error) {
    printFault(error, format, { instance: entry.path, operation: id })
  } finally {
    await opened.close()
  }
}

type Params = Readonly<Record<string, string | undefined>>

async function runRemote(
  remote: RemoteWares,
  entry: RegistryEntry,
  query: Params,
  { format, config }: { readonly format: OutputFormat; readonly config: Config },
): Promise<void> {
  try {
    const { body, headers } = await remote.request('GET', entry.path, { query })
    // Of the answer, what is printed: null is what the shop does not state, and the header says how much of it.
    const absent = headers.get('wares-absent') ?? ''
    printAnswer(
      entry,
      { body: Buffer.from(JSON.stringify(body)), absent, absentPointers: [], absentAt: [] },
      format,
      config,
    )
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    printFault(error, format, { instance: entry.path, operation: entry.operation.id, isRemote: true })
  }
}
