// The commands of `wares bulk` that work on the queues in Redis: submit, status, results, dead, retry, pause, resume, remove.
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchResults, addMissingDeadLetterResults } from '../../bulk/queue/fetch-results.ts'
import { type JobStore, openJobStore } from '../../bulk/queue/job-store.ts'
import type { BulkJob } from '../../bulk/bulk-job.ts'
import { lockOutput } from '../../bulk/queue/lock.ts'
import { openOutput } from '../../bulk/output/output.ts'
import { openQueues, type Queues } from '../../bulk/queue/queues.ts'
import { openInputFile } from '../../bulk/input/input-file.ts'
import {
  isCsv,
  isParquet,
  ownFieldsNote,
  resultFileFor,
  resultFormatFor,
  surveyInputs,
} from '../../bulk/output/result-format.ts'
import { submit as submitInputs } from '../../bulk/queue/submit.ts'
import { createProgressCounter, describeProgress, showProgress } from '../../bulk/progress-counter.ts'
import { createInputResolver } from '../../bulk/input/input-resolver.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { sites } from '../../../adapters/sites/index.ts'
import { finishOutput } from './bulk-options.ts'
import { printJson, printTable, wantsJson } from '../print/print.ts'
import { withProgress } from '../print/progress.ts'
import { operatorError } from '../../runtime/operator-error.ts'

const DEFAULT_ATTEMPTS = 5
const POLL_MS = 1_000
/** Queued work is durable, so a command waits for Redis; a person should know that it does. */
const HINT_AFTER_MS = 2_000

interface QueueContext {
  readonly config: Config
  readonly jobStore: JobStore
  readonly queues: Queues
}

export async function submit(input: string, options: { name?: string; attempts: number }): Promise<void> {
  const opened = await openInputFile(input)
  try {
    await submitFile(opened.file, options.name ?? defaultJobName(input), options.attempts)
  } finally {
    opened.release()
  }
}

async function submitFile(file: string, name: string, attempts: number): Promise<void> {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw operatorError('A name has at most 64 letters, digits, dots, dashes and underscores.')
  await withQueues(async ({ config, jobStore, queues }) => {
    const resolveInput = createInputResolver(createRegistry(sites, config), config)
    const { total, own } = await surveyInputs(file, resolveInput)
    const note = ownFieldsNote(own)
    if (note !== undefined) console.log(note)
    const job = await withProgress(total, queued =>
      submitInputs({ name, file, resolveInput, jobStore, queues, onQueued: queued }),
    )
    console.log(
      `${job.name} has ${job.total.toLocaleString('en')} inputs; \`wares start --worker\` takes them.`,
    )
  }, attempts)
}

export async function status(name: string | undefined, options: { json?: boolean }): Promise<void> {
  await withQueues(async ({ jobStore, queues }) => {
    const jobs = name === undefined ? await jobStore.list() : [await requireJob(jobStore, name)]
    const rows = await Promise.all(
      jobs.map(async job => ({ job, counts: await jobStore.outcomeCounts(job.name) })),
    )
    const statuses = rows.map(({ job, counts }) => jobStatus(job, counts))
    const lines = (await queues.counts()).filter(
      line => line.isPaused || line.waiting + line.active + line.delayed + line.dead > 0,
    )
    if (wantsJson(options)) return printJson({ jobs: statuses, sites: lines })
    printTable(
      ['job', 'state', 'done', 'of', 'outcomes'],
      statuses.map(({ name, state, done, total, outcomes }) => [
        name,
        state,
        String(done),
        String(total),
        Object.entries(outcomes)
          .map(([code, count]) => `${code} ${count}`)
          .join('  '),
      ]),
    )
    if (lines.length === 0) return
    console.log('')
    printTable(
      ['site', 'waiting', 'active', 'delayed', 'dead', ''],
      lines.map(({ site, waiting, active, delayed, dead, isPaused }) => [
        site,
        String(waiting),
        String(active),
        String(delayed),
        String(dead),
        isPaused ? 'paused' : '',
      ]),
    )
  })
}

export async function results(
  name: string,
  options: { out: string; wait?: boolean; excel?: boolean },
): Promise<void> {
  await withQueues(async ({ config, jobStore, queues }) => {
    let job = await requireJob(jobStore, name)
    const release = lockOutput(config.dataDir, options.out)
    job = await untilColumnsAreKnown(jobStore, job, options)
    const registry = createRegistry(sites, config)
    const content = { operations: new Set(job.operations), own: job.own }
    const form = resultFormatFor(options.out, content, registry, options.excel)
    const output = await openOutput(resultFileFor(options.out), form)
    const counter = createProgressCounter(output.existing)
    const progress = showProgress(counter, job.total)
    const isDone = (): boolean => job.isFullyQueued && counter.done() >= job.total
    try {
      for (;;) {
        await addMissingDeadLetterResults(jobStore, queues, name)
        await fetchResults({ jobStore, output, onWritten: counter.count }, job)
        if (isDone() || !options.wait) break
        await sleep(POLL_MS)
        job = await requireJob(jobStore, name)
      }
      await output.close()
      if (isDone()) await finishOutput(options.out, content, registry)
    } finally {
      await output.close()
      progress.end()
      release()
    }
    console.log(`${describeProgress(counter, job.total)}: ${options.out}`)
    if (isDone()) return
    console.log('Run the same command again to add the others, or use --wait.')
    process.exitCode = 3
  })
}

