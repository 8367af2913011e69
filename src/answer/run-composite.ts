// Runs one composite operation, from parameters to answer. Its calls of other operations go through the engine.
import type { Shop, ShopDirectory } from '../settings/shop-directory.ts'
import type { NativeAnswer, ResolvedRequest, Subrequests } from './operations/composite.ts'
import { Fault } from '#kit/fault'
import { type Answer, valueOf } from './cache/answer.ts'
import { tagOf } from '../extract/read-result.ts'
import type { CompositeEntry } from './request/registry.ts'
import { storableJson } from '#kit/schema/json-values'
import type { GeneralShapeOptions } from './request/prepare-request.ts'

/** A call of another operation. */
interface PartCall {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>>
  /** The answer is then in the general shape. */
  readonly reading: GeneralShapeOptions | undefined
}

export interface CompositeContext {
  readonly shops: ShopDirectory
  /** Runs another operation on behalf of this caller. */
  readonly run: (call: PartCall, signal: AbortSignal) => Promise<Answer>
  readonly searchListedShop: (
    shop: Shop,
    request: { readonly query: string; readonly page: number },
    signal: AbortSignal,
  ) => ReturnType<Subrequests['searchListedShop']>
  readonly catalog: Subrequests['catalog']
  readonly knownPages: Subrequests['knownPages']
  readonly signal: AbortSignal
  readonly deadlineMs: number
}

export async function runComposite(
  entry: CompositeEntry,
  request: ResolvedRequest,
  context: CompositeContext,
): Promise<Answer> {
  const { operation } = entry
  if (!operation.compose) throw new Error(`${operation.id} is not composed`)
  const { value, source, madeAtMs, freshUntilMs } = await operation.compose(
    request,
    createSubrequests(context),
  )
  if (!entry.check(value)) {
    throw new Fault('contract_broken', `the result of ${operation.id} does not fit its schema`, {
      cause: entry.explain(value),
    })
  }
  const body = Buffer.from(storableJson(value))
  return {
    body,
    tag: tagOf(body),
    ...NOTHING_ABSENT,
    source,
    alternate: '',
    madeAtMs,
    // Parts may have been read at different times: the answer stays fresh at most as long as its operation promises.
    freshForMs: Math.min(Math.max(0, freshUntilMs - madeAtMs), operation.freshForS * 1000),
    encoded: new Map([['identity', body]]),
  }
}

/** General answers use null for absent fields, so there is nothing to report here. */
const NOTHING_ABSENT = { absent: '', absentPointers: [], absentAt: [], dropped: {} } as const

function createSubrequests(context: CompositeContext): Subrequests {
  const { shops, run, signal, deadlineMs } = context
  return {
    shops,
    timeLeftMs: () => deadlineMs - performance.now(),
    nowMs: () => Date.now(),
    catalog: context.catalog,
    knownPages: context.knownPages,
    call: (operation, params, { timeoutMs, reading } = {}) =>
      within(signal, timeoutMs, async until =>
        toNativeAnswer(await run({ operation, params, reading }, until)),
      ),
    searchListedShop: (shop, request, timeoutMs) =>
      within(signal, timeoutMs, until => context.searchListedShop(shop, request, until)),
  }
}

async function within<T>(
  signal: AbortSignal,
  timeoutMs: number | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limited = timeoutMs === undefined ? undefined : limitTo(timeoutMs)
  const until = limited ? AbortSignal.any([signal, limited.signal]) : signal
  try {
    return await ask(until)
  } catch (error) {
    // The engine sees only a caller that left; report the reason instead.
    throw until.aborted ? until.reason : error
  } finally {
    limited?.end()
  }
}

function limitTo(timeoutMs: number): { signal: AbortSignal; end(): void } {
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(new Fault('upstream_timeout', `no answer within ${Math.round(timeoutMs)} ms`)),
    timeoutMs,
  )
  return { signal: limit.signal, end: () => clearTimeout(timer) }
}

function toNativeAnswer(answer: Answer): NativeAnswer {
  let parsed: { value: unknown } | undefined
  return {
    get value() {
      parsed ??= { value: valueOf(answer) }
      return parsed.value
    },
    absent: answer.absentAt,
    source: answer.source,
    currency: answer.currency,
    madeAtMs: answer.madeAtMs,
    freshUntilMs: answer.madeAtMs + answer.freshForMs,
  }
}
