// Trains classes by named features: multinomial logistic regression, sparse in words.
import { ANY, type ClassModel } from '#reader/score/classes'
import { type ClassWeight, packClasses } from './pack-classes.ts'

export interface ClassExample {
  /** Its class. */
  readonly of: string
  readonly explicit: readonly string[]
  readonly words: readonly string[]
  /** The same text in the same language: what is left out together. */
  readonly context: string
  readonly weight?: number
}

export interface ClassOptions {
  readonly rounds: number
  /** How far a weight moves at first. */
  readonly rate: number
  /** What examples have to say before a word gets a weight, and before a part of a word does. */
  readonly words: number
  readonly parts: number
  /** How much large weights cost. */
  readonly penalty: number
  /** A lower weight of a word is none. */
  readonly least: number
}

export const CLASS_OPTIONS: ClassOptions = {
  rounds: 8,
  rate: 0.2,
  // A word that was seen is cheap; its parts are twenty more weights.
  words: 10,
  parts: 120,
  penalty: 0.15,
  least: 0.3,
}
// An amount without its words is explained by its markup and the numbers around it.
const WORDLESS = 0.25
const MIN_CONTEXTS = 2
const MIN_COUNT = 2

interface Packed {
  readonly weight: number
  readonly role: number
  readonly indexes: Int32Array
}

export function trainClasses(
  classes: readonly string[],
  examples: readonly ClassExample[],
  options: ClassOptions = CLASS_OPTIONS,
): ClassModel {
  const { names, number, firstWord } = countNames(examples)
  const contexts = new Map<string, number>()
  for (const { context } of examples) contexts.set(context, (contexts.get(context) ?? 0) + 1)
  const packed: Packed[] = []
  const indexesOf = (list: readonly string[]) =>
    Int32Array.from(list.map(name => number.get(name) ?? -1).filter(index => index >= 0))
  for (const { of, explicit, words, context, weight: factor = 1 } of examples) {
    const weight = factor / Math.sqrt(contexts.get(context) ?? 1)
    const index = classes.indexOf(of)
    packed.push({
      weight,
      role: index,
      indexes: indexesOf([
        ...(explicit.length > 0 || !process.env.NOANY ? [ANY] : []),
        ...explicit,
        ...words,
      ]),
    })
    if (explicit.length > 0)
      packed.push({ weight: weight * WORDLESS, role: index, indexes: indexesOf([ANY, ...explicit]) })
  }
  const least = names.map((name, place) =>
    place < firstWord ? 0 : isWhole(name) ? options.words : options.parts,
  )
  const weights = descend(packed, { least, classes: classes.length }, options)
  return toModel(classes, { names, weights, firstWord }, options.least)
}

/** Explicit features first; parts of words that occur in one text only say nothing about others. */
function countNames(examples: readonly ClassExample[]): {
  names: string[]
  number: Map<string, number>
  firstWord: number
} {
  const explicit = new Set<string>([ANY])
  const seen = new Map<string, { contexts: Set<string>; count: number }>()
  for (const example of examples) {
    for (const name of example.explicit) explicit.add(name)
    for (const name of example.words) {
      const known = seen.get(name) ?? { contexts: new Set(), count: 0 }
      if (known.contexts.size < MIN_CONTEXTS) known.contexts.add(example.context)
      known.count++
      seen.set(name, known)
    }
  }
  const isFrequent = ([name, { contexts, count }]: readonly [
    string,
    { contexts: Set<string>; count: number },
  ]) => contexts.size >= MIN_CONTEXTS || (isWhole(name) && count >= MIN_COUNT)
  const words = [...seen].filter(isFrequent).map(([name]) => name)
  const names = [...[...explicit].toSorted(), ...words.toSorted()]
  return { names, number: new Map(names.map((name, index) => [name, index])), firstWord: explicit.size }
}

/** A word or a pair of words; a part of the same form begins and ends it. */
function isWhole(name: string): boolean {
  return name.includes(':_') && name.endsWith('_')
}

/** Follow the regularised leader (FTRL-proximal), in a fixed order: the same blocks give the same weights. */
function descend(
  packed: readonly Packed[],
  { least, classes }: { least: readonly number[]; classes: number },
  { rounds, rate, penalty }: ClassOptions,
): Float64Array {
  const size = least.length * classes
  const weights = new Float64Array(size)
  const sums = new Float64Array(size)
  const squares = new Float64Array(size)
  const scores = new Float64Array(classes)
  const total = packed.reduce((sum, { weight }) => sum + weight, 0)
  for (let round = 0; round < rounds; round++)
    for (let place = 0; place < packed.length; place++) {
      // A step that shares no factor with the number of examples visits each of them once.
      const example = packed[(place * STRIDE + round) % packed.length] as Packed
      addSlopes(example, weights, scores, (example.weight * packed.length) / total)
      for (let role = 0; role < classes; role++) {
        const slope = scores[role] as number
        if (Math.abs(slope) < MIN_SLOPE) continue
        const square = slope * slope
        for (const index of example.indexes) {
          const i = index * classes + role
          const before = squares[i] as number
          const after = before + square
          const root = Math.sqrt(after)
          const sum =
            (sums[i] as number) + slope - ((root - Math.sqrt(before)) / rate) * (weights[i] as number)
          squares[i] = after
          sums[i] = sum
          const idle = least[index] as number
          weights[i] =
            Math.abs(sum) <= idle ? 0 : -(sum - Math.sign(sum) * idle) / ((1 + root) / rate + penalty)
        }
      }
    }
  return weights
}

const STRIDE = 7919
const MIN_SLOPE = 0.002

/** The slope of the loss in the score of every role. */
function addSlopes(
  { role, indexes }: Packed,
  weights: Float64Array,
  scores: Float64Array,
  weight: number,
): void {
  const roles = scores.length
  scores.fill(0)
  for (const index of indexes) {
    const start = index * roles
    for (let k = 0; k < roles; k++) scores[k] = (scores[k] as number) + (weights[start + k] as number)
  }
  const highest = Math.max(...scores)
  let sum = 0
  for (let k = 0; k < roles; k++) {
    scores[k] = Math.exp((scores[k] as number) - highest)
    sum += scores[k] as number
  }
  for (let k = 0; k < roles; k++) scores[k] = weight * ((scores[k] as number) / sum - (k === role ? 1 : 0))
}

interface Fitted {
  readonly names: readonly string[]
  readonly weights: Float64Array
  readonly firstWord: number
}

function toModel(
  classes: readonly string[],
  { names, weights, firstWord }: Fitted,
  leastOfWords: number,
): ClassModel {
  const kept: ClassWeight[] = []
  names.forEach((name, place) => {
    const least = place < firstWord ? MIN_WEIGHT : leastOfWords
    classes.forEach((of, index) => {
      const weight = weights[place * classes.length + index] as number
      if (Math.abs(weight) >= least) kept.push({ name, of, weight })
    })
  })
  return packClasses(kept)
}

const MIN_WEIGHT = 0.1
