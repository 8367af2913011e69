// Elements of a page by CSS selectors, over a parsed document.
import { is, selectAll, selectOne } from 'css-select'
import { type AnyNode, type Document, type Element, isTag } from 'domhandler'
import { innerText, nextElementSibling } from 'domutils'
import { parseDocument } from 'htmlparser2'

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
    text: except => textOf(element, except).replace(/\s+/g, ' ').trim(),
    attr: name => element.attribs[name],
    next() {
      const sibling = nextElementSibling(element)
      return sibling ? elementOf(sibling) : undefined
    },
  }
}

function textOf(element: Element, except: string | undefined): string {
  if (except === undefined) return innerText(element)
  return element.children
    .map(child => {
      const all = innerText(child)
      // A script is a tag as well, with no text of its own to read.
      if (all === '' || !isTag(child)) return all
      return is<AnyNode, Element>(child, except) ? '' : textOf(child, except)
    })
    .join('')
}
