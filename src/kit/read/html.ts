// CSS selection over a page or a part of it.
import { _compileUnsafe } from 'css-select'
import { decodeUtf8, toBytes } from './bytes.ts'
import { decodeEntities } from './entities.ts'
import { attributeOf, childrenOf, isElement, textOf } from './html-nodes.ts'
import { buildTree, type HtmlTree } from './html-tree.ts'
import { lineText } from './line-text.ts'

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

/** Reads a page or a fragment. */
export function parseHtml(html: string | Uint8Array): HtmlNode {
  return openTree(buildTree(toBytes(html)))
}

/**
 * Reads only the element whose start tag holds `marker` (for example `id="results"`) and leaves the rest of a large
 * page alone; undefined when the marker is nowhere in it. The marker has to be markup that the page has once.
 */
export function parseElementWith(html: string | Uint8Array, marker: string): HtmlNode | undefined {
  const bytes = toBytes(html)
  const found = bytes.data.indexOf(marker)
  if (found < 0) return undefined
  const start = marker.startsWith('<') ? found : bytes.data.lastIndexOf('<', found)
  return start < 0 ? undefined : openTree(buildTree(bytes, start, true)).children()[0]
}

type Query = (node: number) => boolean

/** Selectors that depend on where the search starts. */
const needsScope = /:scope|:root|(?:^|,)\s*[>+~]/

/** Handles on the nodes of one tree; a selector is compiled once for all of them. */
function openTree(tree: HtmlTree): HtmlNode {
  const compiled = new Map<string, Query>()
  // Nearly all selectors ask for classes, and of the same elements again and again.
  const classes: (string | null | undefined)[] = []
  classes.length = tree.names.length
  const classOf = (node: number) => {
    let value = classes[node]
    if (value === undefined) {
      value = attributeOf(tree, node, 'class') ?? null
      classes[node] = value
    }
    return value ?? undefined
  }
  // Where the current search starts: what is outside does not count for selectors such as `.a .b`.
  let scope = 0
  const options = {
    cacheResults: false,
    adapter: {
      isTag: (node: number): node is number => isElement(tree, node),
      getName: (node: number) => tree.names[node] ?? '',
      getAttributeValue: (node: number, name: string) =>
        name === 'class' ? classOf(node) : attributeOf(tree, node, name),
      hasAttrib: (node: number, name: string) => attributeOf(tree, node, name) !== undefined,
      getChildren: (node: number) => childrenOf(tree, node),
      getParent: (node: number) =>
        node <= 0 || tree.parents[node] === scope ? null : (tree.parents[node] ?? null),
      getSiblings: (node: number) => childrenOf(tree, tree.parents[node] ?? 0),
      getText: (node: number) => textOf(tree, node),
      removeSubsets: (nodes: number[]) => nodes,
    },
  }

  function queryFor(css: string, from: number): Query {
    scope = from
    let query = compiled.get(css)
    if (query === undefined) {
      if (needsScope.test(css)) {
        scope = -1
        return _compileUnsafe<number, number>(css, options, [from])
      }
      query = _compileUnsafe<number, number>(css, options)
      compiled.set(css, query)
    }
    return query
  }

  function find(css: string, from: number, limit: number): number[] {
    const query = queryFor(css, from)
    const found: number[] = []
    const { names, last } = tree
    const end = last[from] ?? 0
    for (let node = from + 1; node < end && found.length < limit; ) {
      const name = names[node]
      if (name !== '' && query(node)) found.push(node)
      // As in a browser: what is in a template is not part of the page.
      node = name === 'template' ? (last[node] ?? end) : node + 1
    }
    return found
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
      return this.node > 0 && queryFor(css, 0)(this.node)
    },
    text() {
      return textOf(tree, this.node)
    },
    line(except) {
      return lineText(tree, this.node, except === undefined ? () => false : queryFor(except, 0))
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
