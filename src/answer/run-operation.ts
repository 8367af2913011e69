// Runs one operation without the cache, from parameters to answer: fetches and reads until it needs no more pages.
import { isClientClosed } from '../runtime/client-closed.ts'
import type { Shop } from '../settings/shop-directory.ts'
import { Fault, type FaultCode } from '#kit/fault'
import type { ParamValues } from '#kit/params/param-specs'
import type { Operation } from '#kit/define/define'
import type { SiteView } from '#kit/page/get'
import { mayUseFallback } from '#kit/page/optional-page'
import { type Answer, makeAnswer, type OperationAnswers } from './cache/answer.ts'
import { type SerialisedResult } from '../extract/read-result.ts'
import { type RequestContext, runTask, type TaskTools, throwIfDisabled } from './run-task.ts'
import type { GeneralShapeOptions } from './request/prepare-request.ts'
import type { SiteEntry } from './request/registry.ts'
import type { OperationCall } from '../extract/task.ts'

export interface OperationRun {
  readonly entry: SiteEntry
  readonly params: ParamValues
  readonly reading?: GeneralShapeOptions | undefined
}

/** Freshness of an answer that lacks an optional page, which may be available again soon. */
const SHORT_LIVED_S = 60

export async function runOperation(
  { entry, params, reading }: OperationRun,
  shop: Shop,
  tools: TaskTools,
  context: RequestContext,
): Promise<OperationAnswers> {
  const { operation } = entry
  const { way = 'page', otherWay } = operation
  const hasTwo = otherWay !== undefined && (otherWay.when?.(params, viewOf(shop)) ?? true)
  const run = (name: string | undefined, isOther: boolean) =>
    runWay({ entry, params, reading, shop, tools, context }, name, isOther)
  try {
    return await run(hasTwo ? way : undefined, false)
  } catch (error) {
    // A disabled site may fail before it requests a page, because its origins and settings are missing. Report the real reason.
    throwIfDisabled(shop)
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
  return mayUseFallback(error) || (error.code === 'not_found' && !hasLookup(operation, params))
}

function hasLookup({ lookup = [] }: Operation, params: ParamValues): boolean {
  return lookup.some(name => params[name] !== undefined)
}

/**
 * Whether to report the second way's error. The first error is reported, unless its page was missing or the second error
 * is definite, or unexpected. A missing page is definite only beside a first way whose page was missing too: a way that
 * failed, was closed or has changed may have had the product. A page that a replayed recording lacks is never a definite
 * answer.
 */
function isMoreSpecific(second: unknown, first: Fault): boolean {
  if (!(second instanceof Fault)) return true
  if (second.isUnrequested) return false
  const isMissing = first.code === 'not_found'
  if (second.code === 'not_found') return isMissing || hasCode(first.cause, 'not_found')
  return isMissing || !mayUseFallback(second)
}

function hasCode(error: unknown, code: FaultCode): boolean {
  return error instanceof Fault && error.code === code
}

interface WayContext extends OperationRun {
  readonly shop: Shop
  readonly tools: TaskTools
  readonly context: RequestContext
}

async function runWay(
  { entry, params, reading, shop, tools, context }: WayContext,
  way: string | undefined,
  isOther: boolean,
): Promise<OperationAnswers> {
  let atMs = Date.now()
  const nextJob = () => {
    atMs = Date.now()
    const call: OperationCall = {
      kind: 'operation',
      operation: entry.operation.id,
      isOther,
      params,
      view: viewOf(shop),
      reading: reading && { ...reading, atMs },
    }
    return { call, entry }
  }
  const { step, source } = await runTask(nextJob, shop, tools, context)
  if (step.kind !== 'done') throw new Error('another task was answered')
  const { result, general } = step
  const { freshForS } = entry.operation
  const toAnswer = (serialised: SerialisedResult): Answer => {
    const freshS = serialised.isShortLived ? Math.min(freshForS, SHORT_LIVED_S) : freshForS
    const answer = makeAnswer(serialised, source || (result.pageUrl ?? ''), freshS, atMs)
    return way === undefined ? answer : { ...answer, way }
  }
  const answer = toAnswer(result)
  if (!general) return { answer }
  const alternate = addressOf(entry, params)
  return { answer, general: { ...toAnswer(general), alternate }, disputed: general.disputed ?? [] }
}

/** The path and query with which a caller gets the answer of a site's own operation. */
export function addressOf(
  { path, operation }: Pick<SiteEntry, 'path' | 'operation'>,
  params: ParamValues,
): string {
  const query = new URLSearchParams()
  // Parameters with their default value are left out, to keep the URL readable.
  for (const [name, value] of Object.entries(params)) {
    const spec = operation.params[name]
    const initial = spec && 'default' in spec ? spec.default : undefined
    if (value === undefined || value === initial) continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

function viewOf({ origins, settings }: Shop): SiteView {
  return { origins, settings }
}

/** The fault for the caller: with site and operation where they matter, and `internal` for any other error. */
function faultForCaller(error: unknown, { site, operation }: SiteEntry, params: ParamValues): unknown {
  if (isClientClosed(error)) return error
  if (!(error instanceof Fault)) {
    return new Fault('internal', `${operation.id} failed`, { cause: error })
  }
  const where = { cause: error, ...(error.field === undefined ? {} : { field: error.field }) }
  // A list without the product that was asked for is not a missing list: the fault then names the product as its field.
  if (error.code === 'not_found' && error.field === undefined && !hasLookup(operation, params)) {
    return new Fault('upstream_changed', `${site.name}, ${operation.id}: the URL of the list is gone`, where)
  }
  if (error.code === 'upstream_changed') {
    return new Fault('upstream_changed', `${site.name}, ${operation.id}: ${error.message}`, where)
  }
  return error
}
