// Puts the inputs of a file into the queues. Submitting the same file under the same name again goes on where it was cut off.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BulkJob, Ledger } from './ledger.ts'
import type { Queues, Ticket } from './queues.ts'
import { type Input, readInputs } from './read-inputs.ts'
import { resultOf } from './result.ts'
import type { Tell } from './tell-work.ts'

/** Queued in one go; after each the ledger knows how far it came. */
const BATCH = 1_000

export interface Submission {
  readonly name: string
  readonly file: string
  readonly tell: Tell
  readonly ledger: Ledger
  readonly queues: Queues
  queued(inputs: number): void
}

export async function submit(submission: Submission): Promise<BulkJob> {
  const { name, file, ledger } = submission
  const sha = await shaOf(file)
  const job = await ledger.create({ name, file, sha })
  if (job.sha !== sha) {
    throw Object.assign(new Error(`There is a job ${name} of another input already; choose another name.`), {
      name: 'PlainError',
    })
  }
  if (job.isWhole) return job
  let { upTo, total } = job
  let batch: Input[] = []
  const send = async (isWhole: boolean): Promise<void> => {
    await sendBatch(submission, batch)
    total += batch.length
    upTo = batch.at(-1)?.line ?? upTo
    batch = []
    await ledger.advance(name, { upTo, total, isWhole })
    submission.queued(total)
  }
  for await (const input of readInputs(file)) {
    if (input.line <= job.upTo) continue
    batch.push(input)
    if (batch.length === BATCH) await send(false)
  }
  await send(true)
  return { ...job, upTo, total, isWhole: true }
}

async function sendBatch({ name, tell, ledger, queues }: Submission, batch: readonly Input[]): Promise<void> {
  const bySite = new Map<string, Ticket[]>()
  const refused: Promise<unknown>[] = []
  for (const input of batch) {
    const told = tell(input)
    if ('work' in told) {
      const site = told.work.entry.site.name
      const tickets = bySite.get(site) ?? []
      bySite.set(site, tickets)
      tickets.push({ ...input, job: name })
    } else {
      const { fault } = told
      const outcome = { code: fault.code, operation: undefined, path: '', atMs: undefined, absent: [], fault }
      refused.push(ledger.record(name, resultOf(input.line, input.value, outcome)))
    }
  }
  await Promise.all([...refused, ...[...bySite].map(([site, tickets]) => queues.add(site, tickets))])
}

async function shaOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
