// `wares catalog SHOP --out FILE`: all product pages of a shop into a file; goes on where it was interrupted.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { createRegistry, type RegistryEntry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { toRawParams } from '../kit/raw-params.ts'
import { sites } from '../../sites/index.ts'
import { type JournalRow, openJournal } from './catalog-journal.ts'
import { openEngine, runOnce } from './engine-in-process.ts'
import { invalidCommandLine } from './invalid-command-line.ts'
import { printFault } from './print-fault.ts'
import { addServerOptions, type RemoteOptions, type RemoteWares, remoteWares } from './remote-wares.ts'
import { valueOf } from '../engine/answer.ts'

/** The part of an answer that is used here. */
interface CatalogAnswer {
  readonly products: readonly JournalRow[]
  readonly cursor: string | null
  readonly requests: { readonly used: number; readonly budget: number }
  readonly problems: readonly string[]
}

interface Options extends RemoteOptions {
  readonly out: string
  readonly budget: string
}

export function catalogCommand(): Command {
  const command = new Command('catalog')
    .argument('<shop>', 'name of the shop, as `wares shops` lists it')
    .requiredOption('--out <file>', 'products.csv, products.parquet or products.ndjson')
    .option('--budget <n>', 'requests to the shop at the most', '1000')
    .addHelpText(
      'after',
      '\nInterrupted at any moment, the same command continues where it stopped: FILE.part has what was collected.\nExit codes:\n  0  the file is complete\n  1  it is not; run the command again, with a larger budget if that is used up',
    )
    .action(collect)
  return addServerOptions(command)
}

/** A shop that is busy is asked again so often, each time after a longer pause. */
const TRIES = 5
const FIRST_PAUSE_MS = 2_000

async function collect(shop: string, { out, budget, server, key }: Options): Promise<void> {
  if (!/\.(?:csv|parquet|ndjson)$/i.test(out))
    throw invalidCommandLine('--out must end in .csv, .parquet or .ndjson')
  const config = readConfig(sites)
  const entry = createRegistry(sites, config).byId.get('general.catalog')
  if (!entry) throw new Error('there is no operation general.catalog')
  const remote = remoteWares({ server, key })
  const journal = openJournal(shop, out)
  const source = remote ? remoteSource(remote, entry) : await localSource(config, entry)
  const ask = (after: string | undefined) => source.ask({ shop, budget, ...(after && { after }) })
  try {
    let { cursor } = journal
    if (cursor) process.stderr.write(`Going on after ${journal.count()} products.\n`)
    while (cursor !== null) {
      const page = await patiently(() => ask(cursor ?? undefined))
      for (const problem of page.problems) process.stderr.write(`  ${problem}\n`)
      if (page.cursor === cursor) {
        process.stderr.write(`${journal.count()} products so far; ${out}.part keeps them.\n`)
        process.exitCode = 1
        return journal.close()
      }
      journal.add({ rows: page.products, cursor: page.cursor, used: page.requests.used })
      const { used } = page.requests
      process.stderr.write(`${journal.count()} products, ${used} of ${page.requests.budget} requests\n`)
      cursor = page.cursor
    }
    const count = journal.count()
    await journal.finish()
    process.stderr.write(`${out}: ${count} products of ${shop}.\n`)
  } catch (error) {
    const isRemote = remote !== undefined
    if (!(error instanceof Fault) && isRemote) throw error
    printFault(error, 'table', { instance: shop, operation: 'general.catalog', isRemote })
    process.stderr.write(
      `${out}.part keeps ${journal.count()} products; run the command again to continue.\n`,
    )
  } finally {
    await source.close()
  }
}

/** Where the pages of the catalogue come from: this process, or a server. */
interface CatalogSource {
  ask(params: Readonly<Record<string, string>>): Promise<CatalogAnswer>
  close(): Promise<void>
}

async function localSource(config: Config, entry: RegistryEntry): Promise<CatalogSource> {
  const opened = await openEngine(config)
  const { engine } = opened
  return {
    async ask(params) {
      const answer = await runOnce(engine, entry, toRawParams(params, 'query'))
      return valueOf(answer) as CatalogAnswer
    },
    close: () => opened.close(),
  }
}

function remoteSource(remote: RemoteWares, { path }: RegistryEntry): CatalogSource {
  return {
    ask: async query => (await remote.request('GET', path, { query })).body as CatalogAnswer,
    close: async () => {},
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable || tries === TRIES) throw error
      await sleep(error.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1))
    }
  }
}
