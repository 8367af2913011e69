// Builds a flat tree over the bytes of a page: numbers that point into the bytes, no object per node.
import { type Bytes, decodeUtf8, nextByte } from './bytes.ts'
import { breaksOut, holdsHtml } from './foreign.ts'
import { type Tag, tagOf } from './html-rules.ts'
import {
  closesItself,
  declarationEnd,
  isLetter,
  nameEnd,
  noPositions,
  type Positions,
  rawTextEnd,
  scriptEnd,
  tagEnd,
} from './markup.ts'

/**
 * Nodes are numbered in document order from 1; 0 is the document. Every list is indexed by node. An element's
 * descendants are the nodes from the one after it up to `last[node]`. A node with an empty name is a comment or
 * another piece of markup that is neither element nor text.
 */
export interface HtmlTree {
  readonly bytes: Bytes
  readonly names: string[]
  readonly parents: Int32Array
  /** The node after the last descendant. */
  readonly last: Int32Array
  /** Where the node starts, where its content starts and ends, and where the node ends. */
  readonly starts: Int32Array
  readonly contentStarts: Int32Array
  readonly contentEnds: Int32Array
  readonly ends: Int32Array
  /** 1 for elements whose text holds no character references. */
  readonly raw: Int32Array
  /** Four positions for each attribute: name start and end, value start and end. */
  readonly attributes: Int32Array
  /** Where a node's attributes start in `attributes`; they end where the next node's start. */
  readonly firstAttributes: number[]
}

/** The lists of numbers that every node has one of. */
const lists = ['parents', 'last', 'starts', 'contentStarts', 'contentEnds', 'ends', 'raw'] as const
type Lists = Record<(typeof lists)[number], Int32Array>

interface Builder extends Omit<HtmlTree, 'attributes' | keyof Lists>, Lists {
  readonly attributes: Positions
  /** Open elements, innermost last. */
  readonly open: number[]
  /** Whether what stands in each open element belongs to SVG or MathML. */
  readonly foreign: boolean[]
  at: number
}

function addNode(b: Builder, name: string, start: number, end: number): number {
  const node = b.names.length
  if (node === b.parents.length) makeRoom(b)
  b.names.push(name)
  b.parents[node] = b.open[b.open.length - 1] as number
  b.last[node] = node + 1
  b.starts[node] = start
  b.contentStarts[node] = end
  b.contentEnds[node] = end
  b.ends[node] = end
  return node
}

/** Doubles the room for nodes. */
function makeRoom(b: Builder): void {
  for (const list of lists) {
    const larger = new Int32Array(b[list].length * 2)
    larger.set(b[list])
    b[list] = larger
  }
}

/** Adds markup that is no element: a comment, a declaration, an end tag that closes nothing. */
function addHole(b: Builder, start: number, end: number): void {
  b.firstAttributes.push(b.attributes.used)
  addNode(b, '', start, end)
  b.at = end
}

/** Closes the innermost open element; its content ends at `contentEnd` and the element at `end`. */
function closeTop(b: Builder, contentEnd: number, end: number): void {
  const node = b.open.pop() as number
  b.foreign.pop()
  b.contentEnds[node] = contentEnd
  b.ends[node] = end
  b.last[node] = b.names.length
}

function inForeign(b: Builder): boolean {
  return b.foreign[b.foreign.length - 1] as boolean
}

/** Names of any page with their rules, by a hash of their bytes: 256 at the most, the newest of each hash. */
const knownTags: { readonly letters: Uint8Array; readonly tag: Tag }[] = []

/** The rules for the name between two positions; a name is decoded only when it is new. */
function tagBetween(b: Builder, start: number, end: number): Tag {
  const { data } = b.bytes
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + ((data[at] as number) | 0x20)) & 255
  const known = knownTags[hash]
  if (known !== undefined && isSpelled(data, start, end, known.letters)) return known.tag
  const name = decodeUtf8(b.bytes, start, end).toLowerCase()
  const tag = tagOf(name)
  knownTags[hash] = { letters: Buffer.from(name), tag }
  return tag
}

function isSpelled(data: Uint8Array, start: number, end: number, letters: Uint8Array): boolean {
  const { length } = letters
  if (end - start !== length) return false
  for (let i = 0; i < length; i++) if (((data[start + i] as number) | 0x20) !== letters[i]) return false
  return true
}

