// The text of an element on one line: blocks are separated by a space; scripts, styles and unwanted parts are skipped.
import { visit } from './html-nodes.ts'
import type { HtmlTree } from './html-tree.ts'

const blockTags = new Set(
  'br p div li ul ol dl dt dd tr td th table section article h1 h2 h3 h4 h5 h6'.split(' '),
)
const hiddenTags = new Set(['script', 'style'])

/** `isUnwanted` is called for every element inside the node. */
export function lineText(tree: HtmlTree, node: number, isUnwanted: (element: number) => boolean): string {
  const isSkipped = (element: number): boolean =>
    element !== node && (hiddenTags.has(tree.names[element] ?? '') || isUnwanted(element))
  let text = ''
  /** The outermost skipped element, while inside it. */
  let skipped = 0
  const boundary = (element: number): void => {
    if (blockTags.has(tree.names[element] ?? '')) text += ' '
  }
  visit(tree, node, {
    text: piece => {
      if (skipped === 0) text += piece
    },
    open: element => {
      if (skipped !== 0) return
      if (isSkipped(element)) skipped = element
      else boundary(element)
    },
    close: element => {
      if (skipped === element) skipped = 0
      else if (skipped === 0) boundary(element)
    },
  })
  return text.replace(/\s+/g, ' ').trim()
}
