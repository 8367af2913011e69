// Finds in one pass which microdata item each element of a page belongs to.
import { attributeOf, attributePlace } from '#reader/html/html-nodes'
import type { HtmlTree } from '#reader/html/html-tree'

export interface MicrodataIndex {
  /** The items in document order with their numbers, starting at 1. */
  readonly numbers: ReadonlyMap<number, number>
  /** By node, the item that contains it; 0 when none does. */
  readonly scopes: Int32Array
  /** By item, its properties in document order. */
  readonly properties: ReadonlyMap<number, readonly number[]>
  /** The first element with each id. */
  readonly byId: ReadonlyMap<string, number>
}

export function indexMicrodata(tree: HtmlTree): MicrodataIndex {
  const { names, parents } = tree
  const numbers = new Map<number, number>()
  const scopes = tree.numbers(names.length)
  const properties = new Map<number, number[]>()
  const byId = new Map<string, number>()
  for (let node = 1; node < names.length; node++) {
    const parent = parents[node] as number
    const scope = numbers.has(parent) ? parent : (scopes[parent] as number)
    scopes[node] = scope
    if (names[node] === '') continue
    if (attributePlace(tree, node, 'itemscope') >= 0) numbers.set(node, numbers.size + 1)
    if (attributePlace(tree, node, 'itemprop') >= 0) {
      const known = properties.get(scope)
      if (known) known.push(node)
      else properties.set(scope, [node])
    }
    const id = attributeOf(tree, node, 'id')
    if (id !== undefined && !byId.has(id)) byId.set(id, node)
  }
  return { numbers, scopes, properties, byId }
}

/** The nodes of a sorted list that are inside the element from `node` up to `end`. */
export function within(sorted: readonly number[], node: number, end: number): number[] {
  return sorted.slice(firstAfter(sorted, node), firstAfter(sorted, end - 1))
}

/** The index of the first number above `limit` in a sorted list. */
function firstAfter(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) > limit) high = middle
    else low = middle + 1
  }
  return low
}
