// CSS selectors ready for use: compiled without regard to any page, so that one compilation serves them all.
import { _compileUnsafe } from 'css-select'
import { attributeOf, childrenOf, isElement, textOf } from './html-nodes.ts'
import type { HtmlTree } from './html-tree.ts'
import { masksOf } from './selector-marks.ts'

/** A node, and the node the search started from: what is outside does not count for selectors such as `.a .b`. */
interface Place {
  readonly tree: HtmlTree
  readonly node: number
  readonly scope: number
}

interface Query {
  readonly matches: (place: Place) => boolean
  /** See `marksOf`. */
  readonly masks: readonly number[]
}

/** The query for a selector used in a search that starts at `from`. */
export type Selectors = (css: string, from: Place) => Query

/** Selectors that depend on where the search starts. */
const needsScope = /:scope|:root|(?:^|,)\s*[>+~]/

/** Selectors are constants of the code; should one be made from data, the store is begun anew. */
const KEPT = 500

export function createSelectors(): Selectors {
  const known = new Map<string, Query>()
  return (css, from) => {
    const found = known.get(css)
    if (found) return found
    const masks = masksOf(css)
    if (needsScope.test(css)) {
      const matches = _compileUnsafe<Place, Place>(css, options, [{ ...from, scope: -1 }])
      return { matches: place => matches({ ...place, scope: -1 }), masks }
    }
    const made = { matches: _compileUnsafe<Place, Place>(css, options), masks }
    if (known.size >= KEPT) known.clear()
    known.set(css, made)
    return made
  }
}

const at = ({ tree, scope }: Place, node: number): Place => ({ tree, node, scope })

const options = {
  cacheResults: false,
  adapter: {
    isTag: (place: Place): place is Place => isElement(place.tree, place.node),
    getName: ({ tree, node }: Place) => tree.names[node] ?? '',
    getAttributeValue: ({ tree, node }: Place, name: string) => attributeOf(tree, node, name),
    hasAttrib: ({ tree, node }: Place, name: string) => attributeOf(tree, node, name) !== undefined,
    getChildren: (place: Place) => childrenOf(place.tree, place.node).map(child => at(place, child)),
    getParent(place: Place) {
      const parent = place.tree.parents[place.node]
      return place.node <= 0 || parent === undefined || parent === place.scope ? null : at(place, parent)
    },
    getSiblings: (place: Place) =>
      childrenOf(place.tree, place.tree.parents[place.node] ?? 0).map(child => at(place, child)),
    getText: ({ tree, node }: Place) => textOf(tree, node),
    removeSubsets: (places: Place[]) => places,
    equals: (one: Place, other: Place) => one.node === other.node,
  },
}
