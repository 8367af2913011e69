// CSS selection over a page or a part of it.
import { decodeUtf8, toBytes } from './bytes.ts'
import { decodeEntities } from './entities.ts'
import { attributeOf, childrenOf, textOf } from './html-nodes.ts'
import { buildTree, type HtmlTree } from './html-tree.ts'
import { lineText } from './line-text.ts'
import { marksOf, masksOf } from './selector-marks.ts'
import { createSelectors, type Selectors } from './selectors.ts'

/** One element of a page, or the page itself (its name is then empty). Nothing about it changes. */
export interface HtmlNode {
  readonly name: string
  /** The elements inside this one that match a CSS selector, in document order. */
  select(css: string): HtmlNode[]
  /** The first of them. */
  first(css: string): HtmlNode | undefined
  /** Whether this element itself matches. */
  matches(css: string): boolean
  /** All text inside, character references decoded, white space as written. */
  text(): string
  /** Text as one line, white space folded; scripts, styles and what `except` matches left out. */
  line(except?: string): string
  /** The value of an attribute; undefined when the element has no such attribute. */
  attr(name: string): string | undefined
  /** All attributes by lower-case name. */
  attrs(): Record<string, string>
  /** The markup inside the element, or with the element itself, as the page has it. */
  html(): string
  outerHtml(): string
  parent(): HtmlNode | undefined
  children(): HtmlNode[]
  next(): HtmlNode | undefined
  previous(): HtmlNode | undefined
}

/** Reads a page or a fragment; `selectors` may be kept from one page to the next. */
export function parseHtml(html: string | Uint8Array, selectors = createSelectors()): HtmlNode {
  return openTree(buildTree(toBytes(html)), selectors)
}

/**
 * Reads only the element whose start tag holds `marker` (for example `id="results"`) and leaves the rest of a large
 * page alone; undefined when the marker is nowhere in it. The marker has to be markup that the page has once.
 */
export function parseElementWith(
  html: string | Uint8Array,
  marker: string,
  selectors = createSelectors(),
): HtmlNode | undefined {
  const bytes = toBytes(html)
  const found = bytes.data.indexOf(marker)
  if (found < 0) return undefined
  const start = marker.startsWith('<') ? found : bytes.data.lastIndexOf('<', found)
  return start < 0 ? undefined : openTree(buildTree(bytes, start, true), selectors).children()[0]
}

/** Handles on the nodes of one tree. */
export function openTree(tree: HtmlTree, selectors: Selectors): HtmlNode {
  let marks: Int32Array | undefined

  function find(css: string, from: number, limit: number): number[] {
    const { matches, masks } = selectors(css, { tree, node: from, scope: from })
    // Trying a selector costs more than looking at a number, and a page is searched many times.
    marks ??= marksOf(tree)
    const found: number[] = []
    const { names, last } = tree
    const end = last[from] ?? 0
    for (let node = from + 1; node < end && found.length < limit; ) {
      const mark = marks[node] as number
      if (mark !== 0 && isPossible(mark, masks) && matches({ tree, node, scope: from })) found.push(node)
      // As in a browser: what is in a template is not part of the page.
      const isTemplate = (mark & TEMPLATE) === TEMPLATE && names[node] === 'template'
      node = isTemplate ? (last[node] ?? end) : node + 1
    }
    return found
  }

  /** Whether a node of the page matches. */
  function matcher(css: string): (node: number) => boolean {
    const { matches } = selectors(css, { tree, node: 0, scope: 0 })
    return node => matches({ tree, node, scope: 0 })
  }

  function sibling(node: number, step: 1 | -1): HtmlNode | undefined {
    const siblings = childrenOf(tree, tree.parents[node] ?? 0)
    const found = node === 0 ? undefined : siblings[siblings.indexOf(node) + step]
    return found === undefined ? undefined : handle(found)
  }

  const { bytes, parents, starts, contentStarts, contentEnds, ends } = tree
  // One set of methods for all handles: a page has thousands of elements.
  const methods: Omit<HtmlNode, 'name'> & ThisType<{ readonly node: number }> = {
    select(css) {
      return find(css, this.node, Number.POSITIVE_INFINITY).map(handle)
    },
    first(css) {
      const [found] = find(css, this.node, 1)
      return found === undefined ? undefined : handle(found)
    },
    matches(css) {
      return this.node > 0 && matcher(css)(this.node)
    },
    text() {
      return textOf(tree, this.node)
    },
    line(except) {
      return lineText(tree, this.node, except === undefined ? () => false : matcher(except))
    },
    attr(name) {
      return attributeOf(tree, this.node, name.toLowerCase())
    },
    attrs() {
      return attributesOf(tree, this.node)
    },
    html() {
      return decodeUtf8(bytes, contentStarts[this.node] ?? 0, contentEnds[this.node] ?? 0)
    },
    outerHtml() {
      return decodeUtf8(bytes, starts[this.node] ?? 0, ends[this.node] ?? 0)
    },
    parent() {
      return this.node === 0 ? undefined : handle(parents[this.node] ?? 0)
    },
    children() {
      return childrenOf(tree, this.node).map(handle)
    },
    next() {
      return sibling(this.node, 1)
    },
    previous() {
      return sibling(this.node, -1)
    },
  }

  function handle(node: number): HtmlNode {
    const made = Object.create(methods) as { node: number; name: string }
    made.node = node
    made.name = tree.names[node] ?? ''
    return made as unknown as HtmlNode
  }
  return handle(0)
}

const [TEMPLATE = 0] = masksOf('template')

function isPossible(mark: number, masks: readonly number[]): boolean {
  for (let i = 0; i < masks.length; i++) if ((mark & (masks[i] as number)) === masks[i]) return true
  return false
}

function attributesOf(tree: HtmlTree, node: number): Record<string, string> {
  const { bytes, attributes, firstAttributes } = tree
  const found = new Map<string, string>()
  const end = firstAttributes[node + 1] ?? 0
  for (let i = firstAttributes[node] ?? 0; i < end; i += 4) {
    const [nameStart = 0, nameEnd = 0, valueStart = 0, valueEnd = 0] = attributes.subarray(i, i + 4)
    const name = decodeUtf8(bytes, nameStart, nameEnd).toLowerCase()
    if (!found.has(name))
      found.set(name, decodeEntities(decodeUtf8(bytes, valueStart, valueEnd), 'attribute'))
  }
  return Object.fromEntries(found)
}
