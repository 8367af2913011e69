// `wares product`, `wares search`, `wares offers`: run the general operations, on a server or here, for people and for pipes.
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { addServerOptions, type ServerOptions } from '../connect/connect.ts'
import { addOutputOptions, type OutputOptions } from '../print/output-format.ts'
import { printedOperations } from '../print/printed-operations.ts'
import type { ReadOptions } from './explain-reading.ts'
import { runOperation } from './print-operation.ts'

type Options = OutputOptions & ServerOptions & Readonly<Record<string, string | boolean | undefined>>

export function productCommand(): Command {
  const command = new Command('product')
    .argument('<page>', 'URL of a product page, or a saved HTML file')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .option('--language <code>', 'language code, for shops that serve several languages')
    .option('--include <parts>', 'sources, absent, or sources,absent')
    .option('--fresh', FRESH)
    .option(
      '--explain',
      'show what the reader alone finds: the candidates for each field and why one was chosen',
    )
    .option('--url <url>', 'of a file: the URL it came from (default: its canonical URL)')
    .action(async (page: string, { explain, url, ...options }: Options) => {
      const isFile = !/^https?:\/\//i.test(page) && existsSync(page)
      if (isFile || explain === true)
        return (await import('./explain-reading.ts')).readPage(
          page,
          { ...options, explain, url } as ReadOptions,
          command,
        )
      await run(command, PRODUCT, { url: page }, options)
    })
  return addServerOptions(addOutputOptions(command))
}

export function searchCommand(): Command {
  const command = new Command('search')
    .argument('<words...>')
    .option('--sites <names>', 'shop names separated by commas (default: every shop with a search)')
    .option('--page <n>', 'page number', '1')
    .option('--fresh', FRESH)
    .action((words: string[], options: Options) => run(command, SEARCH, { query: words.join(' ') }, options))
  return addServerOptions(addOutputOptions(command))
}

export function offersCommand(): Command {
  const command = new Command('offers')
    .argument('<code>', 'style code, MPN or GTIN')
    .option('--sites <names>', 'shop names separated by commas (default: all shops)')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .option('--fresh', FRESH)
    .action((code: string, options: Options) => run(command, OFFERS, { code }, options))
  return addServerOptions(addOutputOptions(command))
}

const FRESH = 'bypass the cache: read the shop now'
const PRODUCT = 'general.product'
const SEARCH = 'general.search'
const OFFERS = 'general.offers'

function run(
  command: Command,
  id: keyof typeof printedOperations,
  params: Readonly<Record<string, string>>,
  { json, output, server, key, local, fresh, ...optionParams }: Options,
): Promise<void> {
  const query = { ...params, ...(optionParams as Readonly<Record<string, string>>) }
  return runOperation({
    command,
    operation: printedOperations[id],
    query,
    options: { json, output, server, key, local, fresh: fresh === true },
  })
}
