// Runs a task of a shop: fetches and reads until no more pages are needed, within the shop's own limits.
import type { SiteConfig } from '../config/site-config.ts'
import type { Send } from '../upstream/layer.ts'
import { READER_SITE } from '../upstream/reader-upstreams.ts'
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
  job: () => Pick<TaskJob, 'call' | 'entry' | 'group'>,
  shop: Pick<SiteConfig, 'enabled' | 'origins' | 'settings'>,
  { send, reader }: TaskTools,
  context: RequestContext,
): Promise<TaskRun> {
  const fetcher = createPageFetcher(shop, send, context)
  const { fetched } = fetcher
  try {
    let step = await reader.step({ ...context, ...job(), fetched })
    while (step.kind === 'needs') {
      await fetcher.fetchAll(step.requests)
      step = await reader.step({ ...context, ...job(), fetched })
    }
    return { step, source: fetcher.source() }
  } finally {
    fetcher.close()
  }
}

/** Reads something of a listed shop. */
export async function runHostTask<T extends OtherHostTask>(
  task: T,
  origins: SiteConfig['origins'],
  tools: TaskTools,
  context: Omit<RequestContext, 'site'>,
): Promise<{ readonly value: HostResults[T['kind']]; readonly isShortLived: boolean }> {
  const job = { call: task, group: groupOf(origins) }
  const { step } = await runTask(() => job, listedConfig(origins), tools, { ...context, site: READER_SITE })
  if (step.kind !== 'host') throw new Error('another task was answered')
  // A task gives what its kind promises.
  return { value: step.value as HostResults[T['kind']], isShortLived: step.isShortLived }
}

/** Pages of one host are read in turn: a slow shop must not slow down the others. */
export function groupOf(origins: SiteConfig['origins']): string {
  return new URL(origins.main ?? '').host
}

export function listedConfig(
  origins: SiteConfig['origins'],
): Pick<SiteConfig, 'enabled' | 'origins' | 'settings'> {
  return { enabled: true, origins, settings: {} }
}
