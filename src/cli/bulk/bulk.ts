// `wares bulk`: its commands and their options. What they do is loaded when they run: a question about a queue needs no engine.
import { Command } from 'commander'
import type { RunOptions } from './bulk-run.ts'
import { parseOutputFile } from './bulk-options.ts'
import { parsePositiveInteger } from '../options/invalid-command-line.ts'

export function bulkCommand(): Command {
  return new Command('bulk')
    .addHelpText('after', EXAMPLES)
    .addCommand(runCommand())
    .addCommand(submitCommand())
    .addCommand(resultsCommand())
    .addCommand(
      jobCommand('status [job]', 'show the progress of jobs and sites')
        .option('--json', 'print JSON (the default in a pipe)')
        .action(onQueues(commands => commands.status)),
    )
    .addCommand(
      jobCommand('dead [job]', 'list inputs that failed at every attempt')
        .option('--json', 'print JSON (the default in a pipe)')
        .action(onQueues(commands => commands.dead)),
    )
    .addCommand(
      jobCommand('retry <job>', 'try the dead inputs of a job again').action(
        onQueues(commands => commands.retry),
      ),
    )
    .addCommand(
      jobCommand('remove <job>', 'remove a job with its results and its queued inputs').action(
        onQueues(commands => commands.remove),
      ),
    )
    .addCommand(
      jobCommand('pause <site>', 'pause a site for all workers').action(
        onQueues(commands => (site: string) => commands.pause(site, true)),
      ),
    )
    .addCommand(
      jobCommand('resume <site>', 'resume a paused site').action(
        onQueues(commands => (site: string) => commands.pause(site, false)),
      ),
    )
}

type QueueCommands = typeof import('./bulk-queue.ts')

/** Runs a command of `bulk-queue.ts`. */
function onQueues<Args extends unknown[]>(
  choose: (commands: QueueCommands) => (...args: Args) => Promise<void>,
) {
  return async (...args: Args): Promise<void> => choose(await import('./bulk-queue.ts'))(...args)
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
    .action(onQueues(commands => commands.submit))
}

function resultsCommand(): Command {
  return new Command('results')
    .description('write the results of a job to one file, one per input')
    .argument('<job>')
    .requiredOption('--out <file>', OUT_HELP, parseOutputFile)
    .option('--excel', 'start CSV with a byte order mark, so that Excel reads it as UTF-8')
    .option('--wait', 'wait until every input has a result')
    .action(onQueues(commands => commands.results))
}

function runCommand(): Command {
  return new Command('run')
    .description('collect every input into a file; run the same command again to resume')
    .argument('<input>', 'NDJSON, CSV or a list of URLs, one input per line; - reads standard input')
    .requiredOption('--out <file>', OUT_HELP, parseOutputFile)
    .option('--excel', 'start CSV with a byte order mark, so that Excel reads it as UTF-8')
    .option(
      '--concurrency <n>',
      'concurrent inputs; the limits of each site still apply',
      parsePositiveInteger,
      32,
    )
    .option('--attempts <n>', 'attempts per input when the error is retryable', parsePositiveInteger, 3)
    .option('--no-cache', 'bypass the cache for every input')
    .addHelpText('after', EXAMPLE)
    .action(async (input: string, options: RunOptions) => (await import('./bulk-run.ts')).run(input, options))
}

const OUT_HELP = 'output file: .csv or .parquet for a table, .ndjson or .jsonl for one line of JSON per input'

const EXAMPLES = `
On this machine:
  wares bulk run catalog.ndjson --out prices.csv          stop and resume at any time

With workers, over Redis (WARES_REDIS_URL):
  wares bulk submit catalog.ndjson --name monday
  wares start --worker                                      as many as you like, on any machines
  wares bulk results monday --out prices.ndjson --wait
  wares bulk remove monday                                  results stay in Redis until then

Exit codes: 0 every input has its result, ok or a fault; 3 results are not all there yet; 130 stopped by a signal.`

const EXAMPLE = `
Inputs:
  {"operation":"sneakerhub.prices","params":{"id":"1044287","country":"UK"}}
  https://shop.example/watches/--id30100011.htm`
