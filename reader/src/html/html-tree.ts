// Builds a flat tree over the bytes of a page: arrays of positions instead of an object per node.
import { type Bytes, decodeUtf8, needle, nextByte } from './bytes.ts'
import { breaksOut, isHtmlIntegrationPoint } from './foreign-content.ts'
import { MAX_DEPTH, type Tag, tagOf } from './html-rules.ts'
import {
  declarationEnd,
  endsWithSlash,
  isLetter,
  nameEnd,
  rawTextEnd,
  scriptEnd,
  tagEnd,
} from './html-lexer.ts'
import { createTreeArrays, growTreeArrays, type TreeArrays, type TreeMemory } from './tree-memory.ts'

/**
 * Nodes are numbered in document order from 1; 0 is the document. Every list is indexed by node. The descendants of an
 * element are the nodes after it and before `last[node]`. A node with an empty name is a comment or other markup that is
 * neither element nor text.
 */
export interface HtmlTree {
  readonly bytes: Bytes
  readonly names: string[]
  readonly parents: Int32Array
  /** The node after the last descendant. */
  readonly last: Int32Array
  /** The start of the node, the start and end of its content, and the end of the node. */
  readonly starts: Int32Array
  readonly contentStarts: Int32Array
  readonly contentEnds: Int32Array
  readonly ends: Int32Array
  /** 1 for elements whose text has no character references. */
  readonly raw: Int32Array
  /** Four positions per attribute: name start and end, value start and end. */
  readonly attributes: Int32Array
  /** The index of a node's first attribute in `attributes`; the next node's first attribute ends the range. */
  readonly firstAttributes: Int32Array
  /** Zeros for what is computed about the tree, in the memory of the tree. */
  readonly numbers: (length: number) => Int32Array
}

const SLASH = 0x2f

/** Open elements up to this depth are searched linearly; deeper ones are counted by name. */
const SEARCHED_DEPTH = 64

interface Builder extends TreeArrays {
  readonly bytes: Bytes
  /** Number of nodes so far. */
  count: number
  /** Open elements, innermost last. */
  readonly open: number[]
  /** How many elements of each name are open beyond `SEARCHED_DEPTH`. */
  readonly deepNames: Map<string, number>
  /** Whether the content of each open element is SVG or MathML. */
  readonly foreign: boolean[]
  readonly selfClosing: boolean
  at: number
}

function addNode(b: Builder, name: string, start: number, end: number, firstAttribute: number): number {
  const node = b.count++
  if (node === b.parents.length) growTreeArrays(b)
  b.names[node] = name
  b.parents[node] = b.open[Math.min(b.open.length, MAX_DEPTH) - 1] as number
  b.last[node] = node + 1
  b.starts[node] = start
  b.contentStarts[node] = end
  b.contentEnds[node] = end
  b.ends[node] = end
  b.raw[node] = 0
  b.firstAttributes[node] = firstAttribute
  return node
}

/** Adds markup that is not an element: a comment, a declaration, or an end tag that closes nothing. */
function addNonElement(b: Builder, start: number, end: number): void {
  addNode(b, '', start, end, b.attributes.used)
  b.at = end
}

function openElement(b: Builder, node: number, foreign: boolean): void {
  if (b.open.length >= SEARCHED_DEPTH) countDeepName(b, node, 1)
  b.open.push(node)
  b.foreign.push(foreign)
}

/** Closes the innermost open element; its content ends at `contentEnd` and the element at `end`. */
function closeTop(b: Builder, contentEnd: number, end: number): void {
  const node = b.open.pop() as number
  b.foreign.pop()
  if (b.open.length >= SEARCHED_DEPTH) countDeepName(b, node, -1)
  // An element beyond the maximum depth has no content: that went to the deepest element.
  if (b.open.length >= MAX_DEPTH) return
  b.contentEnds[node] = contentEnd
  b.ends[node] = end
  b.last[node] = b.count
}

function countDeepName(b: Builder, node: number, change: 1 | -1): void {
  const name = b.names[node] as string
  b.deepNames.set(name, (b.deepNames.get(name) ?? 0) + change)
}

/** The level of the innermost open element of a name, or 0. */
function openLevel(b: Builder, name: string): number {
  const isDeep = (b.deepNames.get(name) ?? 0) > 0
  let level = isDeep ? b.open.length - 1 : Math.min(b.open.length, SEARCHED_DEPTH) - 1
  while (level > 0 && b.names[b.open[level] as number] !== name) level--
  return level
}

function inForeignContent(b: Builder): boolean {
  return b.foreign[b.foreign.length - 1] as boolean
}

function openTag(b: Builder, start: number): void {
  const { bytes } = b
  const afterName = nameEnd(bytes, start + 1)
  const tag = tagBetween(b.bytes, start + 1, afterName)
  let { name } = tag
  if (inForeignContent(b) && breaksOut(name)) while (inForeignContent(b)) closeTop(b, start, start)
  const foreign = inForeignContent(b) || name === 'svg' || name === 'math'
  // In HTML, `image` is an alias of `img`.
  if (!foreign && name === 'image') name = 'img'
  const ignored = name === 'form' && isInForm(b)
  if (!foreign && !ignored && tag.closes !== undefined)
    while (tag.closes.has(topName(b))) closeTop(b, start, start)
  const firstAttribute = b.attributes.used
  const end = tagEnd(bytes, afterName, b.attributes)
  if (end > bytes.length || ignored) {
    b.attributes.used = firstAttribute
    addNonElement(b, start, Math.min(end, bytes.length))
    return
  }
  b.at = end
  const node = addNode(b, name, start, end, firstAttribute)
  if (!foreign && tag.isVoid) return
  const hasSlash = (foreign || b.selfClosing) && bytes.data[end - 2] === SLASH
  if (hasSlash && endsWithSlash(b.attributes, firstAttribute, end)) return
  if (!foreign && tag.isRawText) readRawText(b, node, name)
  else openElement(b, node, foreign && !isHtmlIntegrationPoint(name))
}

