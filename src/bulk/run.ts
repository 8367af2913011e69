// A bulk collection in this process: inputs that have no result yet, through lanes, into the output.
import type { Config } from '../config.ts'
import type { Fault } from '../kit/fault.ts'
import { askedMs, backOffMs } from './back-off.ts'
import type { Collect, Outcome } from './collect.ts'
import { type Again, type LaneItem, runLanes } from './lanes.ts'
import type { Output } from './output.ts'
import { type Input, readInputs } from './read-inputs.ts'
import { resultOf } from './result.ts'
import type { Tally } from './tally.ts'
import type { Tell } from './tell-work.ts'

export interface BulkRun {
  readonly file: string
  readonly output: Output
  readonly tell: Tell
  readonly collect: Collect
  readonly tally: Tally
  readonly sites: Config['sites']
  readonly concurrency: number
  /** How often an input is tried in all, when its fault may pass. */
  readonly attempts: number
  readonly signal: AbortSignal
}

/** Far enough to find work for other sites while one is slow; small enough to hold in memory. */
const AHEAD = 10_000
/** Inputs that ask nothing of any site. */
const NO_SITE = ''

export async function runBulk(run: BulkRun): Promise<void> {
  await runLanes(openInputs(run), {
    concurrency: run.concurrency,
    ahead: AHEAD,
    signal: run.signal,
    // More would only wait at the site's throttle, and time out there.
    limitOf: lane => run.sites[lane]?.concurrency ?? run.concurrency,
    run: (input, attempt) => runOne(run, input, attempt),
  })
}

async function* openInputs({ file, output, tell }: BulkRun): AsyncGenerator<LaneItem<Input>> {
  for await (const input of readInputs(file)) {
    if (output.has(input.line, JSON.stringify(input.value))) continue
    const told = tell(input)
    yield { lane: 'work' in told ? told.work.entry.site.name : NO_SITE, item: input }
  }
}

async function runOne(run: BulkRun, input: Input, attempt: number): Promise<Again | undefined> {
  const outcome = await run.collect(input)
  if (outcome.fault?.retryable && attempt < run.attempts) return again(run, outcome, outcome.fault, attempt)
  await run.output.write(resultOf(input.line, input.value, outcome))
  run.tally.count(outcome.code)
  return undefined
}

function again(run: BulkRun, outcome: Outcome, fault: Fault, attempt: number): Again {
  const site = outcome.operation?.split('.')[0] ?? NO_SITE
  // The sandbox asks for a pause only when an input tries out how that looks.
  const isPause = fault.code === 'upstream_busy' && run.sites[site]?.sandboxed === false
  return { afterMs: backOffMs(fault, attempt), holdLaneMs: isPause ? askedMs(fault) : 0 }
}
