// Parses an HTML snippet and reads its text the way a person would: one line, words of neighbours kept apart.
import { type AnyNode, type Document, type Element, isComment, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { squeeze } from './text.ts'

/** A snippet, often serialised as XHTML, so that `<i/>` ends itself. */
export function parseSnippet(html: string): Document {
  return parseDocument(html, { recognizeSelfClosing: true })
}

/** All elements of a tree in document order, the node itself included when it is one. */
export function elementsOf(node: AnyNode): Element[] {
  const found: Element[] = []
  const visit = (current: AnyNode) => {
    if (isTag(current)) found.push(current)
    if ('children' in current) current.children.forEach(visit)
  }
  visit(node)
  return found
}

/** Text of a tree; elements part words, except before closing and after opening punctuation. */
export function spacedText(node: AnyNode): string {
  const parts: string[] = []
  const visit = (current: AnyNode) => {
    if (isText(current)) {
      const part = squeeze(current.data)
      if (part !== '') parts.push(part)
    }
    if (!isComment(current) && 'children' in current && !isUnread(current)) current.children.forEach(visit)
  }
  visit(node)
  return parts.reduce((line, part) => {
    const joins = line === '' || line.endsWith('(') || /^[,:;.!?)]/.test(part)
    return joins ? line + part : `${line} ${part}`
  }, '')
}

function isUnread(node: AnyNode): boolean {
  return isTag(node) && ['script', 'style', 'noscript', 'template'].includes(node.name)
}
