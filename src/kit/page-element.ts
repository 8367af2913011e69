// Elements of a page by CSS selectors, over a parsed document.
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { nextElementSibling, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'

/** One element of the page. */
export interface PageElement {
  /** Text of the element and all within it, white space folded. */
  text(): string
  attr(name: string): string | undefined
  select(css: string): readonly PageElement[]
  first(css: string): PageElement | undefined
  /** The next element beside it. */
  next(): PageElement | undefined
}

export function parseElements(html: string): Pick<PageElement, 'select' | 'first'> {
  return within(parseDocument(html))
}

function within(node: Document | Element): Pick<PageElement, 'select' | 'first'> {
  return {
    select: css => selectAll<AnyNode, Element>(css, node).map(elementOf),
    first(css) {
      const found = selectOne<AnyNode, Element>(css, node)
      return found ? elementOf(found) : undefined
    },
  }
}

function elementOf(element: Element): PageElement {
  return {
    ...within(element),
    text: () => textContent(element).replace(/\s+/g, ' ').trim(),
    attr: name => element.attribs[name],
    next() {
      const sibling = nextElementSibling(element)
      return sibling ? elementOf(sibling) : undefined
    },
  }
}
