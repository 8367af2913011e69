// Parses an HTML snippet and reads its text as a person would: one line, neighbouring words separated.
import { type AnyNode, type Document, isTag, isText } from 'domhandler'
import { parseDom } from '../html/html-dom.ts'
import { collapseWhitespace } from './text.ts'

/** Snippets are often serialised as XHTML, so `<i/>` is self-closing. */
export function parseSnippet(html: string): Document {
  return parseDom(html, { selfClosing: true })
}

/** The text of a tree; elements separate words, except before closing and after opening punctuation. */
export function spacedText(node: AnyNode): string {
  const parts = nodesOf(node)
    .filter(isText)
    .map(({ data }) => collapseWhitespace(data))
    .filter(part => part !== '')
  // Each part is compared with the previous one: checking the end of the growing line would copy it every time.
  return parts
    .map((part, i) => {
      const joins = i === 0 || parts[i - 1]?.endsWith('(') || /^[,:;.!?)]/.test(part)
      return joins ? part : ` ${part}`
    })
    .join('')
}

// An explicit stack instead of recursion: hostile pages nest deeper than the call stack.
function nodesOf(root: AnyNode): AnyNode[] {
  const nodes: AnyNode[] = []
  const pending: AnyNode[] = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    nodes.push(node)
    if ('children' in node && !isSkipped(node))
      for (const child of node.children.toReversed()) pending.push(child)
  }
  return nodes
}

function isSkipped(node: AnyNode): boolean {
  return isTag(node) && ['script', 'style', 'noscript', 'template'].includes(node.name)
}
