// Builds a flat tree over the text of a page: numbers that point into the text, no object per node.
import { breaksOut, holdsHtml } from './foreign.ts'
import { closesBefore, isRawText, isVoid } from './html-rules.ts'

/**
 * Nodes are numbered in document order from 1; 0 is the document. Every list is indexed by node. An element's
 * descendants are the nodes from the one after it up to `last[node]`. A node with an empty name is a comment or
 * another piece of markup that is neither element nor text.
 */
export interface HtmlTree {
  readonly source: string
  readonly names: string[]
  readonly parents: number[]
  /** The node after the last descendant. */
  readonly last: number[]
  /** Where the node starts, where its content starts and ends, and where the node ends. */
  readonly starts: number[]
  readonly contentStarts: number[]
  readonly contentEnds: number[]
  readonly ends: number[]
  /** 1 for elements whose text holds no character references. */
  readonly raw: number[]
  /** Four positions for each attribute: name start and end, value start and end. */
  readonly attributes: number[]
  /** Where a node's attributes start in `attributes`; they end where the next node's start. */
  readonly firstAttributes: number[]
}

interface Builder extends HtmlTree {
  /** Open elements, innermost last. */
  readonly open: number[]
  /** Whether each open element belongs to SVG or MathML. */
  readonly foreign: boolean[]
  readonly known: Map<string, string>
  at: number
}

function isSpaceCode(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d || code === 0x0c
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function addNode(b: Builder, name: string, start: number, end: number): number {
  const node = b.names.length
  b.names.push(name)
  b.parents.push(b.open[b.open.length - 1] as number)
  b.last.push(node + 1)
  b.starts.push(start)
  b.contentStarts.push(end)
  b.contentEnds.push(end)
  b.ends.push(end)
  b.raw.push(0)
  return node
}

/** Adds markup that is no element: a comment, a declaration, an end tag that closes nothing. */
function addHole(b: Builder, start: number, end: number): void {
  b.firstAttributes.push(b.attributes.length)
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
  return (
    b.foreign[b.foreign.length - 1] === true &&
    !holdsHtml(b.names[b.open[b.open.length - 1] as number] as string)
  )
}

/** Lower-case name between two positions; each spelling is worked out once. */
function nameBetween(b: Builder, start: number, end: number): string {
  const written = b.source.slice(start, end)
  let name = b.known.get(written)
  if (name === undefined) {
    name = written.toLowerCase()
    b.known.set(written, name)
  }
  return name
}

/** Position after the `>` of the tag, noting its attributes; -1 when the tag never ends. */
function readTag(b: Builder, at: number, note: boolean): number {
  const { source, attributes } = b
  const length = source.length
  while (at < length) {
    let code = source.charCodeAt(at)
    if (code === 0x3e) return at + 1
    if (code === 0x2f || isSpaceCode(code)) {
      at++
      continue
    }
    const nameStart = at++
    for (; at < length; at++) {
      code = source.charCodeAt(at)
      if (code === 0x3d || code === 0x3e || code === 0x2f || isSpaceCode(code)) break
    }
    const nameEnd = at
    while (at < length && isSpaceCode(source.charCodeAt(at))) at++
    let valueStart = nameEnd
    let valueEnd = nameEnd
    if (source.charCodeAt(at) === 0x3d) {
      at++
      while (at < length && isSpaceCode(source.charCodeAt(at))) at++
      code = source.charCodeAt(at)
      if (code === 0x22 || code === 0x27) {
        valueStart = at + 1
        valueEnd = source.indexOf(code === 0x22 ? '"' : "'", valueStart)
        if (valueEnd < 0) return -1
        at = valueEnd + 1
      } else {
        valueStart = at
        for (; at < length; at++) {
          code = source.charCodeAt(at)
          if (code === 0x3e || isSpaceCode(code)) break
        }
        valueEnd = at
      }
    }
    if (note) attributes.push(nameStart, nameEnd, valueStart, valueEnd)
  }
  return -1
}

function nameEnd(source: string, at: number): number {
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 0x3e || code === 0x2f || isSpaceCode(code)) break
  }
  return at
}

function openTag(b: Builder, start: number): void {
  const { source } = b
  const afterName = nameEnd(source, start + 1)
  let name = nameBetween(b, start + 1, afterName)
  if (inForeign(b) && breaksOut(name)) while (inForeign(b)) closeTop(b, start, start)
  const foreign = inForeign(b) || name === 'svg' || name === 'math'
  if (!foreign) {
    if (name === 'image') name = 'img'
    const closed = closesBefore(name)
    while (closed?.has(b.names[b.open[b.open.length - 1] as number] as string)) closeTop(b, start, start)
  }
  const firstAttribute = b.attributes.length
  const end = readTag(b, afterName, true)
  // A form inside a form is not one.
  if (end < 0 || (name === 'form' && b.open.some(node => b.names[node] === 'form'))) {
    b.attributes.length = firstAttribute
    addHole(b, start, end < 0 ? source.length : end)
    return
  }
  b.firstAttributes.push(firstAttribute)
  b.at = end
  const node = addNode(b, name, start, end)
  if (foreign ? selfCloses(b, end) : isVoid(name)) return
  b.open.push(node)
  b.foreign.push(foreign)
  if (!foreign && isRawText(name)) readRawText(b, node, name)
}

