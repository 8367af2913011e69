// What a node of the flat tree holds: its text, its attributes, its children.
import { decodeEntities } from './entities.ts'
import type { HtmlTree } from './html-tree.ts'

export function isElement(tree: HtmlTree, node: number): boolean {
  return node > 0 && tree.names[node] !== ''
}

/** The child elements of a node. */
export function childrenOf(tree: HtmlTree, node: number): number[] {
  const children: number[] = []
  const end = tree.last[node] ?? 0
  for (let child = node + 1; child < end; child = tree.last[child] ?? end)
    if (tree.names[child] !== '') children.push(child)
  return children
}

/** The value of an attribute, given by its lower-case name. */
export function attributeOf(tree: HtmlTree, node: number, name: string): string | undefined {
  const { source, attributes, firstAttributes } = tree
  const end = firstAttributes[node + 1] as number
  for (let i = firstAttributes[node] as number; i < end; i += 4) {
    const start = attributes[i] as number
    if ((attributes[i + 1] as number) - start === name.length && isWritten(source, start, name)) {
      return decodeEntities(source.slice(attributes[i + 2], attributes[i + 3]), 'attribute')
    }
  }
  return undefined
}

function isWritten(source: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = source.charCodeAt(start + i)
    if (code !== name.charCodeAt(i) && source.slice(start, start + name.length).toLowerCase() !== name)
      return false
  }
  return true
}

/** Called for each piece of text between two pieces of markup. */
type TakeText = (text: string, element: number) => void

/** Goes through the text inside a node in document order, character references decoded. */
export function eachText(tree: HtmlTree, node: number, take: TakeText): void {
  const { source, names, last, starts, contentStarts, contentEnds, ends, raw } = tree
  const open = [node]
  let at = contentStarts[node] as number
  const emit = (until: number) => {
    if (until <= at) return
    const element = open[open.length - 1] as number
    const text = source.slice(at, until)
    take(raw[element] === 1 ? text : decodeEntities(text, 'text'), element)
  }
  const closeUpTo = (next: number) => {
    while (open.length > 1 && (last[open[open.length - 1] as number] as number) <= next) {
      const closing = open[open.length - 1] as number
      emit(contentEnds[closing] as number)
      open.pop()
      at = ends[closing] as number
    }
  }
  const end = last[node] as number
  for (let child = node + 1; child < end; child++) {
    closeUpTo(child)
    emit(starts[child] as number)
    at = contentStarts[child] as number
    if (names[child] !== '') open.push(child)
  }
  closeUpTo(end)
  emit(contentEnds[node] as number)
}

/** All text inside a node. */
export function textOf(tree: HtmlTree, node: number): string {
  let text = ''
  eachText(tree, node, piece => {
    text += piece
  })
  return text
}
