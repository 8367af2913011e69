// Parses an HTML snippet and reads its text the way a person would: one line, words of neighbours kept apart.
import { type AnyNode, type Document, type Element, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { squeeze } from './text.ts'

/** A snippet, often serialised as XHTML, so that `<i/>` ends itself. */
export function parseSnippet(html: string): Document {
  return parseDocument(html, { recognizeSelfClosing: true })
}

/** All elements of a tree in document order, the node itself included when it is one. */
export function elementsOf(node: AnyNode): Element[] {
  return nodesOf(node).filter(isTag)
}

/** Text of a tree; elements part words, except before closing and after opening punctuation. */
export function spacedText(node: AnyNode): string {
  return nodesOf(node)
    .filter(isText)
    .map(({ data }) => squeeze(data))
    .filter(part => part !== '')
    .reduce((line, part) => {
      const joins = line === '' || line.endsWith('(') || /^[,:;.!?)]/.test(part)
      return joins ? line + part : `${line} ${part}`
    }, '')
}

// A list of what is left, not recursion: hostile pages nest deeper than the call stack.
function nodesOf(root: AnyNode): AnyNode[] {
  const found: AnyNode[] = []
  const rest: AnyNode[] = [root]
  for (let node = rest.pop(); node; node = rest.pop()) {
    found.push(node)
    if ('children' in node && !isUnread(node)) rest.push(...node.children.toReversed())
  }
  return found
}

function isUnread(node: AnyNode): boolean {
  return isTag(node) && ['script', 'style', 'noscript', 'template'].includes(node.name)
}
