// `wares start --worker`: processes submitted inputs from the queues in Redis until it is stopped.
import { rmSync, writeFile } from 'node:fs'
import { join } from 'node:path'
import { openJobStore } from '../../bulk/queue/job-store.ts'
import { openQueues } from '../../bulk/queue/queues.ts'
import { createProgressCounter, describeRate } from '../../bulk/progress-counter.ts'
import { startQueueWorker } from '../../bulk/queue/queue-worker.ts'
import { readConfig } from '../../settings/config.ts'
import { createLog } from '../../health/log.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { openBulkEngine } from '../bulk/bulk-engine.ts'
import { queueNames, requireRedis } from '../bulk/bulk-queue.ts'
import { abortOnSignal } from '../bulk/bulk-options.ts'

const REPORT_EVERY_MS = 10_000

export async function runWorker(options: { concurrency: number; cache: boolean }): Promise<void> {
  const config = readConfig(sites)
  const redisUrl = requireRedis(config)
  const log = createLog(config.logLevel)
  const stop = abortOnSignal()
  const engine = await openBulkEngine(config, {
    cache: options.cache,
    onUsageError: error => log.warn({ cause: String(error) }, 'usage not written'),
  })
  const jobStore = openJobStore(redisUrl, config.redisPrefix)
  const queues = openQueues({ url: redisUrl, prefix: config.redisPrefix, attempts: 1 }, queueNames(config))
  const counter = createProgressCounter()
  const working = startQueueWorker({
    ...engine,
    config,
    redisUrl,
    queues,
    jobStore,
    concurrency: options.concurrency,
    onResult: counter.count,
    onError: error => log.warn({ cause: error.message }, 'queue error'),
  })
  console.log('The worker is ready.')
  let reported = 0
  // For the probe of a container: a worker listens on no port.
  const alive = join(config.dataDir, 'worker-alive')
  const touch = (): void =>
    writeFile(alive, '', error => error && log.warn({ cause: error.message }, 'worker-alive not written'))
  touch()
  const timer = setInterval(() => {
    touch()
    if (counter.done() > reported) console.log(describeRate(counter))
    reported = counter.done()
  }, REPORT_EVERY_MS)
  await untilAborted(stop)
  clearInterval(timer)
  rmSync(alive, { force: true })
  await working.close()
  await Promise.all([queues.close(), jobStore.close(), engine.close()])
  console.log(`${describeRate(counter)}; the worker has stopped.`)
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