/** Waits until the job is fully queued, because CSV has the columns of all its operations. */
async function untilColumnsAreKnown(
  jobStore: JobStore,
  queuedJob: BulkJob,
  { out, wait }: { out: string; wait?: boolean },
): Promise<BulkJob> {
  let job = queuedJob
  while ((isCsv(out) || isParquet(out)) && !job.isFullyQueued) {
    if (!wait)
      throw operatorError(`${job.name} is still being submitted; CSV output needs the whole job. Use --wait.`)
    await sleep(POLL_MS)
    job = await requireJob(jobStore, job.name)
  }
  return job
}

export async function dead(name: string | undefined, options: { json?: boolean }): Promise<void> {
  await withQueues(async ({ queues }) => {
    const letters = await Array.fromAsync(queues.deadLetters(name))
    if (wantsJson(options)) {
      return printJson(
        letters.map(({ site, input, reason, attempts }) => ({
          job: input.job,
          line: input.line,
          site,
          input: input.value,
          reason,
          attempts,
        })),
      )
    }
    printTable(
      ['job', 'line', 'site', 'attempts', 'last fault'],
      letters.map(({ site, input, reason, attempts }) => [
        input.job,
        String(input.line),
        site,
        String(attempts),
        reason,
      ]),
    )
  })
}

export async function retry(name: string): Promise<void> {
  await withQueues(async ({ jobStore, queues }) => {
    let count = 0
    await withProgress(undefined, async reached => {
      for await (const letter of queues.deadLetters(name)) {
        const { line } = letter.input
        const [result] = await jobStore.results(name, [line])
        // This order matters: if it is interrupted in between, the input is still a dead letter and can be retried.
        if (result) await jobStore.removeResult(name, line, result.outcome)
        await letter.retry()
        reached(++count)
      }
    })
    console.log(`${count} inputs of ${name} are queued again.`)
  })
}

export async function pause(site: string, isPaused: boolean): Promise<void> {
  await withQueues(async ({ queues }) => {
    if (!queues.bySite.has(site)) throw operatorError(`There is no site ${site}; \`wares shops\` shows them.`)
    await (isPaused ? queues.pause(site) : queues.resume(site))
    console.log(isPaused ? `${site} is paused for every worker.` : `${site} is resumed.`)
  })
}

export async function remove(name: string): Promise<void> {
  await withQueues(async ({ jobStore, queues }) => {
    const job = await requireJob(jobStore, name)
    // The job first, so that a worker cannot store the result of an input it is still processing.
    await jobStore.remove(name)
    const page = 500
    await withProgress(job.lastQueuedLine, async reached => {
      for (let from = 1; from <= job.lastQueuedLine; from += page) {
        const lines = Array.from(
          { length: Math.min(page, job.lastQueuedLine - from + 1) },
          (_, place) => from + place,
        )
        await queues.removeInputs(name, lines)
        reached(from + lines.length - 1)
      }
    })
    console.log(`${name} is removed.`)
  })
}

async function withQueues(
  work: (context: QueueContext) => Promise<void>,
  attempts = DEFAULT_ATTEMPTS,
): Promise<void> {
  const config = readConfig(sites)
  const url = requireRedis(config)
  const jobStore = openJobStore(url, config.redisPrefix)
  const settings = { url, prefix: config.redisPrefix, attempts }
  const queues = openQueues(settings, queueNames(config))
  const hint = setTimeout(() => {
    if (!jobStore.isConnected()) console.error(`Waiting for Redis at ${new URL(url).host}. Stop with Ctrl-C.`)
  }, HINT_AFTER_MS)
  try {
    await work({ config, jobStore, queues })
  } finally {
    clearTimeout(hint)
    await queues.close()
    await jobStore.close()
  }
}

/** One per site, and one for the general operations. */
export function queueNames(config: Config): string[] {
  return [...new Set(createRegistry(sites, config).entries.map(entry => entry.site.name))]
}

export function requireRedis(config: Config): string {
  if (config.redisUrl === undefined)
    throw operatorError('Queued work needs Redis: set WARES_REDIS_URL. Without Redis, use `wares bulk run`.')
  return config.redisUrl
}

async function requireJob(jobStore: JobStore, name: string): Promise<BulkJob> {
  const job = await jobStore.find(name)
  if (!job) throw operatorError(`There is no job ${name}; \`wares bulk status\` shows all.`)
  return job
}

function jobStatus(job: BulkJob, counts: ReadonlyMap<string, number>) {
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const state = job.isFullyQueued ? (done >= job.total ? 'done' : 'working') : 'being submitted'
  return {
    name: job.name,
    state,
    done,
    total: job.total,
    file: job.file,
    created_at: job.createdAt,
    outcomes: Object.fromEntries(counts),
  }
}

function defaultJobName(file: string): string {
  const base = basename(file)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 40)
  return `${base}-${new Date().toISOString().replaceAll(/[^\d]/g, '').slice(0, 14)}`
}
