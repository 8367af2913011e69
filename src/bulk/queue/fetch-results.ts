// Writes the available results of a submitted job to one file, each input once.
import type { JobStore } from './job-store.ts'
import type { BulkJob } from '../bulk-job.ts'
import type { Output } from '../output/output.ts'
import type { Queues } from './queues.ts'
import { recordStalledInput } from './queue-worker.ts'

/** Results per request to Redis; one may have several hundred kilobytes. */
const PAGE_SIZE = 100

export interface FetchResultsOptions {
  readonly jobStore: JobStore
  readonly output: Output
  /** Called with the outcome of each written result. */
  readonly onWritten: (outcome: string) => void
}

/** Writes results of queued lines that the file does not contain yet. Returns the number written. */
export async function fetchResults(
  { jobStore, output, onWritten }: FetchResultsOptions,
  job: BulkJob,
): Promise<number> {
  let count = 0
  for (let from = 1; from <= job.lastQueuedLine; from += PAGE_SIZE) {
    const lines = Array.from(
      { length: Math.min(PAGE_SIZE, job.lastQueuedLine - from + 1) },
      (_, place) => from + place,
    )
    const missingLines = lines.filter(line => !output.hasLine(line))
    for (const result of await jobStore.results(job.name, missingLines)) {
      if (!result) continue
      await output.write(result)
      onWritten(result.outcome)
      count++
    }
  }
  return count
}

/** Adds a result for dead letters without one, because the worker that should have written it died. */
export async function addMissingDeadLetterResults(
  jobStore: JobStore,
  queues: Queues,
  job: string,
): Promise<void> {
  for await (const { input } of queues.deadLetters(job)) {
    if (!(await jobStore.hasResult(job, input.line)))
      await recordStalledInput({ jobStore, onResult: () => {} }, input)
  }
}
