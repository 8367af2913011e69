// Brings the results of a submitted job into one file: every input once, as far as they are there.
import type { BulkJob, Ledger } from './ledger.ts'
import type { Output } from './output.ts'
import type { Queues } from './queues.ts'
import { giveUp } from './work.ts'

/** Fetched in one go; a result may be some hundred kilobytes. */
const PAGE = 100

export interface Fetching {
  readonly ledger: Ledger
  readonly output: Output
  /** Called with the outcome of each result that was written. */
  readonly written: (outcome: string) => void
}

/** Results of the lines from 1 to the last queued one that the file does not hold yet. Answers how many it wrote. */
export async function fetchResults({ ledger, output, written }: Fetching, job: BulkJob): Promise<number> {
  let count = 0
  for (let from = 1; from <= job.upTo; from += PAGE) {
    const lines = Array.from({ length: Math.min(PAGE, job.upTo - from + 1) }, (_, place) => from + place)
    const wanted = lines.filter(line => !output.holds(line))
    for (const result of await ledger.results(job.name, wanted)) {
      if (!result) continue
      await output.write(result)
      written(result.outcome)
      count++
    }
  }
  return count
}

/** Dead letters without a result get one: the worker that should have written it died too. */
export async function settleDead(ledger: Ledger, queues: Queues, job: string): Promise<void> {
  for await (const { ticket } of queues.dead(job)) {
    if (!(await ledger.has(job, ticket.line))) await giveUp({ ledger, done: () => {} }, ticket)
  }
}
