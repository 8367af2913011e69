// Runs one operation without the cache, from parameters to answer: fetches and reads until it needs no more pages.
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

/** Freshness of an answer that lacks an optional page, which may be available again soon. */
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
    // A disabled site may fail before it requests a page, because its origins and settings are missing. Report the real reason.
    throwIfDisabled(entry.site.name, config)
    const mayRetry = hasTwo && !context.signal.aborted
    if (!mayRetry || !isClosedWay(error, operation, params)) throw faultForCaller(error, entry, params)
    try {
      return await run(otherWay.name, true)
    } catch (second) {
      throw faultForCaller(isMoreSpecific(second, error) ? second : error, entry, params)
    }
  }
}

/** A missing list page means that this way is closed; a missing product page means that there is no such product. */
function isClosedWay(error: unknown, operation: Operation, params: ParamValues): error is Fault {
  if (!(error instanceof Fault)) return false
  return mayTryOtherWay(error) || (error.code === 'not_found' && !hasLookup(operation, params))
}

function hasLookup({ lookup = [] }: Operation, params: ParamValues): boolean {
  return lookup.some(name => params[name] !== undefined)
}

/**
 * Whether to report the second way's error. The first error is reported, unless its page was missing or the second error
 * is definite, such as `not_found`, or unexpected. A page that a replayed recording lacks is never a definite answer.
 */
function isMoreSpecific(second: unknown, first: Fault): boolean {
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
  const readNext = () => reader.read({ ...context, entry, isOther, params, view: viewOf(config), fetched })
  try {
    let step = await readNext()
    while (step.kind === 'needs') {
      await fetcher.fetchAll(step.requests)
      step = await readNext()
    }
    const { freshForS } = entry.operation
    const freshS = step.result.isShortLived ? Math.min(freshForS, SHORT_LIVED_S) : freshForS
    const answer = makeAnswer(step.result, fetcher.source(), freshS, Date.now())
    return way === undefined ? answer : { ...answer, way }
  } finally {
    fetcher.close()
  }
}

function viewOf({ origins, settings }: SiteConfig): SiteView {
  return { origins, settings }
}

/** The fault for the caller: with site and operation where they matter, and `internal` for any other error. */
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
