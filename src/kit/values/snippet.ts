// Parses an HTML snippet and reads its text the way a person would: one line, words of neighbours kept apart.
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { parseDom } from '../read/html-dom.ts'
import { collapseWhitespace } from './text.ts'

/** A snippet, often serialised as XHTML, so that `<i/>` ends itself. */
export function parseSnippet(html: string): Document {
  return parseDom(html, { selfClosing: true })
}

/** All elements of a tree in document order, the node itself included when it is one. */
export function elementsOf(node: AnyNode): Element[] {
  return nodesOf(node).filter(isTag)
}

/** Text of a tree; elements part words, except before closing and after opening punctuation. */
export function spacedText(node: AnyNode): string {
  const parts = nodesOf(node)
    .filter(isText)
    .map(({ data }) => collapseWhitespace(data))
    .filter(part => part !== '')
  // Each part is compared with the one before it: looking at the end of the growing line would copy the line every time.
  return parts
    .map((part, i) => {
      const joins = i === 0 || parts[i - 1]?.endsWith('(') || /^[,:;.!?)]/.test(part)
      return joins ? part : ` ${part}`
    })
    .join('')
}

// A list of what is left, not recursion: hostile pages nest deeper than the call stack.
function nodesOf(root: AnyNode): AnyNode[] {
  const found: AnyNode[] = []
  const rest: AnyNode[] = [root]
  for (let node = rest.pop(); node; node = rest.pop()) {
    found.push(node)
    if ('children' in node && !isSkipped(node))
      for (const child of node.children.toReversed()) rest.push(child)
  }
  return found
}

function isSkipped(node: AnyNode): boolean {
  return isTag(node) && ['script', 'style', 'noscript', 'template'].includes(node.name)
}