function topName(b: Builder): string {
  return b.names[b.open[b.open.length - 1] as number] as string
}

/** HTML ignores a form inside a form. */
function isInForm(b: Builder): boolean {
  return (b.deepNames.get('form') ?? 0) > 0 || openLevel(b, 'form') > 0
}

/** Reads the raw text of an element and its end tag. */
function readRawText(b: Builder, node: number, name: string): void {
  const { bytes } = b
  if (name !== 'title' && name !== 'textarea') b.raw[node] = 1
  const contentEnd =
    name === 'plaintext'
      ? bytes.length
      : name === 'script'
        ? scriptEnd(bytes, b.at)
        : rawTextEnd(bytes, b.at, name)
  const end = contentEnd < bytes.length ? tagEnd(bytes, contentEnd + 2) : bytes.length
  b.contentEnds[node] = contentEnd
  b.ends[node] = Math.min(end, bytes.length)
  b.at = b.ends[node]
}

function closeTag(b: Builder, start: number): void {
  const afterName = nameEnd(b.bytes, start + 2)
  const { name } = tagBetween(b.bytes, start + 2, afterName)
  const end = tagEnd(b.bytes, afterName)
  const level = end <= b.bytes.length ? openLevel(b, name) : 0
  if (level > 0) {
    while (b.open.length - 1 > level) closeTop(b, start, start)
    closeTop(b, start, end)
    if (level < MAX_DEPTH) b.at = end
    else addNonElement(b, start, end)
    return
  }
  addNonElement(b, start, Math.min(end, b.bytes.length))
  // A `</p>` or `</br>` without a start tag creates an empty element.
  if (end <= b.bytes.length && (name === 'p' || name === 'br')) b.names[b.count - 1] = name
}

function readMarkup(b: Builder, start: number): void {
  const { data, length } = b.bytes
  const next = data[start + 1]
  if (isLetter(next)) openTag(b, start)
  else if (next === 0x2f && isLetter(data[start + 2])) closeTag(b, start)
  else if (next === 0x21 || next === 0x3f)
    addNonElement(b, start, declarationEnd(b.bytes, start + 1, inForeignContent(b)))
  else if (next === 0x2f && start + 2 < length)
    addNonElement(b, start, declarationEnd(b.bytes, start + 1, false))
  else b.at = start + 1
}

/** Initial capacity in nodes for a part of a page; growing later costs more. */
/** Initial capacity for a whole page: one node per this many bytes. */
const BYTES_PER_NODE = 256

export interface TreeOptions {
  /** Whether `<i/>` is self-closing, as in XHTML. */
  readonly selfClosing?: boolean
  /** Where the arrays come from; new ones by default. */
  readonly memory?: TreeMemory | undefined
}

function newNumbers(length: number): Int32Array {
  return new Int32Array(length)
}

export function buildTree(bytes: Bytes, { selfClosing = false, memory }: TreeOptions = {}): HtmlTree {
  const room = Math.ceil(bytes.length / BYTES_PER_NODE) + 16
  const arrays = memory ? memory.take(room) : createTreeArrays(room)
  arrays.attributes.used = 0
  const b: Builder = {
    ...arrays,
    bytes,
    count: 0,
    open: [-1],
    deepNames: new Map(),
    foreign: [false],
    selfClosing,
    at: 0,
  }
  addNode(b, '', 0, 0, 0)
  b.open[0] = 0
  const { length } = bytes
  for (let start = nextByte(bytes, 0x3c, 0); start < length; start = nextByte(bytes, 0x3c, b.at))
    readMarkup(b, start)
  while (b.open.length > 0) closeTop(b, length, length)
  if (b.count === b.firstAttributes.length) growTreeArrays(b)
  b.firstAttributes[b.count] = b.attributes.used
  b.names.length = b.count
  memory?.keep(b)
  const numbers = memory ? memory.numbers.bind(memory) : newNumbers
  return { ...b, attributes: b.attributes.list, numbers }
}

/** A direct-mapped cache of tag rules: 256 slots by a hash of the name, the newest name in each. */
const knownTags: { readonly letters: Uint8Array; readonly tag: Tag }[] = []

/** The rules for the name between two positions; only a name that is not cached is decoded. */
function tagBetween(bytes: Bytes, start: number, end: number): Tag {
  const { data } = bytes
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + ((data[at] as number) | 0x20)) & 255
  const knownTag = knownTags[hash]
  if (knownTag !== undefined && isSpelled(data, start, end, knownTag.letters)) return knownTag.tag
  const name = decodeUtf8(bytes, start, end).toLowerCase()
  const tag = tagOf(name)
  knownTags[hash] = { letters: needle(name), tag }
  return tag
}

function isSpelled(data: Uint8Array, start: number, end: number, letters: Uint8Array): boolean {
  const { length } = letters
  if (end - start !== length) return false
  for (let i = 0; i < length; i++) if (((data[start + i] as number) | 0x20) !== letters[i]) return false
  return true
}
