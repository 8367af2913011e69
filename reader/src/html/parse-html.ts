// CSS selection over a page or a part of it.
import { toBytes } from './bytes.ts'
import { attributeOf, attributesOf, childrenOf, textOf } from './html-nodes.ts'
import { buildTree, type HtmlTree } from './html-tree.ts'
import { lineText } from './line-text.ts'
import {
  mayOccur,
  type SelectorFilter,
  selectorFilters,
  type TreeFilter,
  treeFilterOf,
} from './select/selector-bloom.ts'
import { createSelectorCache, type SelectorCache } from './select/selector-cache.ts'
import { matchesAny, type Search } from './select/selector-match.ts'
import { createTreeOrder, type TreeOrder } from './tree-order.ts'

/** One element of a page, or the page itself (with an empty name). Immutable. */
export interface HtmlNode {
  readonly name: string
  /** The elements inside this one that match a CSS selector, in document order. */
  select(css: string): HtmlNode[]
  /** The first of them. */
  first(css: string): HtmlNode | undefined
  /** All text inside, character references decoded, white space as written. */
  text(): string
  /** The text on one line, white space collapsed; without scripts, styles and what `except` matches. */
  line(except?: string): string
  /** The value of an attribute; undefined when the element has no such attribute. */
  attr(name: string): string | undefined
  /** All attributes by lower-case name. */
  attrs(): Record<string, string>
  children(): HtmlNode[]
  next(): HtmlNode | undefined
}

/** Parses a page or a fragment; `selectors` may be shared between pages. */
export function parseHtml(html: string | Uint8Array, selectors = createSelectorCache()): HtmlNode {
  return rootNodeOf(buildTree(toBytes(html)), selectors)
}

/** Wraps the root of a tree as an HtmlNode. */
export function rootNodeOf(tree: HtmlTree, selectors: SelectorCache): HtmlNode {
  const order = createTreeOrder(tree)
  return handle({ tree, order, search: createNodeSearch(tree, order, selectors) }, 0)
}

/** Selects by CSS in a tree that exists already; gives the numbers of the nodes. */
export function nodeSelector(
  tree: HtmlTree,
  selectors: SelectorCache,
): (css: string, limit?: number) => number[] {
  const search = createNodeSearch(tree, createTreeOrder(tree), selectors)
  return (css, limit = Number.POSITIVE_INFINITY) => search.find(css, 0, limit)
}

interface TreeViews {
  readonly tree: HtmlTree
  readonly order: TreeOrder
  readonly search: NodeSearch
}

interface NodeHandle {
  readonly views: TreeViews
  readonly node: number
  readonly name: string
}

/**
 * Shared by all nodes of all pages, because a page has thousands of elements. A prototype per page would be worse than slow:
 * V8 keeps the object types that belong to a prototype, and with them the page, until a full collection.
 */
const nodeMethods: Omit<HtmlNode, 'name'> & ThisType<NodeHandle> = {
  select(css) {
    const { views, node } = this
    return views.search.find(css, node, Number.POSITIVE_INFINITY).map(match => handle(views, match))
  },
  first(css) {
    const [match] = this.views.search.find(css, this.node, 1)
    return match === undefined ? undefined : handle(this.views, match)
  },
  text() {
    return textOf(this.views.tree, this.node)
  },
  line(except) {
    const { tree, search } = this.views
    return lineText(tree, this.node, except === undefined ? () => false : search.matcher(except))
  },
  attr(name) {
    return attributeOf(this.views.tree, this.node, name.toLowerCase())
  },
  attrs() {
    return attributesOf(this.views.tree, this.node)
  },
  children() {
    const { views, node } = this
    return childrenOf(views.tree, node).map(child => handle(views, child))
  },
  next() {
    return handleIf(this.views, this.views.order.next(this.node))
  },
}

function handle(views: TreeViews, node: number): HtmlNode {
  const created = Object.create(nodeMethods) as { views: TreeViews; node: number; name: string }
  created.views = views
  created.node = node
  created.name = views.tree.names[node] ?? ''
  return created as unknown as HtmlNode
}

function handleIf(views: TreeViews, node: number): HtmlNode | undefined {
  return node > 0 ? handle(views, node) : undefined
}

interface NodeSearch {
  /** At most `limit` nodes inside `from` that match, in document order. */
  find(css: string, from: number, limit: number): number[]
  /** Whether a node of the page matches. */
  matcher(css: string): (node: number) => boolean
}

function createNodeSearch(tree: HtmlTree, order: TreeOrder, selectors: SelectorCache): NodeSearch {
  let filter: TreeFilter | undefined
  /** By selector, because one is tried on many nodes in a row. */
  const matchers = new Map<string, (node: number) => boolean>()

  function searchFrom(scopeNode: number, needsScope: boolean): Search {
    const from = needsScope ? 0 : scopeNode
    const limit = needsScope ? -1 : scopeNode
    const end = tree.last[from] ?? 0
    return { tree, order, limit, scopeNode, from, end, known: new Map(), counts: new Map() }
  }

  return {
    find(css, from, limit) {
      const { chains, needsScope, filters } = selectors(css)
      // Comparing bits is cheaper than trying a selector, and a page is searched many times.
      filter ??= treeFilterOf(tree)
      if (!mayOccur(filter, filters)) return []
      const { bits } = filter
      const search = searchFrom(from, needsScope)
      const nodes: number[] = []
      const { names, last } = tree
      const end = last[from] ?? 0
      for (let node = from + 1; node < end && nodes.length < limit; ) {
        const mark = bits[node] as number
        if (mark !== 0 && mayMatch(mark, filters) && matchesAny(search, chains, node)) nodes.push(node)
        // As in a browser, the content of a template is not part of the page.
        const isTemplate = (mark & TEMPLATE) === TEMPLATE && names[node] === 'template'
        node = isTemplate ? (last[node] ?? end) : node + 1
      }
      return nodes
    },
    matcher(css) {
      const cached = matchers.get(css)
      if (cached) return cached
      const { chains, needsScope } = selectors(css)
      const search = searchFrom(0, needsScope)
      const matcher = (node: number): boolean => matchesAny(search, chains, node)
      matchers.set(css, matcher)
      return matcher
    },
  }
}

const TEMPLATE = selectorFilters('template')[0]?.mask ?? 0

function mayMatch(mark: number, filters: readonly SelectorFilter[]): boolean {
  for (let i = 0; i < filters.length; i++) {
    const { mask } = filters[i] as SelectorFilter
    if ((mark & mask) === mask) return true
  }
  return false
}
