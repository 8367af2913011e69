// The text of an element as one line: words stay apart where blocks part them; scripts, styles and unwanted parts left out.
import { visit } from './html-nodes.ts'
import type { HtmlTree } from './html-tree.ts'

const blockTags = new Set(
  'br p div li ul ol dl dt dd tr td th table section article h1 h2 h3 h4 h5 h6'.split(' '),
)
const hiddenTags = new Set(['script', 'style'])

/** `isUnwanted` is asked for every element inside the node. */
export function lineText(tree: HtmlTree, node: number, isUnwanted: (element: number) => boolean): string {
  const left = (element: number): boolean =>
    element !== node && (hiddenTags.has(tree.names[element] ?? '') || isUnwanted(element))
  let text = ''
  /** The outermost element that is left out, while inside it. */
  let unread = 0
  const boundary = (element: number): void => {
    if (blockTags.has(tree.names[element] ?? '')) text += ' '
  }
  visit(tree, node, {
    text: piece => {
      if (unread === 0) text += piece
    },
    open: element => {
      if (unread !== 0) return
      if (left(element)) unread = element
      else boundary(element)
    },
    close: element => {
      if (unread === element) unread = 0
      else if (unread === 0) boundary(element)
    },
  })
  return text.replace(/\s+/g, ' ').trim()
}
