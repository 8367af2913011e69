// The text, attributes and children of nodes in the flat tree.
import { type Bytes, decodeUtf8, isAscii } from './bytes.ts'
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

/** The text of the page between two positions. */
function sliceOf(tree: HtmlTree, start: number, end: number): string {
  return isAscii(tree.bytes, start, end)
    ? tree.bytes.data.toString('latin1', start, end)
    : decodeUtf8(tree.bytes, start, end)
}

/** The value of an attribute, by its lower-case name. */
export function attributeOf(tree: HtmlTree, node: number, name: string): string | undefined {
  const place = attributePlace(tree, node, name)
  if (place < 0) return undefined
  const { attributes } = tree
  return decodeEntities(
    sliceOf(tree, attributes[place + 2] as number, attributes[place + 3] as number),
    'attribute',
  )
}

/** All attributes by lower-case name; the first of duplicates is used. */
export function attributesOf(tree: HtmlTree, node: number): Record<string, string> {
  const { bytes, attributes, firstAttributes } = tree
  const values = new Map<string, string>()
  const end = firstAttributes[node + 1] ?? 0
  for (let i = firstAttributes[node] ?? 0; i < end; i += 4) {
    const [nameStart = 0, nameEnd = 0, valueStart = 0, valueEnd = 0] = attributes.subarray(i, i + 4)
    const name = decodeUtf8(bytes, nameStart, nameEnd).toLowerCase()
    if (!values.has(name))
      values.set(name, decodeEntities(decodeUtf8(bytes, valueStart, valueEnd), 'attribute'))
  }
  return Object.fromEntries(values)
}

/** The index of an attribute's four positions in `attributes`, or -1. */
export function attributePlace(tree: HtmlTree, node: number, name: string): number {
  const { bytes, attributes, firstAttributes } = tree
  const end = firstAttributes[node + 1] as number
  for (let i = firstAttributes[node] as number; i < end; i += 4)
    if (isNamed(bytes, attributes[i] as number, attributes[i + 1] as number, name)) return i
  return -1
}

function isNamed(bytes: Bytes, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) {
    // A non-ASCII name has more bytes than characters.
    return !isAscii(bytes, start, end) && decodeUtf8(bytes, start, end).toLowerCase() === name
  }
  for (let i = 0; i < name.length; i++) {
    const byte = bytes.data[start + i] as number
    const lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
    if (lower !== name.charCodeAt(i)) return false
  }
  return true
}

export interface Visitor {
  /** Receives a piece of text, character references decoded, and the element that contains it. */
  text(text: string, element: number): void
  open?(element: number): void
  close?(element: number): void
}

/** Walks the content of a node in document order. */
export function visit(tree: HtmlTree, node: number, visitor: Visitor): void {
  const { names, last, starts, contentStarts, contentEnds, ends, raw } = tree
  const open = [node]
  let at = contentStarts[node] as number
  const emit = (until: number) => {
    if (until <= at) return
    const element = open[open.length - 1] as number
    const text = sliceOf(tree, at, until)
    visitor.text(raw[element] === 1 ? text : decodeEntities(text, 'text'), element)
  }
  const closeUpTo = (next: number) => {
    while (open.length > 1 && (last[open[open.length - 1] as number] as number) <= next) {
      const closing = open[open.length - 1] as number
      emit(contentEnds[closing] as number)
      open.pop()
      at = ends[closing] as number
      visitor.close?.(closing)
    }
  }
  const end = last[node] as number
  for (let child = node + 1; child < end; child++) {
    closeUpTo(child)
    emit(starts[child] as number)
    at = contentStarts[child] as number
    if (names[child] === '') continue
    visitor.open?.(child)
    open.push(child)
  }
  closeUpTo(end)
  emit(contentEnds[node] as number)
}

export function textOf(tree: HtmlTree, node: number): string {
  let text = ''
  visit(tree, node, {
    text: piece => {
      text += piece
    },
  })
  return text
}
