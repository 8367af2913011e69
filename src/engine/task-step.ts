// One step of a task on the pages fetched so far: its result, or the pages that it needs next. Pure, so that it can run on
// any thread: `load` starts from the beginning each time and finds what is fetched.
import type { SiteView } from '../kit/get.ts'
import { Fault } from '../kit/fault.ts'
import type { Page, PageSource } from '../kit/page.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { SelectorCache } from '../kit/read/selector-cache.ts'
import type { PageRequest, ReadResult } from './fetched-pages.ts'
import { type HostResults, type HostTask, type ListedFacts, readHostTask } from './host-task.ts'
import type { ReadingRequest } from './read-general.ts'
import { readOperation } from './read-operation.ts'
import type { SiteEntry } from './registry.ts'

/** One of a site's own operations. */
export interface OperationCall {
  readonly kind: 'operation'
  readonly operation: string
  /** Whether the operation's `otherWay` is taken. */
  readonly isOther: boolean
  readonly params: ParamValues
  readonly view: SiteView
  /** Also reads the documents into the general shape. */
  readonly reading?: ReadingRequest | undefined
}

/** What is read of a shop: plain data, which crosses to another thread. */
export type TaskCall = OperationCall | HostTask

export type Step =
  | { readonly kind: 'needs'; readonly requests: readonly PageRequest[] }
  /**
   * A product or a list of a shop. Of a site's operation, `general` is the same documents in the general shape, if that
   * was requested; of a listed shop, `listed` is what the page says besides.
   */
  | {
      readonly kind: 'done'
      readonly result: ReadResult
      readonly general?: ReadResult
      readonly listed?: ListedFacts
    }
  /** Anything else that is read of a listed shop. */
  | { readonly kind: 'host'; readonly value: HostResults[keyof HostResults]; readonly isShortLived: boolean }

/** The page or fault of each request so far, by key. */
export type Sources = ReadonlyMap<string, PageSource | Fault>

export interface StepTools {
  readonly entryOf: (operation: string) => SiteEntry
  readonly pageOf: (source: PageSource, selectors?: SelectorCache) => Page
}

export function takeStep(call: TaskCall, sources: Sources, { entryOf, pageOf }: StepTools): Promise<Step> {
  const pagesWith = (selectors?: SelectorCache) =>
    new Map(
      Array.from(
        sources,
        ([key, one]) => [key, one instanceof Fault ? one : pageOf(one, selectors)] as const,
      ),
    )
  if (call.kind !== 'operation') return readHostTask(call, sources, pagesWith())
  const entry = entryOf(call.operation)
  return readOperation(entry, { ...call, fetched: pagesWith(entry.selectors) })
}
