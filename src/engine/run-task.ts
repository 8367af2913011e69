// Runs a task of a shop: fetches and reads until no more pages are needed, within the shop's own limits.
import type { Shop } from '../config/shops.ts'
import type { Send } from '../upstream/layer.ts'
import type { HostResults, OtherHostTask, Step } from './task.ts'
import { createPageFetcher, type RequestContext } from './page-fetcher.ts'
import type { TaskJob, TaskReader } from './task-reader.ts'

/** What a task needs to be run. */
export interface TaskTools {
  readonly send: Send
  readonly reader: TaskReader
}

/** A finished step. */
type Done = Exclude<Step, { kind: 'needs' }>

export interface TaskRun {
  readonly step: Done
  /** Address of the page after redirects; empty if only data was read. */
  readonly source: string
}

/** `job` gives the task anew for each step, with the time of that step. */
export async function runTask(
  job: () => Pick<TaskJob, 'call' | 'entry'>,
  shop: Shop,
  { send, reader }: TaskTools,
  context: RequestContext,
): Promise<TaskRun> {
  const fetcher = createPageFetcher(shop, send, context)
  const { fetched } = fetcher
  // Pages of one shop are read in turn: a slow shop must not slow down the others.
  const step = () => reader.step({ ...context, ...job(), group: shop.name, fetched })
  try {
    let taken = await step()
    while (taken.kind === 'needs') {
      await fetcher.fetchAll(taken.requests)
      taken = await step()
    }
    return { step: taken, source: fetcher.source() }
  } finally {
    fetcher.close()
  }
}

/** Reads something of a listed shop. */
export async function runHostTask<T extends OtherHostTask>(
  task: T,
  shop: Shop,
  tools: TaskTools,
  context: RequestContext,
): Promise<{ readonly value: HostResults[T['kind']]; readonly isShortLived: boolean }> {
  const { step } = await runTask(() => ({ call: task }), shop, tools, context)
  if (step.kind !== 'host') throw new Error('another task was answered')
  // A task gives what its kind promises.
  return { value: step.value as HostResults[T['kind']], isShortLived: step.isShortLived }
}
