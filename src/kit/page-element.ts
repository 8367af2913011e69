// Elements of a page by CSS selectors.
import { type HtmlNode, openTree } from './read/html.ts'
import type { HtmlTree } from './read/html-tree.ts'
import type { Selectors } from './read/selectors.ts'

/** One element of the page. */
export interface PageElement {
  /** Text of the element and all within it, white space folded; scripts, styles and what `except` matches left out. */
  text(except?: string): string
  attr(name: string): string | undefined
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
  /** The next element beside it. */
  next(): PageElement | undefined
}

export function elementsOf(tree: HtmlTree, selectors: Selectors): Pick<PageElement, 'select' | 'first'> {
  return elementOf(openTree(tree, selectors))
}

function elementOf(node: HtmlNode): PageElement {
  return {
    text: except => node.line(except),
    attr: name => node.attr(name),
    select: css => node.select(css).map(elementOf),
    first(css) {
      const found = node.first(css)
      return found ? elementOf(found) : undefined
    },
    next() {
      const sibling = node.next()
      return sibling ? elementOf(sibling) : undefined
    },
  }
}
