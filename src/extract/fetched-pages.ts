// The pages fetched so far, and the `get` that finds them.
import type { Get, GetOptions } from '#kit/page/get'
import { Fault, type FaultCode } from '#kit/fault'
import { generalProduct, type GeneralProduct } from '#kit/product/general-product'
import type { Page } from '#kit/page/page'
import { type SerialisedResult, serialiseResult } from './read-result.ts'
import { createSchemaCheck } from '../runtime/check-schema.ts'

export interface PageRequest {
  /** Equal requests have equal keys. */
  readonly key: string
  readonly target: string
  readonly options: GetOptions
  /** The answer does without it: it must not take all the time. */
  readonly isOptional: boolean
}

/** An optional document that is not part of the answer. */
export interface SkippedDocument {
  readonly target: string
  readonly code: FaultCode
  /** It may be back in a minute. */
  readonly isPassing: boolean
}

/** The page or fault of each request so far, by key. */
export type FetchedPages = ReadonlyMap<string, Page | Fault>

/** Finds the pages fetched so far, and notes the others in `missing`, and in `leftOut` the optional ones that failed. */
export function createGet(
  fetched: FetchedPages,
  missing: Map<string, PageRequest>,
  leftOut: SkippedDocument[],
): Get {
  const find = (target: string, options: GetOptions, isOptional: boolean): Promise<Page> => {
    const key = JSON.stringify([target, options])
    const found = fetched.get(key)
    if (found instanceof Fault) return Promise.reject(found)
    if (found) return Promise.resolve(found)
    // What is asked for twice is optional only if nobody needs it.
    if (!isOptional || !missing.has(key)) missing.set(key, { key, target, options, isOptional })
    return new Promise(() => {})
  }
  async function optional<T>(load: (inner: Get) => Promise<T>): Promise<T | undefined> {
    let last = ''
    const inner = async (target: string, options: GetOptions = {}) => {
      last = target
      const page = await find(target, options, true)
      // A cut document must fail here, not where it is read.
      if (options.accept === 'json') page.json()
      return page
    }
    try {
      return await load(Object.assign(inner, { optional }))
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const isPassing = error.retryable && !error.isUnrequested
      leftOut.push({ target: last, code: error.code, isPassing })
      return undefined
    }
  }
  return Object.assign((target: string, options: GetOptions = {}) => find(target, options, false), {
    optional,
  })
}

/** Whether an optional document may be back in a minute. */
export function isShortLived(leftOut: readonly SkippedDocument[]): boolean {
  return leftOut.some(one => one.isPassing)
}

/**
 * What was loaded; undefined when `load` waits for a page.
 * Fetched pages resolve at once, so `load` gets as far as it can within one turn of the event loop.
 */
export async function loadedOrStalled<T>(
  loading: Promise<T>,
  missing: ReadonlyMap<string, PageRequest>,
): Promise<{ readonly pages: T } | undefined> {
  const pages = loading.then(value => ({ pages: value }))
  const turn = new Promise<undefined>(resolve => setImmediate(resolve, undefined))
  const first = await Promise.race([pages, turn])
  return first ?? (missing.size > 0 ? undefined : pages)
}

export function isHtml(one: Page | Fault): one is Page {
  return !(one instanceof Fault) && /html/i.test(one.contentType)
}

const schema = createSchemaCheck(generalProduct)

/** General answers use null for absent fields, so there is nothing to report as absent. */
export function serialiseProduct(product: GeneralProduct, operation: string): SerialisedResult {
  if (!schema.check(product)) {
    throw new Fault('contract_broken', `the product of ${operation} does not fit its schema`, {
      cause: JSON.stringify(schema.errors(product).slice(0, 5)),
    })
  }
  return serialiseResult({ value: product, absent: [], absentAt: [], dropped: {} })
}
