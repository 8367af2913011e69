// The visible text of an element: white space collapsed, line breaks where blocks begin and end.
import { visit } from '#reader/html/html-nodes'
import type { HtmlTree } from '#reader/html/html-tree'

const lineTags = new Set(
  'article aside br dd details div dt fieldset figcaption footer form header hr legend li main nav table tr'.split(
    ' ',
  ),
)
const paragraphTags = new Set('blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre title ul'.split(' '))
const hiddenTags = new Set('script style link meta'.split(' '))

interface Output {
  text: string
  /** The last piece of text, before trimming. */
  previous: string
  /** Line breaks at the end of the text; starts at two, so that none are added at the beginning. */
  breaks: number
}

/** The visible text of a node. */
export function elementText(tree: HtmlTree, node: number): string {
  const output: Output = { text: '', previous: '', breaks: 2 }
  let pending = ''
  let hidden = 0
  const boundary = (element: number) => {
    addText(output, pending)
    pending = ''
    addBreaks(output, tree.names[element] ?? '')
  }
  visit(tree, node, {
    text: piece => {
      if (hidden === 0) pending += piece
    },
    open: element => {
      if (hiddenTags.has(tree.names[element] ?? '')) hidden++
      else if (hidden === 0) boundary(element)
    },
    close: element => {
      if (hiddenTags.has(tree.names[element] ?? '')) hidden--
      else if (hidden === 0) boundary(element)
    },
  })
  addText(output, pending)
  return output.text.trim()
}

function addBreaks(output: Output, name: string): void {
  const wanted = paragraphTags.has(name) ? 2 : lineTags.has(name) ? 1 : 0
  while (output.breaks < wanted) {
    output.text += '\n'
    output.breaks++
  }
}

function addText(output: Output, written: string): void {
  const text = written.trim().replace(/\s+/g, ' ')
  if (text === '') return
  output.text += needsSpace(output, text) ? ` ${text}` : text
  output.previous = written
  output.breaks = 0
}

/** Pieces of text are separated by a space, except before closing and after opening punctuation. */
function needsSpace(output: Output, text: string): boolean {
  if (output.breaks > 0) return false
  if (/\s$/.test(output.previous)) return true
  return !/^[,:;.!?")]/.test(text) && !output.previous.endsWith('(')
}
