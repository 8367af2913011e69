// Tells a page without its data from a changed one: a wall in front of the shop, or a message that the product is gone.
// Pure, so that it can run on any thread.
import type { Operation } from '#kit/define/define'
import type { SiteView } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { ParamValues } from '#kit/params/param-specs'
import { pageKindFault } from './merge/reader-product.ts'
import { readProduct } from '#reader'
import { type FetchedPages, isHtml } from './fetched-pages.ts'

interface FailedRun {
  readonly operation: Operation
  readonly isOther: boolean
  readonly params: ParamValues
  readonly site: SiteView
  readonly fetched: FetchedPages
}

/** What the page itself says, if the operation found no data on it. Any other error stays as it is. */
export function explainByPageKind(error: unknown, run: FailedRun): unknown {
  if (!(error instanceof Fault) || error.code !== 'upstream_changed') return error
  // The first page is the one that was asked for; those after it may be optional.
  const page = run.fetched.values().find(isHtml)
  if (!page) return error
  const { is_product: isProduct, page_kind: kind } = readProduct(page.bytes(), page.url)
  if (isProduct || !(kind === 'wall' || (kind === 'soft-404' && hasLookup(run)))) return error
  const verdict = pageKindFault(kind, error)
  // Another source may still have the product: if it has not, this fault tells that the page did not have it either.
  return kind === 'soft-404' && hasOtherWay(run)
    ? new Fault('upstream_changed', error.message, { ...fieldOf(error), cause: verdict })
    : verdict
}

function fieldOf({ field }: Fault): { readonly field?: string } {
  return field === undefined ? {} : { field }
}

/** A list may be empty, but it is not gone. */
function hasLookup({ operation: { lookup = [] }, params }: FailedRun): boolean {
  return lookup.some(name => params[name] !== undefined)
}

function hasOtherWay({ operation: { otherWay }, isOther, params, site }: FailedRun): boolean {
  return !isOther && otherWay !== undefined && (otherWay.when?.(params, site) ?? true)
}
