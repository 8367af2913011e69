// `wares catalog SHOP --out FILE`: all product pages of a shop into a file; goes on where it was interrupted.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { operations } from '../../../client/src/operations.ts'
import { backOffMs } from '../../runtime/back-off.ts'
import { isOperatorError } from '../../runtime/operator-error.ts'
import { Fault } from '#kit/fault'
import { type JournalRow, openJournal } from './catalog-journal.ts'
import { addServerOptions, connect, type ServerOptions } from '../connect/connect.ts'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { printFault } from '../print/print-fault.ts'

/** The part of an answer that is used here. */
interface CatalogAnswer {
  readonly products: readonly JournalRow[]
  readonly cursor: string | null
  readonly requests: { readonly used: number; readonly budget: number }
  readonly problems: readonly string[]
}

interface Options extends ServerOptions {
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
      '\nInterrupted at any moment, the same command continues where it stopped: FILE.part has what was collected.\nA list with prices starts over if FILE.part is older than 15 minutes.\nExit codes:\n  0  the file is complete\n  1  it is not; run the command again, with a larger budget if that is used up',
    )
    .action(collect)
  return addServerOptions(command)
}

/** A shop that is busy is asked again so often, each time after a longer pause. */
const TRIES = 5
const FIRST_PAUSE_MS = 2_000

async function collect(shop: string, { out, budget, ...options }: Options): Promise<void> {
  if (!/\.(?:csv|parquet|ndjson)$/i.test(out))
    throw invalidCommandLine('--out must end in .csv, .parquet or .ndjson')
  const wares = connect(options)
  const { path } = operations.general.catalog
  const journal = openJournal(shop, out, Date.now())
  const ask = async (after: string | undefined) =>
    (await wares.ask('GET', path, { query: { shop, budget, after } })).body as CatalogAnswer
  try {
    let { cursor } = journal
    if (journal.isOutdated)
      process.stderr.write(
        `${out}.part is too old: the list may have moved, and is read from its beginning.\n`,
      )
    if (journal.count() > 0) process.stderr.write(`Going on after ${journal.count()} products.\n`)
    while (cursor !== null) {
      const page = await patiently(() => ask(cursor ?? undefined))
      for (const problem of page.problems) process.stderr.write(`  ${problem}\n`)
      if (page.cursor === cursor) {
        const hint = journal.count() > 0 ? `; ${out}.part keeps them` : ''
        process.stderr.write(`${journal.count()} products so far${hint}.\n`)
        process.exitCode = 1
        return
      }
      journal.add({ rows: page.products, asked: cursor, cursor: page.cursor, used: page.requests.used })
      const { used } = page.requests
      process.stderr.write(`${journal.count()} products, ${used} of ${page.requests.budget} requests\n`)
      cursor = page.cursor
    }
    const count = journal.count()
    await journal.finish()
    process.stderr.write(`${out}: ${count} products of ${shop}.\n`)
  } catch (error) {
    const where = wares.where()
    if (isOperatorError(error) || (!(error instanceof Fault) && where !== 'here')) throw error
    printFault(error, 'table', { instance: shop, operation: 'general.catalog', where })
    if (journal.count() > 0)
      process.stderr.write(
        `${out}.part keeps ${journal.count()} products; run the command again to continue.\n`,
      )
  } finally {
    journal.close()
    await wares.close()
  }
}

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Fault) || !error.retryable || tries === TRIES) throw error
      await sleep(backOffMs(tries, { firstMs: FIRST_PAUSE_MS, retryAfterMs: error.retryAfterMs }))
    }
  }
}
