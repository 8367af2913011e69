// Elements of a page by CSS selectors, over a parsed document.
import { is, selectAll, selectOne } from 'css-select'
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { nextElementSibling } from 'domutils'
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

// Where a reader sees a new line, words do not run together.
const APART = new Set(
  'br p div li ul ol dl dt dd tr td th table section article h1 h2 h3 h4 h5 h6'.split(' '),
)

function textOf(element: Element, except: string | undefined): string {
  if (element.name === 'script' || element.name === 'style') return ''
  const text = element.children.map(child => {
    if (isText(child)) return child.data
    if (!isTag(child) || (except !== undefined && is<AnyNode, Element>(child, except))) return ''
    return textOf(child, except)
  })
  return APART.has(element.name) ? ` ${text.join('')} ` : text.join('')
}
