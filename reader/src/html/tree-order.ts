// Siblings of elements and positions among them, computed lazily for a whole tree.
import type { HtmlTree } from './html-tree.ts'

export interface TreeOrder {
  /** By node, the previous sibling element, or -1. */
  previous(): Int32Array
  /** The next sibling element, or -1. */
  next(node: number): number
  /** By node, its position among its siblings, starting at 1. */
  places(): SiblingPlaces
  /** The same among siblings of the same name. */
  placesOfType(): SiblingPlaces
}

interface SiblingPlaces {
  readonly fromStart: Int32Array
  readonly fromEnd: Int32Array
}

export function createTreeOrder(tree: HtmlTree): TreeOrder {
  let previous: Int32Array | undefined
  let places: SiblingPlaces | undefined
  let placesOfType: SiblingPlaces | undefined
  return {
    previous: () => (previous ??= findPrevious(tree)),
    next: node => nextElement(tree, node),
    places: () => (places ??= findPlaces(tree)),
    placesOfType: () => (placesOfType ??= findPlacesOfType(tree)),
  }
}

function findPrevious({ names, parents, numbers }: HtmlTree): Int32Array {
  const previous = numbers(names.length).fill(-1)
  const lastChild = numbers(names.length).fill(-1)
  for (let node = 1; node < names.length; node++) {
    if (names[node] === '') continue
    const parent = parents[node] as number
    previous[node] = lastChild[parent] as number
    lastChild[parent] = node
  }
  return previous
}

function nextElement({ names, parents, last }: HtmlTree, node: number): number {
  const parent = parents[node] as number
  const end = node === 0 ? 0 : (last[parent] as number)
  for (let next = last[node] as number; next < end; next = last[next] as number)
    if (names[next] !== '') return next
  return -1
}

function findPlaces({ names, parents, numbers }: HtmlTree): SiblingPlaces {
  const fromStart = numbers(names.length)
  const fromEnd = numbers(names.length)
  /** By parent. */
  const counts = numbers(names.length)
  for (let node = 1; node < names.length; node++)
    if (names[node] !== '') fromStart[node] = ++(counts[parents[node] as number] as number)
  for (let node = 1; node < names.length; node++)
    if (names[node] !== '')
      fromEnd[node] = (counts[parents[node] as number] as number) + 1 - (fromStart[node] as number)
  return { fromStart, fromEnd }
}

function findPlacesOfType({ names, parents, numbers }: HtmlTree): SiblingPlaces {
  const fromStart = numbers(names.length)
  const fromEnd = numbers(names.length)
  const counts = new Map<string, number>()
  const familyOf = (node: number) => `${parents[node]} ${names[node]}`
  for (let node = 1; node < names.length; node++) {
    if (names[node] === '') continue
    const place = (counts.get(familyOf(node)) ?? 0) + 1
    counts.set(familyOf(node), place)
    fromStart[node] = place
  }
  for (let node = 1; node < names.length; node++)
    if (names[node] !== '')
      fromEnd[node] = (counts.get(familyOf(node)) as number) + 1 - (fromStart[node] as number)
  return { fromStart, fromEnd }
}
