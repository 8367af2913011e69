// A page as the reader sees it: its tree, its visible text in order, and the relevant elements.
import { toBytes, decodeUtf8 } from '../html/bytes.ts'
import { decodeEntities } from '../html/entities.ts'
import { attributeOf } from '../html/html-nodes.ts'
import { buildTree, type HtmlTree } from '../html/html-tree.ts'
import { collapseWhitespace } from '../values/text.ts'
import { indexElements, type ElementIndex } from './element-index.ts'

/** A segment: one piece of visible text. */
export interface TextRun {
  readonly text: string
  /** The element that contains it. */
  readonly node: number
  /** Its index in reading order. */
  readonly at: number
}

export interface PageView extends ElementIndex {
  readonly tree: HtmlTree
  readonly url: string
  readonly segments: readonly TextRun[]
  /** The start of each segment in the bytes, ascending. */
  readonly segmentStarts: readonly number[]
  readonly title: string
}

/** Elements whose text is not visible. */
const SKIPPED_TAGS: ReadonlySet<string> = new Set(
  'head title script style noscript template svg iframe object select textarea'.split(' '),
)
// A page has a few thousand segments; what comes after this many is not the product.
const MAX_SEGMENTS = 20_000

export function viewPage(html: string | Uint8Array, url: string): PageView {
  const tree = buildTree(toBytes(html))
  const segments: TextRun[] = []
  const segmentStarts: number[] = []
  readSegments(tree, segments, segmentStarts)
  const index = indexElements(tree)
  return {
    tree,
    url,
    segments,
    segmentStarts,
    title: index.titles[0] === undefined ? '' : rawText(tree, index.titles[0]),
    ...index,
  }
}

function readSegments(tree: HtmlTree, segments: TextRun[], starts: number[]): void {
  const { names, last, contentStarts, contentEnds, ends, starts: nodeStarts } = tree
  const open = [0]
  let at = contentStarts[0] as number
  const emit = (until: number) => {
    const text = at < until ? visibleText(tree, at, until) : ''
    if (text === '') return
    starts.push(at)
    segments.push({ text, node: open[open.length - 1] as number, at: segments.length })
  }
  const closeUpTo = (next: number) => {
    while (open.length > 1 && (last[open[open.length - 1] as number] as number) <= next) {
      const closing = open.pop() as number
      open.push(closing)
      emit(contentEnds[closing] as number)
      open.pop()
      at = ends[closing] as number
    }
  }
  const end = last[0] as number
  for (let node = 1; node < end && segments.length < MAX_SEGMENTS; ) {
    closeUpTo(node)
    emit(nodeStarts[node] as number)
    const name = names[node] as string
    if (SKIPPED_TAGS.has(name)) {
      at = ends[node] as number
      node = last[node] as number
      continue
    }
    at = contentStarts[node] as number
    if (name !== '') open.push(node)
    node++
  }
  closeUpTo(end)
  emit(contentEnds[0] as number)
}

/** The text between two positions on one line. Most of it is white space between tags, which is not decoded. */
function visibleText(tree: HtmlTree, start: number, end: number): string {
  const { data } = tree.bytes
  let from = start
  while (from < end && (data[from] as number) <= 0x20) from++
  if (from === end) return ''
  return collapseWhitespace(decodeEntities(data.toString('utf8', from, end), 'text'))
}

/** The text of an element without children, such as a title. */
function rawText(tree: HtmlTree, node: number): string {
  const { contentStarts, contentEnds } = tree
  return visibleText(tree, contentStarts[node] as number, contentEnds[node] as number)
}

/** The range of segments inside an element: the first, and the one after the last. */
export function segmentRange(page: PageView, node: number): readonly [number, number] {
  const { contentStarts, contentEnds } = page.tree
  return [
    firstFrom(page.segmentStarts, contentStarts[node] as number),
    firstFrom(page.segmentStarts, contentEnds[node] as number),
  ]
}

/** The text inside an element on one line; stops soon after `limit` characters. */
export function textIn(page: PageView, node: number, limit = 300): string {
  const [from, to] = segmentRange(page, node)
  let text = ''
  for (let at = from; at < to && text.length <= limit; at++) {
    const piece = page.segments[at]?.text ?? ''
    text += text === '' ? piece : ` ${piece}`
  }
  return text
}

/** The first segment at or after a position in the bytes. */
export function firstFrom(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) < position) low = middle + 1
    else high = middle
  }
  return low
}

export function isInside(tree: HtmlTree, node: number, outer: number): boolean {
  return node >= outer && node < (tree.last[outer] as number)
}

/** The parent of a node; undefined at the top. */
export function parentOf(tree: HtmlTree, node: number): number | undefined {
  const parent = tree.parents[node] ?? 0
  return node > 0 && parent > 0 ? parent : undefined
}

/** The elements side by side with one, itself among them, in the order of the page: no more than `most`. */
export function siblingsOf(
  { names, parents, last }: HtmlTree,
  node: number,
  most: number,
  isWanted: (name: string) => boolean = name => name !== '',
): number[] {
  const parent = parents[node] as number
  const siblings: number[] = []
  for (
    let child = parent + 1;
    child < (last[parent] as number) && siblings.length < most;
    child = Math.max(child + 1, last[child] as number)
  )
    if (isWanted(names[child] as string)) siblings.push(child)
  return siblings
}

export function attribute(page: PageView, node: number, name: string): string | undefined {
  return attributeOf(page.tree, node, name)
}

// A larger element contains more than a brand or breadcrumbs.
const MAX_MARKUP = 20_000

export function markupOf(page: PageView, node: number): string {
  const { starts, ends, bytes } = page.tree
  const start = starts[node] as number
  return decodeUtf8(bytes, start, Math.min(ends[node] as number, start + MAX_MARKUP))
}

/** An element as in a CSS selector: "span#price.now". */
export function placeOf(page: PageView, node: number): string {
  const id = attribute(page, node, 'id')
  const [first] = (attribute(page, node, 'class') ?? '').trim().split(/\s+/)
  return `${page.tree.names[node] ?? ''}${id ? `#${id}` : ''}${first ? `.${first}` : ''}`.slice(0, 80)
}
