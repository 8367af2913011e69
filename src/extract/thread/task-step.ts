// One step of a task on the pages fetched so far: its result, or the pages that it needs next. Pure, so that it can run on
// any thread: `load` starts from the beginning each time and finds what is fetched.
import { Fault } from '#kit/fault'
import type { Page, PageSource } from '#kit/page/page'
import type { SelectorCache } from '#reader/html/select/selector-cache'
import { readHostTask } from '../shop/host-task.ts'
import { readOperation } from '../read-operation.ts'
import type { SiteOperation } from '../site-operation.ts'
import type { FetchedDocuments, TaskStep, TaskCall } from '../task.ts'

export interface StepTools {
  readonly entryOf: (operation: string) => SiteOperation
  readonly pageOf: (source: PageSource, selectors?: SelectorCache) => Page
}

export function takeStep(
  call: TaskCall,
  sources: FetchedDocuments,
  { entryOf, pageOf }: StepTools,
): Promise<TaskStep> {
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
