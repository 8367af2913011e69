// The markup of a small element, for parsers of snippets, and a readable name for the element.
import { decodeUtf8 } from '../../../kit/read/bytes.ts'
import { attribute } from '../../page/page-view.ts'
import type { Page } from '../../page/read-page.ts'

// A larger element contains more than a brand or breadcrumbs.
const MAX_MARKUP = 20_000

export function markupOf(page: Page, node: number): string {
  const { starts, ends, bytes } = page.tree
  const start = starts[node] as number
  return decodeUtf8(bytes, start, Math.min(ends[node] as number, start + MAX_MARKUP))
}

/** An element as in a CSS selector: "span#price.now". */
export function placeOf(page: Page, node: number): string {
  const id = attribute(page, node, 'id')
  const [first] = (attribute(page, node, 'class') ?? '').trim().split(/\s+/)
  return `${page.tree.names[node] ?? ''}${id ? `#${id}` : ''}${first ? `.${first}` : ''}`.slice(0, 80)
}
