// The text below a node of a page, and the names its elements go by.
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { squeeze } from '../tidy/text.ts'

/** Elements whose text nobody reads. */
export const UNREAD = new Set('script style noscript template svg iframe object select textarea'.split(' '))

/** All text below a node, squeezed; with a limit, reading stops soon after that many characters. */
export function plainText(node: AnyNode, limit = Number.POSITIVE_INFINITY): string {
  const parts: string[] = []
  const rest: AnyNode[] = [node]
  let length = 0
  // A list of what is left, not recursion: hostile pages nest deeper than the call stack.
  for (let current = rest.pop(); current && length <= limit; current = rest.pop()) {
    if (isText(current)) {
      const part = squeeze(current.data)
      if (part !== '') parts.push(part)
      length += part.length
    } else if ('children' in current && !(isTag(current) && UNREAD.has(current.name))) {
      for (let index = current.children.length - 1; index >= 0; index--) {
        const child = current.children[index]
        if (child) rest.push(child)
      }
    }
  }
  return parts.join(' ')
}

/** The words an element is called by: id, class, itemprop and data attributes' names for parts of a page. */
export function namesOf(element: Element): string {
  const { id, class: classes, itemprop } = element.attribs
  const data = element.attribs['data-test'] ?? element.attribs['data-testid'] ?? element.attribs['data-qa']
  return [id, classes, itemprop, data].filter(Boolean).join(' ')
}
