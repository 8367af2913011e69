// Selects elements of a page with CSS.
import { type HtmlNode, rootNodeOf } from '#reader/html/parse-html'
import type { HtmlTree } from '#reader/html/html-tree'
import type { SelectorCache } from '#reader/html/select/selector-cache'

export interface PageElement {
  /** Text of the element and its descendants, white space collapsed; without scripts, styles and what `except` matches. */
  text(except?: string): string
  attr(name: string): string | undefined
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
  /** The next sibling element. */
  next(): PageElement | undefined
}

export function selectPageElements(
  tree: HtmlTree,
  selectors: SelectorCache,
): Pick<PageElement, 'select' | 'first'> {
  return toPageElement(rootNodeOf(tree, selectors))
}

function toPageElement(node: HtmlNode): PageElement {
  return {
    text: except => node.line(except),
    attr: name => node.attr(name),
    select: css => node.select(css).map(toPageElement),
    first(css) {
      const match = node.first(css)
      return match ? toPageElement(match) : undefined
    },
    next() {
      const sibling = node.next()
      return sibling ? toPageElement(sibling) : undefined
    },
  }
}
