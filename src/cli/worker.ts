// `wares worker`: takes submitted inputs from the queues in Redis until it is told to stop.
import { Command } from 'commander'
import { openLedger } from '../bulk/ledger.ts'
import { openQueues } from '../bulk/queues.ts'
import { createTally, describeRate } from '../bulk/tally.ts'
import { startWork } from '../bulk/work.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observe/log.ts'
import { sites } from '../sites/index.ts'
import { openBulkEngine } from './bulk-engine.ts'
import { requireRedis } from './bulk-queue.ts'
import { stopOnSignal, whole } from './bulk-options.ts'

const TELL_EVERY_MS = 10_000

export function workerCommand(): Command {
  return new Command('worker')
    .option('--concurrency <n>', 'inputs at once for one site', whole, 16)
    .option('--no-cache', 'ask the site for every input, even one asked a moment ago')
    .action(work)
}

async function work(options: { concurrency: number; cache: boolean }): Promise<void> {
  const config = readConfig(sites)
  const redisUrl = requireRedis(config)
  const log = createLog(config.logLevel)
  const stop = stopOnSignal()
  const engine = await openBulkEngine(config, {
    cache: options.cache,
    uncounted: error => log.warn({ cause: String(error) }, 'usage not written'),
  })
  const ledger = openLedger(redisUrl, config.redisPrefix)
  const queues = openQueues(
    { url: redisUrl, prefix: config.redisPrefix, attempts: 1 },
    sites.map(site => site.name),
  )
  const tally = createTally(0)
  const working = startWork({
    ...engine,
    config,
    redisUrl,
    queues,
    ledger,
    concurrency: options.concurrency,
    done: tally.count,
    trouble: error => log.warn({ cause: error.message }, 'trouble with a queue'),
  })
  console.log('The worker is ready.')
  let told = 0
  const timer = setInterval(() => {
    if (tally.done() > told) console.log(describeRate(tally))
    told = tally.done()
  }, TELL_EVERY_MS)
  await untilAborted(stop)
  clearInterval(timer)
  await working.close()
  await Promise.all([queues.close(), ledger.close(), engine.close()])
  console.log(`${describeRate(tally)}; the worker has stopped.`)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