/** Whether a slash right before the tag's end closes it; one that ends an unquoted value does not. */
function selfCloses(b: Builder, end: number): boolean {
  return b.source.charCodeAt(end - 2) === 0x2f && b.attributes.at(-1) !== end - 1
}

function readRawText(b: Builder, node: number, name: string): void {
  if (name !== 'title' && name !== 'textarea') b.raw[node] = 1
  const end = name === 'plaintext' ? -1 : rawTextEnd(b.source, b.at, name)
  b.at = end < 0 ? b.source.length : end
}

const scriptMarks = /<!--|<\/script(?=[\s/>])/gi
const escapedMarks = /-->|<(\/?)script(?=[\s/>])/gi

/** Where `</name` ends the raw text, or -1. Inside `<!-- <script>` a first `</script>` does not end a script. */
function rawTextEnd(source: string, at: number, name: string): number {
  if (name !== 'script') {
    for (let open = source.indexOf('</', at); open >= 0; open = source.indexOf('</', open + 2)) {
      const end = open + 2 + name.length
      if (end >= source.length) return -1
      if (nameEnd(source, open + 2) === end && source.slice(open + 2, end).toLowerCase() === name) return open
    }
    return -1
  }
  for (;;) {
    scriptMarks.lastIndex = at
    const mark = scriptMarks.exec(source)
    if (mark === null) return -1
    if (mark[0] !== '<!--') return mark.index
    let double = false
    escapedMarks.lastIndex = mark.index + 2
    for (;;) {
      const inner = escapedMarks.exec(source)
      if (inner === null) return -1
      at = escapedMarks.lastIndex
      if (inner[0] === '-->') break
      if (inner[1] === '/' && !double) return inner.index
      double = inner[1] !== '/'
    }
  }
}

function closeTag(b: Builder, start: number): void {
  const { source } = b
  const afterName = nameEnd(source, start + 2)
  const end = readTag(b, afterName, false)
  if (end < 0) {
    addHole(b, start, source.length)
    return
  }
  const name = nameBetween(b, start + 2, afterName)
  let level = b.open.length - 1
  while (level > 0 && b.names[b.open[level] as number] !== name) level--
  if (level > 0) {
    while (b.open.length - 1 > level) closeTop(b, start, start)
    closeTop(b, start, end)
    b.at = end
  } else {
    // `</p>` and `</br>` stand for an empty element when none is open.
    addHole(b, start, end)
    if (name === 'p' || name === 'br') b.names[b.names.length - 1] = name
  }
}

function commentEnd(source: string, at: number): number {
  if (source.startsWith('>', at)) return at + 1
  if (source.startsWith('->', at)) return at + 2
  for (let dashes = source.indexOf('--', at); dashes >= 0; dashes = source.indexOf('--', dashes + 1)) {
    if (source.startsWith('>', dashes + 2)) return dashes + 3
    if (source.startsWith('!>', dashes + 2)) return dashes + 4
  }
  return source.length
}

function endAt(source: string, mark: string, at: number): number {
  const found = source.indexOf(mark, at)
  return found < 0 ? source.length : found + mark.length
}

function readMarkup(b: Builder, start: number): void {
  const { source } = b
  const code = source.charCodeAt(start + 1)
  if (isLetter(code)) openTag(b, start)
  else if (code === 0x2f && isLetter(source.charCodeAt(start + 2))) closeTag(b, start)
  else if (source.startsWith('<!--', start)) addHole(b, start, commentEnd(source, start + 4))
  else if (inForeign(b) && source.startsWith('<![CDATA[', start))
    addHole(b, start, endAt(source, ']]>', start + 9))
  else if (code === 0x21 || code === 0x3f || (code === 0x2f && start + 2 < source.length))
    addHole(b, start, endAt(source, '>', start + 2))
  else b.at = start + 1
}

/** The tree of `source` from `from` on; with `only`, of the first element there and nothing behind it. */
export function buildTree(source: string, from = 0, only = false): HtmlTree {
  const b: Builder = {
    source,
    names: [],
    parents: [],
    last: [],
    starts: [],
    contentStarts: [],
    contentEnds: [],
    ends: [],
    raw: [],
    attributes: [],
    firstAttributes: [0],
    open: [-1],
    foreign: [false],
    known: new Map(),
    at: from,
  }
  addNode(b, '', from, from)
  b.open[0] = 0
  for (let start = source.indexOf('<', from); start >= 0; start = source.indexOf('<', b.at)) {
    readMarkup(b, start)
    if (only && b.open.length === 1) break
  }
  const end = only && b.open.length === 1 ? b.at : source.length
  while (b.open.length > 0) closeTop(b, end, end)
  b.firstAttributes.push(b.attributes.length)
  return b
}
