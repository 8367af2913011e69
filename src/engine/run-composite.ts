// Runs one composite operation, from parameters to answer. Its calls of other operations go through the engine.
import type { Config } from '../config.ts'
import type { ListedShop, NativeAnswer, Reach, Subrequests } from '../general/composite.ts'
import { Fault } from '../kit/fault.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import type { Answer } from './answer.ts'
import { tagOf } from './entity-tag.ts'
import type { CompositeEntry, SiteEntry } from './registry.ts'
import { storableJson } from './storable-json.ts'
import type { ReadingOptions } from './run-operation.ts'

/** A call of one of a site's own operations. */
export interface NativeCall {
  readonly entry: SiteEntry
  readonly params: Readonly<Record<string, unknown>>
  /** The answer is then in the general shape. */
  readonly reading: ReadingOptions | undefined
}

export interface CompositeContext {
  readonly config: Pick<Config, 'sites'>
  readonly reach: Reach
  /** Runs one of the site's own operations on behalf of this caller. */
  readonly run: (call: NativeCall, signal: AbortSignal) => Promise<{ answer: Answer; params: ParamValues }>
  /** Fetches through the upstream of listed shops, and reads where all pages are read. */
  readonly readProductPage: Subrequests['readProductPage']
  readonly searchListedShop: (
    shop: ListedShop,
    request: { readonly query: string; readonly page: number },
    signal: AbortSignal,
  ) => ReturnType<Subrequests['searchListedShop']>
  readonly catalog: Subrequests['catalog']
  readonly signal: AbortSignal
  readonly deadlineMs: number
}

export async function runComposite(
  entry: CompositeEntry,
  params: ParamValues,
  context: CompositeContext,
): Promise<Answer> {
  const { operation } = entry
  const composed = await operation.compose(params, createSubrequests(entry, context))
  if ('forwarded' in composed) return forward(composed.forwarded)
  if (!entry.check(composed.value)) {
    throw new Fault('contract_broken', `the result of ${operation.id} does not fit its schema`, {
      cause: entry.explain(composed.value),
    })
  }
  const body = Buffer.from(storableJson(composed.value))
  return {
    body,
    tag: tagOf(body),
    ...NOTHING_ABSENT,
    source: composed.source,
    alternate: composed.alternate,
    madeAtMs: composed.madeAtMs,
    freshForMs: Math.max(0, composed.freshUntilMs - composed.madeAtMs),
    encoded: new Map([['identity', body]]),
  }
}

/** The bytes of another answer as they are: it was checked and serialised when it was made. */
function forward({ body: bytes, tag, source, address, madeAtMs, freshUntilMs }: NativeAnswer): Answer {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    ...NOTHING_ABSENT,
    body,
    tag,
    source,
    alternate: address,
    madeAtMs,
    freshForMs: Math.max(0, freshUntilMs - madeAtMs),
    encoded: new Map([['identity', body]]),
  }
}

/** General answers use null for absent fields, so there is nothing to report here. */
const NOTHING_ABSENT = { absent: '', absentPointers: [], absentAt: [], dropped: {} } as const

function createSubrequests({ natives }: CompositeEntry, context: CompositeContext): Subrequests {
  const { config, reach, run, signal, deadlineMs } = context
  return {
    reach,
    timeLeftMs: () => deadlineMs - performance.now(),
    nowMs: () => Date.now(),
    siteView: name => ({
      origins: config.sites[name]?.origins ?? {},
      settings: config.sites[name]?.settings ?? {},
    }),
    readProductPage: context.readProductPage,
    catalog: context.catalog,
    async call(id, params, { timeoutMs, reading } = {}) {
      const entry = natives.get(id)
      if (!entry) throw new Error(`a mapping names the operation ${id}, which does not exist`)
      return within(signal, timeoutMs, async until => {
        const { answer, params: read } = await run({ entry, params, reading }, until)
        return toNativeAnswer(entry, read, answer)
      })
    },
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

function toNativeAnswer(entry: SiteEntry, params: ParamValues, answer: Answer): NativeAnswer {
  let parsed: { value: unknown } | undefined
  return {
    get value() {
      parsed ??= { value: JSON.parse(answer.body.toString()) as unknown }
      return parsed.value
    },
    body: answer.body,
    tag: answer.tag,
    absent: answer.absentAt,
    source: answer.source,
    currency: answer.currency,
    address: addressOf(entry, params),
    madeAtMs: answer.madeAtMs,
    freshUntilMs: answer.madeAtMs + answer.freshForMs,
  }
}

/** Omits parameters with their default value, to keep the URL readable. */
function addressOf({ path, operation }: SiteEntry, params: ParamValues): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    const spec = operation.params[name]
    const initial = spec && 'default' in spec ? spec.default : undefined
    if (value === undefined || value === initial) continue
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one))
  }
  return query.size > 0 ? `${path}?${query}` : path
}
