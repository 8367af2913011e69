// The commands of `wares bulk` that work on the queues in Redis: submit, status, results, dead, retry, pause, resume, remove.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetchResults, settleDead } from '../bulk/fetch-results.ts'
import { type BulkJob, type Ledger, openLedger } from '../bulk/ledger.ts'
import { lockOutput } from '../bulk/lock.ts'
import { openOutput } from '../bulk/output.ts'
import { openQueues, type Queues } from '../bulk/queues.ts'
import { countInputs } from '../bulk/read-inputs.ts'
import { submit as submitInputs } from '../bulk/submit.ts'
import { createTally, describe, showProgress } from '../bulk/tally.ts'
import { createTell } from '../bulk/tell-work.ts'
import { type Config, readConfig } from '../config.ts'
import { createRegistry } from '../engine/registry.ts'
import { sites } from '../sites/index.ts'
import { plainError, printJson, printTable, wantsJson } from './print.ts'
import { withProgress } from './progress.ts'

const DEFAULT_ATTEMPTS = 5
const WAIT_MS = 1_000

interface Desk {
  readonly config: Config
  readonly ledger: Ledger
  readonly queues: Queues
}

export async function submit(file: string, options: { name?: string; attempts: number }): Promise<void> {
  if (!existsSync(file)) throw plainError(`There is no file ${file}.`)
  const name = options.name ?? nameFor(file)
  if (!/^[\w.-]{1,64}$/.test(name))
    throw plainError('A name has at most 64 letters, digits, dots, dashes and underscores.')
  await atDesk(async ({ config, ledger, queues }) => {
    const tell = createTell(createRegistry(sites, config), config)
    const job = await withProgress(await countInputs(file), queued =>
      submitInputs({ name, file, tell, ledger, queues, queued }),
    )
    console.log(`${job.name} has ${job.total.toLocaleString('en')} inputs; \`wares worker\` takes them.`)
  }, options.attempts)
}

export async function status(name: string | undefined, options: { json?: boolean }): Promise<void> {
  await atDesk(async ({ ledger, queues }) => {
    const jobs = name === undefined ? await ledger.list() : [await jobNamed(ledger, name)]
    const rows = await Promise.all(jobs.map(async job => ({ job, counts: await ledger.counts(job.name) })))
    const shown = rows.map(({ job, counts }) => stateOf(job, counts))
    const lines = (await queues.counts()).filter(
      line => line.isPaused || line.waiting + line.active + line.delayed + line.dead > 0,
    )
    if (wantsJson(options)) return printJson({ jobs: shown, sites: lines })
    printTable(
      ['job', 'state', 'done', 'of', 'outcomes'],
      shown.map(({ name, state, done, total, outcomes }) => [
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

export async function results(name: string, options: { out: string; wait?: boolean }): Promise<void> {
  await atDesk(async ({ config, ledger, queues }) => {
    let job = await jobNamed(ledger, name)
    const release = lockOutput(config.dataDir, options.out)
    const output = await openOutput(options.out)
    const tally = createTally(output.found)
    const progress = showProgress(tally, job.total)
    const isDone = (): boolean => job.isWhole && tally.before + tally.done() >= job.total
    try {
      for (;;) {
        await settleDead(ledger, queues, name)
        await fetchResults({ ledger, output, written: tally.count }, job)
        if (isDone() || !options.wait) break
        await sleep(WAIT_MS)
        job = await jobNamed(ledger, name)
      }
    } finally {
      await output.close()
      progress.end()
      release()
    }
    console.log(`${describe(tally, job.total)}: ${options.out}`)
    if (isDone()) return
    console.log('The same command adds the others when they are there; --wait waits for them.')
    process.exitCode = 3
  })
}

export async function dead(name: string | undefined, options: { json?: boolean }): Promise<void> {
  await atDesk(async ({ queues }) => {
    const letters = await Array.fromAsync(queues.dead(name))
    if (wantsJson(options)) {
      return printJson(
        letters.map(({ site, ticket, reason, attempts }) => ({
          job: ticket.job,
          line: ticket.line,
          site,
          input: ticket.value,
          reason,
          attempts,
        })),
      )
    }
    printTable(
      ['job', 'line', 'site', 'attempts', 'last fault'],
      letters.map(({ site, ticket, reason, attempts }) => [
        ticket.job,
        String(ticket.line),
        site,
        String(attempts),
        reason,
      ]),
    )
  })
}

export async function retry(name: string): Promise<void> {
  await atDesk(async ({ ledger, queues }) => {
    let count = 0
    await withProgress(undefined, async reached => {
      for await (const letter of queues.dead(name)) {
        const { line } = letter.ticket
        const [result] = await ledger.results(name, [line])
        // In this order: cut off in between, it is still a dead letter and can be retried again.
        if (result) await ledger.forget(name, line, result.outcome)
        await letter.retry()
        reached(++count)
      }
    })
    console.log(`${count} inputs of ${name} wait again.`)
  })
}

export async function pause(site: string, isPaused: boolean): Promise<void> {
  await atDesk(async ({ queues }) => {
    if (!queues.bySite.has(site)) throw plainError(`There is no site ${site}; \`wares ops\` shows them.`)
    await (isPaused ? queues.pause(site) : queues.resume(site))
    console.log(isPaused ? `${site} is paused for every worker.` : `${site} goes on.`)
  })
}

export async function remove(name: string): Promise<void> {
  await atDesk(async ({ ledger, queues }) => {
    const job = await jobNamed(ledger, name)
    // The job first: what a worker still has in hand then finds no place for its result.
    await ledger.remove(name)
    const page = 500
    await withProgress(job.upTo, async reached => {
      for (let from = 1; from <= job.upTo; from += page) {
        const lines = Array.from({ length: Math.min(page, job.upTo - from + 1) }, (_, place) => from + place)
        await queues.drop(name, lines)
        reached(from + lines.length - 1)
      }
    })
    console.log(`${name} is removed.`)
  })
}

async function atDesk(work: (desk: Desk) => Promise<void>, attempts = DEFAULT_ATTEMPTS): Promise<void> {
  const config = readConfig(sites)
  const url = requireRedis(config)
  const ledger = openLedger(url, config.redisPrefix)
  const settings = { url, prefix: config.redisPrefix, attempts }
  const queues = openQueues(
    settings,
    sites.map(site => site.name),
  )
  try {
    await work({ config, ledger, queues })
  } finally {
    await queues.close()
    await ledger.close()
  }
}

export function requireRedis(config: Config): string {
  if (config.redisUrl === undefined)
    throw plainError(
      'Work is shared over Redis: set WARES_REDIS_URL. Without it, `wares bulk run` does it here.',
    )
  return config.redisUrl
}

async function jobNamed(ledger: Ledger, name: string): Promise<BulkJob> {
  const job = await ledger.find(name)
  if (!job) throw plainError(`There is no job ${name}; \`wares bulk status\` shows all.`)
  return job
}

function stateOf(job: BulkJob, counts: ReadonlyMap<string, number>) {
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const state = job.isWhole ? (done >= job.total ? 'done' : 'working') : 'being submitted'
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

function nameFor(file: string): string {
  const base = basename(file)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\w.-]/g, '-')
    .slice(0, 40)
  return `${base}-${new Date().toISOString().replaceAll(/[^\d]/g, '').slice(0, 14)}`
}
