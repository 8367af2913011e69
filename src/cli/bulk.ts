// `wares bulk`: whole catalogues, input by input, into one file.
import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { lockOutput } from '../bulk/lock.ts'
import { openOutput } from '../bulk/output.ts'
import { countInputs } from '../bulk/read-inputs.ts'
import { runBulk } from '../bulk/run.ts'
import { createTally, describe, showProgress } from '../bulk/tally.ts'
import { readConfig } from '../config.ts'
import { sites } from '../sites/index.ts'
import { openBulkEngine } from './bulk-engine.ts'
import { plainError } from './print.ts'

interface RunOptions {
  out: string
  concurrency: number
  attempts: number
  cache: boolean
}

export function bulkCommand(): Command {
  return new Command('bulk').description('collect whole catalogues').addCommand(runCommand())
}

function runCommand(): Command {
  return new Command('run')
    .description('collect every input into a file; the same command again goes on where it stopped')
    .argument('<input>', 'NDJSON, CSV or URLs: one operation with parameters, or one URL, to a line')
    .requiredOption('--out <file>', 'where results go: .csv gives CSV, anything else NDJSON')
    .option('--concurrency <n>', 'inputs at once; each site is asked by its own manners', whole, 32)
    .option('--attempts <n>', 'tries for an input whose fault may pass', whole, 3)
    .option('--no-cache', 'ask the site for every input, even one asked a moment ago')
    .addHelpText('after', EXAMPLE)
    .action(run)
}

const EXAMPLE = `
Inputs:
  {"operation":"sneakerhub.prices","params":{"id":"1044287","country":"UK"}}
  https://shop.example/watches/--id30100011.htm`

async function run(input: string, options: RunOptions): Promise<void> {
  if (!existsSync(input)) throw plainError(`There is no file ${input}.`)
  const config = readConfig(sites)
  const release = lockOutput(config.dataDir, options.out)
  const stop = stopOnSignal()
  const output = await openOutput(options.out)
  const engine = await openBulkEngine(config, options)
  const total = await countInputs(input)
  const tally = createTally(output.found)
  const progress = showProgress(tally, total)
  try {
    await runBulk({ ...engine, ...options, file: input, output, tally, sites: config.sites, signal: stop })
  } finally {
    await output.close()
    progress.end()
    await engine.close()
    release()
  }
  if (!stop.aborted) return console.log(`${describe(tally, total)}: ${options.out}`)
  console.log(
    `Stopped; the same command goes on with the ${total - tally.before - tally.done()} that are left.`,
  )
  process.exitCode = 130
}

/** The first signal lets what is under way finish; a second one means: now. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(1)
      controller.abort()
    })
  }
  return controller.signal
}

function whole(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('it must be a whole number from 1')
  return number
}
