// Matches selectors against the nodes of a tree. Results per node are memoised, so every search is linear.
import { isElement } from '../html-nodes.ts'
import type { HtmlTree } from '../html-tree.ts'
import type { TreeOrder } from '../tree-order.ts'

export type Combinator = 'child' | 'descendant' | 'adjacent' | 'sibling'
export type Test = (search: Search, node: number) => boolean

/** The tests for one element, and its relation to the element of the previous step. */
export interface Step {
  /** A number unique among all steps of the selector. */
  readonly id: number
  readonly combinator: Combinator | undefined
  readonly tests: readonly Test[]
}
export type Chain = readonly Step[]

/** One search for a selector: nodes from `from` up to `end`. */
export interface Search {
  readonly tree: HtmlTree
  readonly order: TreeOrder
  /** Ancestors below this node count; -1 for all of them. */
  readonly limit: number
  /** The node the search started from. */
  readonly scopeNode: number
  readonly from: number
  readonly end: number
  /** By step and purpose, the memoised result for each node: 0 unknown, 1 yes, 2 no. */
  readonly known: Map<string, Int32Array>
  /** By step, how many nodes before each one match. */
  readonly counts: Map<number, Int32Array>
}

/** Whether a node matches the last step of one of the chains. */
export function matchesAny(search: Search, chains: readonly Chain[], node: number): boolean {
  for (const chain of chains) if (matchesStep(search, chain, chain.length - 1, node)) return true
  return false
}

function passes(search: Search, step: Step, node: number): boolean {
  if (!isElement(search.tree, node) && node !== search.scopeNode) return false
  for (const test of step.tests) if (!test(search, node)) return false
  return true
}

function matchesStep(search: Search, chain: Chain, index: number, node: number): boolean {
  const step = chain[index] as Step
  if (!passes(search, step, node)) return false
  switch (step.combinator) {
    case 'child':
      return isKnownToMatch(search, chain, index - 1, parentOf(search, node))
    case 'descendant':
      return isFoundAlong(search, chain, index - 1, parentOf(search, node), parentOf)
    case 'adjacent':
      return isKnownToMatch(search, chain, index - 1, previousOf(search, node))
    case 'sibling':
      return isFoundAlong(search, chain, index - 1, previousOf(search, node), previousOf)
    default:
      return true
  }
}

/** The parent of a node, or -1 when it is outside the search. */
function parentOf({ tree, limit }: Search, node: number): number {
  const parent = node <= 0 ? -1 : (tree.parents[node] as number)
  return parent === limit ? -1 : parent
}

/** The previous sibling element of a node, or -1. */
function previousOf({ order }: Search, node: number): number {
  return order.previous()[node] as number
}

const YES = 1
const NO = 2

function tableOf(search: Search, name: string): Int32Array {
  let table = search.known.get(name)
  if (table === undefined) {
    table = search.tree.numbers(search.end - search.from)
    search.known.set(name, table)
  }
  return table
}

/** `matchesStep`, memoised per node. */
function isKnownToMatch(search: Search, chain: Chain, index: number, node: number): boolean {
  if (node < 0) return false
  const table = tableOf(search, `${(chain[index] as Step).id}`)
  const place = node - search.from
  if (table[place] === 0) table[place] = matchesStep(search, chain, index, node) ? YES : NO
  return table[place] === YES
}

/** Whether the node, or one reached from it through `next`, matches; memoised for all nodes on the way. */
function isFoundAlong(
  search: Search,
  chain: Chain,
  index: number,
  node: number,
  next: (search: Search, node: number) => number,
): boolean {
  const table = tableOf(search, `${(chain[index] as Step).id} and beyond`)
  let answer = NO
  let at = node
  for (; at >= 0; at = next(search, at)) {
    answer = table[at - search.from] as number
    if (answer !== 0) break
    answer = isKnownToMatch(search, chain, index, at) ? YES : NO
    if (answer === YES) break
  }
  for (let passed = node; passed >= 0 && passed !== at; passed = next(search, passed))
    table[passed - search.from] = answer
  if (at >= 0) table[at - search.from] = answer
  return answer === YES
}

/** `:has(a)`: whether any element inside matches, by counts computed once per search. */
export function hasInside(step: Step): Test {
  return (search, node) => {
    let counts = search.counts.get(step.id)
    if (counts === undefined) {
      counts = countMatches(search, step)
      search.counts.set(step.id, counts)
    }
    const before = counts[node + 1 - search.from] as number
    return (counts[(search.tree.last[node] as number) - search.from] as number) > before
  }
}

function countMatches(search: Search, step: Step): Int32Array {
  const { from, end, tree } = search
  const counts = tree.numbers(end - from + 1)
  let count = 0
  for (let node = from; node < end; node++) {
    counts[node - from] = count
    if (passes(search, step, node)) count++
  }
  counts[end - from] = count
  return counts
}

/** `:has(> a)` and `:has(+ a)`. */
export function hasNear(step: Step, combinator: 'child' | 'adjacent'): Test {
  return (search, node) => {
    const { tree, order } = search
    if (combinator === 'adjacent') {
      const next = order.next(node)
      return next >= 0 && passes(search, step, next)
    }
    const end = tree.last[node] as number
    for (let child = node + 1; child < end; child = tree.last[child] as number)
      if (passes(search, step, child)) return true
    return false
  }
}
