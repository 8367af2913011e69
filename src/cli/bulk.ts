// `wares bulk`: runs every input of a file and writes the results to one file.
import { Command } from 'commander'
import { openInputFile } from '../bulk/input-file.ts'
import { lockOutput } from '../bulk/lock.ts'
import { openOutput } from '../bulk/output.ts'
import { resultFormatFor, surveyInputs } from '../bulk/result-format.ts'
import { runBulk } from '../bulk/run-bulk.ts'
import { createProgressCounter, describeProgress, showProgress } from '../bulk/progress-counter.ts'
import { createInputResolver } from '../bulk/input-resolver.ts'
import { readConfig } from '../config.ts'
import { createRegistry } from '../engine/registry.ts'
import { sites } from '../../sites/index.ts'
import { openBulkEngine } from './bulk-engine.ts'
import { abortOnSignal, parseOutputFile, parsePositiveInteger } from './bulk-options.ts'
import { dead, pause, remove, results, retry, status, submit } from './bulk-queue.ts'

interface RunOptions {
  out: string
  concurrency: number
  attempts: number
  cache: boolean
}

export function bulkCommand(): Command {
  return new Command('bulk')
    .addHelpText('after', EXAMPLES)
    .addCommand(runCommand())
    .addCommand(submitCommand())
    .addCommand(resultsCommand())
    .addCommand(
      jobCommand('status [job]', 'show the progress of jobs and sites')
        .option('--json', 'print JSON (the default in a pipe)')
        .action(status),
    )
    .addCommand(
      jobCommand('dead [job]', 'list inputs that failed at every attempt')
        .option('--json', 'print JSON (the default in a pipe)')
        .action(dead),
    )
    .addCommand(jobCommand('retry <job>', 'try the dead inputs of a job again').action(retry))
    .addCommand(
      jobCommand('remove <job>', 'remove a job with its results and its queued inputs').action(remove),
    )
    .addCommand(
      jobCommand('pause <site>', 'pause a site for all workers').action((site: string) => pause(site, true)),
    )
    .addCommand(
      jobCommand('resume <site>', 'resume a paused site').action((site: string) => pause(site, false)),
    )
}

function jobCommand(usage: string, description: string): Command {
  const [name = '', argument = ''] = usage.split(' ')
  return new Command(name).description(description).argument(argument)
}

function submitCommand(): Command {
  return new Command('submit')
    .description('queue every input for workers')
    .argument('<input>', 'same as for `wares bulk run`')
    .option('--name <name>', 'job name; submit again with the same name to resume')
    .option('--attempts <n>', 'attempts per input when the error is retryable', parsePositiveInteger, 5)
    .action(submit)
}

function resultsCommand(): Command {
  return new Command('results')
    .description('write the results of a job to one file, one per input')
    .argument('<job>')
    .requiredOption('--out <file>', OUT_HELP, parseOutputFile)
    .option('--wait', 'wait until every input has a result')
    .action(results)
}

function runCommand(): Command {
  return new Command('run')
    .description('collect every input into a file; run the same command again to resume')
    .argument('<input>', 'NDJSON, CSV or a list of URLs, one input per line; - reads standard input')
    .requiredOption('--out <file>', OUT_HELP, parseOutputFile)
    .option(
      '--concurrency <n>',
      'concurrent inputs; the limits of each site still apply',
      parsePositiveInteger,
      32,
    )
    .option('--attempts <n>', 'attempts per input when the error is retryable', parsePositiveInteger, 3)
    .option('--no-cache', 'bypass the cache for every input')
    .addHelpText('after', EXAMPLE)
    .action(run)
}

const OUT_HELP = 'output file: .csv for a table, .ndjson or .jsonl for one line of JSON per input'

const EXAMPLES = `
Here and now:
  wares bulk run catalogue.ndjson --out prices.csv          stop and resume at any time

By workers, over Redis (WARES_REDIS_URL):
  wares bulk submit catalogue.ndjson --name monday
  wares worker                                              as many as you like, on any machines
  wares bulk results monday --out prices.ndjson --wait
  wares bulk remove monday                                  results stay in Redis until then

Exit codes: 0 every input has its result, ok or a fault; 3 results are not all there yet; 130 stopped by a signal.`

const EXAMPLE = `
Inputs:
  {"operation":"sneakerhub.prices","params":{"id":"1044287","country":"UK"}}
  https://shop.example/watches/--id30100011.htm`

async function run(input: string, options: RunOptions): Promise<void> {
  const config = readConfig(sites)
  const opened = await openInputFile(input)
  const { file } = opened
  const release = lockOutput(config.dataDir, options.out)
  const stop = abortOnSignal()
  const registry = createRegistry(sites, config)
  const { total, lastLine, operations } = await surveyInputs(file, createInputResolver(registry, config))
  const output = await openOutput(options.out, resultFormatFor(options.out, operations, registry), lastLine)
  const engine = await openBulkEngine(config, {
    cache: options.cache,
    onUsageError: error => console.error(`Usage not written: ${String(error)}`),
  })
  const counter = createProgressCounter(output.existing)
  const progress = showProgress(counter, total)
  try {
    await runBulk({ ...engine, ...options, file, output, counter, sites: config.sites, signal: stop })
  } finally {
    await output.close()
    progress.end()
    await engine.close()
    release()
    opened.release()
  }
  if (!stop.aborted) return console.log(`${describeProgress(counter, total)}: ${options.out}`)
  console.log(`Stopped. Run the same command to continue with the remaining ${total - counter.done()}.`)
  process.exitCode = 130
}
