// One operation from parameters to answer, uncached: fetches pages as it asks for them, and reads until it asks for no more.
import { isClientClosed } from '../client-closed.ts'
import type { SiteConfig } from '../config.ts'
import { Fault } from '../kit/fault.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { Operation, SiteView } from '../kit/define.ts'
import { mayTryOtherWay } from '../kit/optional-page.ts'
import type { Send } from '../upstream/layer.ts'
import { type Answer, makeAnswer } from './answer.ts'
import type { OperationReader } from './operation-reader.ts'
import { type RequestContext, createPageFetcher, throwIfDisabled } from './page-fetcher.ts'
import type { SiteEntry } from './registry.ts'

/** An answer without a part that the site may have again in a minute is kept no longer. */
const SHORT_LIVED_S = 60

export async function runOperation(
  entry: SiteEntry,
  params: ParamValues,
  config: SiteConfig,
  { send, reader }: { readonly send: Send; readonly reader: OperationReader },
  context: RequestContext,
): Promise<Answer> {
  const { operation } = entry
  const { way = 'page', otherWay } = operation
  const hasTwo = otherWay !== undefined && (otherWay.when?.(params, viewOf(config)) ?? true)
  const run = (name: string | undefined, isOther: boolean) =>
    runWay({ entry, params, config, send, reader, context }, name, isOther)
  try {
    return await run(hasTwo ? way : undefined, false)
  } catch (error) {
    // Without its origins and settings a site may fail before it asks for a page: that it is off is the reason.
    throwIfDisabled(entry.site.name, config)
    const isOpen = hasTwo && !context.signal.aborted
    if (!isOpen || !isClosedWay(error, operation, params)) throw faultForCaller(error, entry, params)
    try {
      return await run(otherWay.name, true)
    } catch (second) {
      throw faultForCaller(isTelling(second, error) ? second : error, entry, params)
    }
  }
}

/** The address of a list that is gone is a closed way too; that of a product says that there is none. */
function isClosedWay(error: unknown, operation: Operation, params: ParamValues): error is Fault {
  if (!(error instanceof Fault)) return false
  return mayTryOtherWay(error) || (error.code === 'not_found' && !hasLookup(operation, params))
}

function hasLookup({ lookup = [] }: Operation, params: ParamValues): boolean {
  return lookup.some(name => params[name] !== undefined)
}

/** What the first way says stands, unless it was gone itself, the other knows that there is no such product, or the fault is ours. */
function isTelling(second: unknown, first: Fault): boolean {
  if (!(second instanceof Fault)) return true
  return !second.unasked && (first.code === 'not_found' || !mayTryOtherWay(second))
}

interface WayContext {
  readonly entry: SiteEntry
  readonly params: ParamValues
  readonly config: SiteConfig
  readonly send: Send
  readonly reader: OperationReader
  readonly context: RequestContext
}

async function runWay(
  { entry, params, config, send, reader, context }: WayContext,
  way: string | undefined,
  isOther: boolean,
): Promise<Answer> {
  const fetcher = createPageFetcher(config, send, context)
  const { fetched } = fetcher
  const readOn = () => reader.read({ ...context, entry, isOther, params, view: viewOf(config), fetched })
  try {
    let step = await readOn()
    while (step.kind === 'needs') {
      await fetcher.fetchAll(step.requests)
      step = await readOn()
    }
    const { freshForS } = entry.operation
    const keptS = step.result.isShortLived ? Math.min(freshForS, SHORT_LIVED_S) : freshForS
    const answer = makeAnswer(step.result, fetcher.source(), keptS, Date.now())
    return way === undefined ? answer : { ...answer, way }
  } finally {
    fetcher.close()
  }
}

function viewOf({ origins, settings }: SiteConfig): SiteView {
  return { origins, settings }
}

/** The fault as the caller should see it: with site and operation where those matter, and `internal` for anything else. */
function faultForCaller(error: unknown, { site, operation }: SiteEntry, params: ParamValues): unknown {
  if (isClientClosed(error)) return error
  if (!(error instanceof Fault)) {
    return new Fault('internal', `${operation.id} failed`, { cause: error })
  }
  const where = { cause: error, ...(error.field === undefined ? {} : { field: error.field }) }
  if (error.code === 'not_found' && !hasLookup(operation, params)) {
    return new Fault('upstream_changed', `${site.name}, ${operation.id}: the URL of the list is gone`, where)
  }
  if (error.code === 'upstream_changed') {
    return new Fault('upstream_changed', `${site.name}, ${operation.id}: ${error.message}`, where)
  }
  return error
}