function openTag(b: Builder, start: number): void {
  const { bytes } = b
  const afterName = nameEnd(bytes, start + 1)
  const tag = tagBetween(b, start + 1, afterName)
  let { name } = tag
  if (inForeign(b) && breaksOut(name)) while (inForeign(b)) closeTop(b, start, start)
  const foreign = inForeign(b) || name === 'svg' || name === 'math'
  // In HTML this is an old spelling.
  if (!foreign && name === 'image') name = 'img'
  const ignored = name === 'form' && isInForm(b)
  if (!foreign && !ignored && tag.closes !== undefined)
    while (tag.closes.has(topName(b))) closeTop(b, start, start)
  const firstAttribute = b.attributes.used
  const end = tagEnd(bytes, afterName, b.attributes)
  if (end > bytes.length || ignored) {
    b.attributes.used = firstAttribute
    addHole(b, start, Math.min(end, bytes.length))
    return
  }
  b.firstAttributes.push(firstAttribute)
  b.at = end
  const node = addNode(b, name, start, end)
  if (foreign ? closesItself(bytes, start + 1, end) : tag.isVoid) return
  b.open.push(node)
  b.foreign.push(foreign && !holdsHtml(name))
  if (!foreign && tag.isRawText) readRawText(b, node, name)
}

function topName(b: Builder): string {
  return b.names[b.open[b.open.length - 1] as number] as string
}

/** A form inside a form is not one. */
function isInForm(b: Builder): boolean {
  return b.open.some(node => b.names[node] === 'form')
}

function readRawText(b: Builder, node: number, name: string): void {
  if (name !== 'title' && name !== 'textarea') b.raw[node] = 1
  if (name === 'plaintext') b.at = b.bytes.length
  else b.at = name === 'script' ? scriptEnd(b.bytes, b.at) : rawTextEnd(b.bytes, b.at, name)
}

function closeTag(b: Builder, start: number): void {
  const afterName = nameEnd(b.bytes, start + 2)
  const { name } = tagBetween(b, start + 2, afterName)
  const end = tagEnd(b.bytes, afterName)
  let level = b.open.length - 1
  while (level > 0 && b.names[b.open[level] as number] !== name) level--
  if (end <= b.bytes.length && level > 0) {
    while (b.open.length - 1 > level) closeTop(b, start, start)
    closeTop(b, start, end)
    b.at = end
    return
  }
  addHole(b, start, Math.min(end, b.bytes.length))
  // `</p>` and `</br>` stand for an empty element when none is open.
  if (end <= b.bytes.length && (name === 'p' || name === 'br')) b.names[b.names.length - 1] = name
}

function readMarkup(b: Builder, start: number): void {
  const { data, length } = b.bytes
  const next = data[start + 1]
  if (isLetter(next)) openTag(b, start)
  else if (next === 0x2f && isLetter(data[start + 2])) closeTag(b, start)
  else if (next === 0x21 || next === 0x3f) addHole(b, start, declarationEnd(b.bytes, start + 1, inForeign(b)))
  else if (next === 0x2f && start + 2 < length) addHole(b, start, declarationEnd(b.bytes, start + 1, false))
  else b.at = start + 1
}

/** Nodes there is room for at first, in a part of a page and in a whole one: making room later costs more. */
const firstRoom = 1024
const BYTES_A_NODE = 256

/** The tree of a page from `from` on; with `only`, of the first element there and nothing behind it. */
export function buildTree(bytes: Bytes, from = 0, only = false): HtmlTree {
  const room = only ? firstRoom : Math.ceil((bytes.length - from) / BYTES_A_NODE) + 16
  const b: Builder = {
    bytes,
    names: [],
    parents: new Int32Array(room),
    last: new Int32Array(room),
    starts: new Int32Array(room),
    contentStarts: new Int32Array(room),
    contentEnds: new Int32Array(room),
    ends: new Int32Array(room),
    raw: new Int32Array(room),
    attributes: noPositions(room * 8),
    firstAttributes: [0],
    open: [-1],
    foreign: [false],
    at: from,
  }
  addNode(b, '', from, from)
  b.open[0] = 0
  const { length } = bytes
  for (let start = nextByte(bytes, 0x3c, from); start < length; start = nextByte(bytes, 0x3c, b.at)) {
    readMarkup(b, start)
    if (only && b.open.length === 1) break
  }
  const end = only && b.open.length === 1 ? b.at : length
  while (b.open.length > 0) closeTop(b, end, end)
  b.firstAttributes.push(b.attributes.used)
  return { ...b, attributes: b.attributes.list }
}
