// Elements of a page by CSS selectors.
import { type HtmlNode, parseHtml } from './read/html.ts'

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

export function parseElements(html: string): Pick<PageElement, 'select' | 'first'> {
  return elementOf(parseHtml(html))
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
