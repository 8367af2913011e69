// Queues the inputs of a file. Submitting the same file under the same name again continues where it stopped.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { JobStore } from './job-store.ts'
import type { BulkJob, QueuedInput } from '../bulk-job.ts'
import type { Queues } from './queues.ts'
import { type BulkInput, readInputs } from '../input/read-inputs.ts'
import { resultOf } from '../output/result.ts'
import { OWN_FIELDS_MAX } from '../output/result-format.ts'
import type { InputResolver } from '../input/input-resolver.ts'
import { operatorError } from '../../runtime/operator-error.ts'

/** Inputs per batch; the job records its progress after each. */
const BATCH_SIZE = 1_000

export interface Submission {
  readonly name: string
  readonly file: string
  readonly resolveInput: InputResolver
  readonly jobStore: JobStore
  readonly queues: Queues
  onQueued(inputs: number): void
}

export async function submit(submission: Submission): Promise<BulkJob> {
  const { name, file, jobStore } = submission
  const sha = await sha256Of(file)
  const job = await jobStore.create({ name, file, sha })
  if (job.sha !== sha) {
    throw operatorError(`A job ${name} with another input exists; choose another name.`)
  }
  if (job.isFullyQueued) return job
  let { lastQueuedLine, total } = job
  const operations = new Set(job.operations)
  const ownFields = new Set(job.own)
  let batch: BulkInput[] = []
  const send = async (isWhole: boolean): Promise<void> => {
    const used = await sendBatch(submission, batch)
    for (const id of used.operations) operations.add(id)
    for (const name of used.own) ownFields.add(name)
    total += batch.length
    lastQueuedLine = batch.at(-1)?.line ?? lastQueuedLine
    batch = []
    await jobStore.saveQueueProgress(name, {
      lastQueuedLine,
      total,
      isFullyQueued: isWhole,
      operations: [...operations],
      own: [...ownFields].slice(0, OWN_FIELDS_MAX),
    })
    submission.onQueued(total)
  }
  for await (const input of readInputs(file)) {
    if (input.line <= job.lastQueuedLine) continue
    batch.push(input)
    if (batch.length === BATCH_SIZE) await send(false)
  }
  await send(true)
  return {
    ...job,
    lastQueuedLine,
    total,
    isFullyQueued: true,
    operations: [...operations],
    own: [...ownFields].slice(0, OWN_FIELDS_MAX),
  }
}

/** Returns the ids of the operations that the inputs use, and the names of the caller's own fields. */
async function sendBatch(
  { name, resolveInput, jobStore, queues }: Submission,
  batch: readonly BulkInput[],
): Promise<{ readonly operations: ReadonlySet<string>; readonly own: ReadonlySet<string> }> {
  const operations = new Set<string>()
  const own = new Set<string>()
  const bySite = new Map<string, QueuedInput[]>()
  const refused: Promise<unknown>[] = []
  for (const input of batch) {
    const resolved = resolveInput(input)
    if ('work' in resolved) {
      const site = resolved.work.site
      operations.add(resolved.work.entry.operation.id)
      for (const field of resolved.work.own) own.add(field)
      const inputs = bySite.get(site) ?? []
      bySite.set(site, inputs)
      inputs.push({ ...input, job: name })
    } else {
      const { fault } = resolved
      const outcome = { code: fault.code, operation: undefined, path: '', atMs: undefined, absent: [], fault }
      refused.push(jobStore.addResult(name, resultOf(input.line, input.value, outcome)))
    }
  }
  await Promise.all([...refused, ...[...bySite].map(([site, inputs]) => queues.add(site, inputs))])
  return { operations, own }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
