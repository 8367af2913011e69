// `wares product`, `wares search`, `wares offers`: run the general operations, on a server or here, for people and for pipes.
import { Command } from 'commander'
import { operations } from '../../client/src/operations.ts'
import { Fault } from '../kit/fault.ts'
import { addServerOptions, connect, type ServerOptions } from './connect.ts'
import { addOutputOptions, outputFormat, type OutputOptions } from './output-format.ts'
import { isTableFormat, printAnswer, type PrintedOperation, refuseCsvWithoutTable } from './print-answer.ts'
import { printFault } from './print-fault.ts'

type Options = OutputOptions & ServerOptions & Readonly<Record<string, string | boolean | undefined>>

export function productCommand(): Command {
  const command = new Command('product')
    .argument('<url>', 'URL of a product page')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .option('--language <code>', 'language code, for shops that serve several languages')
    .option('--include <parts>', 'sources, absent, or sources,absent')
    .action((url: string, options: Options) => run(command, PRODUCT, { url }, options))
  return addServerOptions(addOutputOptions(command))
}

export function searchCommand(): Command {
  const command = new Command('search')
    .argument('<words...>')
    .option('--sites <names>', 'site names separated by commas (default: every site with a search)')
    .option('--page <n>', 'page number', '1')
    .action((words: string[], options: Options) => run(command, SEARCH, { query: words.join(' ') }, options))
  return addServerOptions(addOutputOptions(command))
}

export function offersCommand(): Command {
  const command = new Command('offers')
    .argument('<code>', 'style code, MPN or GTIN')
    .option('--sites <names>', 'site names separated by commas (default: all sites)')
    .option('--country <code>', 'country code, for shops that serve several countries')
    .action((code: string, options: Options) => run(command, OFFERS, { code }, options))
  return addServerOptions(addOutputOptions(command))
}

/** As the definitions have it, which take longer to load than a running server takes to answer. A test compares them. */
export const PRINTED = {
  product: {
    id: 'general.product',
    isList: false,
    statedNulls: [
      '/operation',
      '/price_max',
      '/other_prices',
      '/disputed',
      '/platform',
      '/sources',
      '/absent',
    ],
  },
  search: { id: 'general.search', isList: true, rows: 'results', siteOutcomes: 'sites' },
  offers: { id: 'general.offers', isList: true, rows: 'offers', siteOutcomes: 'sites' },
} as const satisfies Readonly<Record<string, PrintedOperation>>

const PRODUCT = 'product'
const SEARCH = 'search'
const OFFERS = 'offers'

async function run(
  command: Command,
  name: keyof typeof PRINTED,
  params: Readonly<Record<string, string>>,
  { json, output, server, key, local, ...options }: Options,
): Promise<void> {
  const operation = PRINTED[name]
  const { path } = operations.general[name]
  const format = outputFormat({ json, output })
  refuseCsvWithoutTable(operation, format, command)
  const wares = connect({ server, key, local })
  const query = { ...params, ...options, ...(isTableFormat(format) && { format }) }
  try {
    const reply = await wares.ask('GET', path, {
      query: query,
    })
    printAnswer(operation, { ...reply, absentAt: pointersIn(reply.absent) }, format)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    printFault(error, format, { instance: path, operation: operation.id, where: wares.where() })
  } finally {
    await wares.close()
  }
}

/** A position in a list is not in the header. */
function pointersIn(absent: string): string[] {
  return absent
    .split(',')
    .map(pointer => pointer.split(';', 1)[0]?.trim() ?? '')
    .filter(pointer => pointer !== '' && !pointer.includes('*'))
}
