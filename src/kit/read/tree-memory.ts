// The arrays of trees, used again for later pages. Arrays outside V8's heap count as memory that a collection could free:
// with new ones for every page, a thread that reads large pages runs a full collection every fifty.
import { type AttributePositions, createAttributePositions } from './html-lexer.ts'

/** The lists with one number per node. */
export const lists = [
  'parents',
  'last',
  'starts',
  'contentStarts',
  'contentEnds',
  'ends',
  'raw',
  'firstAttributes',
] as const

/** What a tree is built into. Typed arrays may be longer than the tree has nodes, and hold numbers of an earlier one. */
export interface TreeArrays extends Record<(typeof lists)[number], Int32Array> {
  names: string[]
  attributes: AttributePositions
}

export interface TreeMemory {
  /** Arrays for about this many nodes. */
  take(nodes: number): TreeArrays
  /** Hands in the arrays of a finished tree. They stay as they are until `reuse`. */
  keep(arrays: TreeArrays): void
  /** Frees the arrays of all trees so far, none of which may be read after this. */
  reuse(): void
}

/** Larger arrays, which few pages need, are left to the garbage collector: these are 3 MB. */
const REUSED_NODES_MAX = 32 * 1024
const ATTRIBUTE_NUMBERS_PER_NODE = 8

export function createTreeMemory(): TreeMemory {
  const free: TreeArrays[] = []
  const used: TreeArrays[] = []
  return {
    take: nodes => free.pop() ?? createTreeArrays(nodes),
    keep(arrays) {
      if (arrays.parents.length <= REUSED_NODES_MAX) used.push(arrays)
    },
    reuse() {
      free.push(...used)
      used.length = 0
    },
  }
}

export function createTreeArrays(nodes: number): TreeArrays {
  return {
    names: [],
    parents: new Int32Array(nodes),
    last: new Int32Array(nodes),
    starts: new Int32Array(nodes),
    contentStarts: new Int32Array(nodes),
    contentEnds: new Int32Array(nodes),
    ends: new Int32Array(nodes),
    raw: new Int32Array(nodes),
    firstAttributes: new Int32Array(nodes),
    attributes: createAttributePositions(nodes * ATTRIBUTE_NUMBERS_PER_NODE),
  }
}

/** Doubles the capacity for nodes. */
export function growTreeArrays(arrays: TreeArrays): void {
  for (const list of lists) {
    const larger = new Int32Array(arrays[list].length * 2)
    larger.set(arrays[list])
    arrays[list] = larger
  }
}
