// Many requests from a file. What comes in is a list of inputs; what goes out is one result for each, in a file that a
// stopped run goes on with. This file runs them in this process; `queue/` spreads them over workers.
import type { Config } from '../settings/config.ts'
import type { Fault } from '#kit/fault'
import { cappedRetryAfterMs, retryDelayMs } from './retry-delay.ts'
import type { BulkCollector, BulkOutcome } from './input/collect.ts'
import { type RetryDelay, type SiteItem, runPerSite } from './site-scheduler.ts'
import type { Output } from './output/output.ts'
import { type BulkInput, readInputs } from './input/read-inputs.ts'
import { resultOf } from './output/result.ts'
import type { ProgressCounter } from './progress-counter.ts'
import type { InputResolver } from './input/input-resolver.ts'

export interface BulkRun {
  readonly file: string
  readonly output: Output
  readonly resolveInput: InputResolver
  readonly collect: BulkCollector
  readonly counter: ProgressCounter
  readonly sites: Config['sites']
  readonly concurrency: number
  /** Total attempts for an input with a retryable fault. */
  readonly attempts: number
  readonly signal: AbortSignal
}

/** Far enough to find inputs of other sites while one is slow; small enough for memory. */
const READ_AHEAD = 10_000
/** The site of inputs that cannot be resolved. */
const NO_SITE = ''

export async function runBulk(run: BulkRun): Promise<void> {
  await runPerSite(pendingInputs(run), {
    concurrency: run.concurrency,
    readAhead: READ_AHEAD,
    signal: run.signal,
    // More would only wait for the site's throttle and time out there.
    concurrencyOf: site => run.sites[site]?.concurrency ?? run.concurrency,
    run: (input, attempt) => runOne(run, input, attempt),
  })
}

async function* pendingInputs({ file, output, resolveInput }: BulkRun): AsyncGenerator<SiteItem<BulkInput>> {
  for await (const input of readInputs(file)) {
    if (output.hasResultOf(input.line, JSON.stringify(input.value))) continue
    const resolved = resolveInput(input)
    yield { site: 'work' in resolved ? resolved.work.site : NO_SITE, item: input }
  }
}

async function runOne(run: BulkRun, input: BulkInput, attempt: number): Promise<RetryDelay | undefined> {
  const outcome = await run.collect(input)
  if (outcome.fault?.retryable && attempt < run.attempts)
    return retryDelayOf(run, outcome, outcome.fault, attempt)
  await run.output.write(resultOf(input.line, input.value, outcome))
  run.counter.count(outcome.code)
  return undefined
}

function retryDelayOf(run: BulkRun, outcome: BulkOutcome, fault: Fault, attempt: number): RetryDelay {
  const site = outcome.operation?.split('.')[0] ?? NO_SITE
  // The sandbox requests a pause only if an input simulates one.
  const isPause = fault.code === 'upstream_busy' && run.sites[site]?.sandboxed === false
  return { delayMs: retryDelayMs(fault, attempt), pauseSiteMs: isPause ? cappedRetryAfterMs(fault) : 0 }
}
