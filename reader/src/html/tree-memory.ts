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
  /** Zeros for what is computed about a tree. They are freed with it. */
  numbers(length: number): Int32Array
  /** Frees the arrays of all trees so far, none of which may be read after this. */
  reuse(): void
}

/** Larger arrays, which few pages need, are left to the garbage collector: these are 3 MB. */
const REUSED_NODES_MAX = 32 * 1024
const ATTRIBUTE_NUMBERS_PER_NODE = 8
/** The smallest list of numbers: smaller ones would need too many sizes. */
const NUMBERS_MIN = 256
/** How many lists of one size are kept. A page needs a few; a hostile one may ask for thousands. */
const LISTS_MAX = 32

export function createTreeMemory(): TreeMemory {
  const free: TreeArrays[] = []
  const used: TreeArrays[] = []
  const lists = createListMemory()
  return {
    take: nodes => free.pop() ?? createTreeArrays(nodes),
    keep(arrays) {
      if (arrays.parents.length <= REUSED_NODES_MAX) used.push(arrays)
    },
    numbers: length => lists.take(length),
    reuse() {
      free.push(...used)
      used.length = 0
      lists.reuse()
    },
  }
}

/** Lists by their size, a power of two. */
function createListMemory(): { take(length: number): Int32Array; reuse(): void } {
  const free = new Map<number, Int32Array[]>()
  const used: Int32Array[] = []
  return {
    take(length) {
      if (length > REUSED_NODES_MAX) return new Int32Array(length)
      const size = Math.max(NUMBERS_MIN, 2 ** Math.ceil(Math.log2(length)))
      const list = free.get(size)?.pop() ?? new Int32Array(size)
      used.push(list)
      return list.subarray(0, length).fill(0)
    },
    reuse() {
      for (const list of used) {
        const same = free.get(list.length) ?? []
        if (same.length < LISTS_MAX) same.push(list)
        free.set(list.length, same)
      }
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
