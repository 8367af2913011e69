// Runs an operation on the pages fetched so far. Returns its result as bytes, or the pages that it needs next.
// Pure, so that it can run on any thread: `load` starts from the beginning each time and finds the pages fetched so far.
import { applyDefaults, type CompleteResult } from '../kit/apply-defaults.ts'
import type { Get, GetOptions, SiteView } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { ifPossible } from '../kit/optional-page.ts'
import type { Page } from '../kit/page.ts'
import type { ParamValues } from '../kit/param-specs.ts'
import { checkPrintedPrices } from '../kit/printed-prices.ts'
import { tagOf } from './answer.ts'
import { type AnswerMeasures, measureAnswer } from './measure-answer.ts'
import type { SiteEntry } from './registry.ts'

export interface PageRequest {
  /** Equal requests have equal keys. */
  readonly key: string
  readonly target: string
  readonly options: GetOptions
}

/** The page or fault of each request so far, by key. */
export type FetchedPages = ReadonlyMap<string, Page | Fault>

/** A result that fits its schema, as bytes in an ArrayBuffer of its own. */
export interface ReadResult extends Omit<CompleteResult, 'value'> {
  readonly body: Uint8Array<ArrayBuffer>
  /** Opaque part of the strong ETag. */
  readonly tag: string
  /** An optional page failed and may be available again in a minute. */
  readonly isShortLived: boolean
  readonly measures: AnswerMeasures
}

export type ReadStep =
  | { readonly kind: 'needs'; readonly requests: readonly PageRequest[] }
  | { readonly kind: 'done'; readonly result: ReadResult }

type OperationEntry = Pick<SiteEntry, 'operation' | 'check' | 'explain'>

export async function readOperation(
  { operation, check, explain }: OperationEntry,
  isOther: boolean,
  params: ParamValues,
  site: SiteView,
  fetched: FetchedPages,
): Promise<ReadStep> {
  const missing = new Map<string, PageRequest>()
  let isShortLived = false
  const get: Get = Object.assign(getFrom(fetched, missing), {
    optional: <T>(loading: Promise<T>) =>
      ifPossible(loading, () => {
        isShortLived = true
      }),
  })
  const way = isOther && operation.otherWay ? operation.otherWay : operation
  const loading = way.load(params, get, site)
  const loaded = await loadedOrStalled(loading, () => missing.size > 0)
  if (!loaded) return { kind: 'needs', requests: [...missing.values()] }
  const draft = operation.extract(loaded.pages, params, site)
  const { value, ...noted } = applyDefaults(operation.result, draft, operation.core, operation.mayBeNull)
  checkPrintedPrices(operation.prices ?? [], value, fetched.values().filter(isPage).toArray())
  if (!check(value)) {
    throw new Fault('contract_broken', `the result of ${operation.id} does not fit its schema`, {
      cause: explain(value),
    })
  }
  return { kind: 'done', result: { ...serialiseResult({ ...noted, value }), isShortLived } }
}

export function serialiseResult({ value, ...noted }: CompleteResult): ReadResult {
  const body = new TextEncoder().encode(JSON.stringify(value))
  const measures = measureAnswer(value, noted.absentAt)
  return { ...noted, body, tag: tagOf(body), isShortLived: false, measures }
}

function getFrom(
  fetched: FetchedPages,
  missing: Map<string, PageRequest>,
): (target: string, options?: GetOptions) => Promise<Page> {
  return (target, options = {}) => {
    const key = JSON.stringify([target, options])
    const found = fetched.get(key)
    if (found instanceof Fault) return Promise.reject(found)
    if (found) return Promise.resolve(found)
    missing.set(key, { key, target, options })
    return new Promise(() => {})
  }
}

/**
 * The loaded pages; undefined when `load` waits for a page.
 * Fetched pages resolve at once, so `load` gets as far as it can within one turn of the event loop.
 */
async function loadedOrStalled(
  loading: Promise<unknown>,
  isWaiting: () => boolean,
): Promise<{ pages: unknown } | undefined> {
  const pages = loading.then(value => ({ pages: value }))
  const turn = new Promise<undefined>(resolve => setImmediate(resolve, undefined))
  const first = await Promise.race([pages, turn])
  return first ?? (isWaiting() ? undefined : pages)
}

function isPage(one: Page | Fault): one is Page {
  return !(one instanceof Fault)
}
