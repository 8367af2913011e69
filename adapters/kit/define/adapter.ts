// The definition of an adapter: what reads the shops of one kind. A site of the contract and a platform have the same parts.
import type { Page } from '../page/page.ts'

/**
 * What shows in a page of a shop that the adapter reads it: a header, or a text that nobody else writes. Where the text
 * alone is not enough, `exact` decides; the text that it returns is what the page is recognised by.
 */
export type Fingerprint =
  | { readonly header: string }
  | string
  | {
      readonly text: string
      readonly by?: string
      readonly exact?: (page: Page) => boolean | string | undefined
    }
  | { readonly exact: (page: Page) => boolean }

/** `product`, `search` and `list` each have a `load`, the only step with I/O, and a pure `read`; a site's are those of an operation. */
export interface Adapter<Product, Search, List> {
  readonly name: string
  /** Fingerprints are tried in this order; the first that matches decides. */
  readonly recognise?: readonly Fingerprint[]
  readonly product?: Product
  readonly search?: Search
  /** All products of the shop. */
  readonly list?: List
}

/** What in the page or its headers shows the adapter; undefined if nothing does. */
export function findFingerprint(page: Page, marks: readonly Fingerprint[] = []): string | undefined {
  for (const mark of marks) {
    const by = foundMark(page, typeof mark === 'string' ? { text: mark } : mark)
    if (by !== undefined) return by
  }
  return undefined
}

function foundMark(page: Page, mark: Exclude<Fingerprint, string>): string | undefined {
  if ('header' in mark) return page.header(mark.header) === undefined ? undefined : `header ${mark.header}`
  if (!('text' in mark)) return mark.exact(page) ? 'its form' : undefined
  const { text, by = text, exact } = mark
  if (!page.text().includes(text)) return undefined
  const fingerprint = exact ? exact(page) : true
  return fingerprint === true ? by : fingerprint || undefined
}
