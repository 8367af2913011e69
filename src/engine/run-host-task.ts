// Reads something of a listed shop: fetches and reads until no more pages are needed, within the shop's own limits.
import type { Send } from '../upstream/layer.ts'
import { READER_SITE } from '../upstream/reader-upstreams.ts'
import type { HostResults, HostTask } from './host-task.ts'
import type { OperationReader } from './operation-reader.ts'
import { createPageFetcher, type RequestContext } from './page-fetcher.ts'

/** The origins of a listed shop; see `findReaderShop`. */
type Origins = Readonly<Record<string, string>>

export interface HostRun<T extends HostTask> {
  readonly value: HostResults[T['kind']]
  readonly isShortLived: boolean
  /** Address of the page after redirects; empty if only data was read. */
  readonly source: string
}

export async function runHostTask<T extends HostTask>(
  task: T,
  origins: Origins,
  { send, reader }: { readonly send: Send; readonly reader: OperationReader },
  context: Omit<RequestContext, 'site'>,
): Promise<HostRun<T>> {
  const own = { ...context, site: READER_SITE }
  const fetcher = createPageFetcher({ enabled: true, origins, settings: {} }, send, own)
  const { fetched } = fetcher
  const group = new URL(origins.main ?? '').host
  try {
    let step = await reader.readHost({ ...own, task, group, fetched })
    while (step.kind === 'needs') {
      await fetcher.fetchAll(step.requests)
      step = await reader.readHost({ ...own, task, group, fetched })
    }
    const { value, isShortLived } = step
    // A task gives what its kind promises.
    return { value: value as HostResults[T['kind']], isShortLived, source: fetcher.source() }
  } finally {
    fetcher.close()
  }
}
