// Tells classes apart by named features and words: of what an amount is, what a text says about stock, what kind of page it is.
import { partsOf, type Words } from './text-grams.ts'

/**
 * By class and steps of weight the features that have it: the numbers of their names in rising order, as gaps. A number is 22
 * bits of a hash, so about one in a hundred unknown names has a weight by chance: names would be four times as long.
 */
export type ClassModel = Readonly<Record<string, Readonly<Record<string, string>>>>

export const PACKED = { bits: 22, maxWeight: 45, scale: 8, digits: 45, firstDigit: 35, unused: 92 } as const
/** A feature of everything: how common each class is. */
export const ANY = 'any'

/** Where words stand: the prefixes under which whole words and pairs count, and the one for parts of words. */
export interface Place {
  readonly whole: readonly string[]
  readonly parts?: string
}

export interface Described {
  readonly explicit: readonly string[]
  readonly texts: readonly (readonly [Place, Words])[]
}

export interface Classifier {
  /** The probability of each class. */
  readonly chances: (described: Described) => number[]
  /** Whether the model has seen a word, or most of its longer parts. */
  readonly knows: (prefix: string, word: string) => boolean
}

/** The names of all features of words: `l:_word_`, `l:_two_words_`, `x:part`. */
export function wordNames(texts: Described['texts']): string[] {
  return texts.flatMap(([place, { single, pairs }]) => [
    ...single.flatMap(word => namesOfWord(place, word)),
    ...pairs.flatMap(pair => wholeNames(place, pair)),
  ])
}

function namesOfWord(place: Place, word: string): string[] {
  const parts = place.parts === undefined ? [] : [...partsOf(word)]
  return [...wholeNames(place, word), ...parts.map(part => `${place.parts}:${part}`)]
}

function wholeNames({ whole }: Place, word: string): string[] {
  return whole.map(prefix => `${prefix}:_${word}_`)
}

type Scores = Float64Array

export function createClassifier(classes: readonly string[], model: ClassModel): Classifier {
  const count = classes.length
  const weights = unpackClasses(classes, model)
  const ofWords = new Map<Place, (word: string) => Scores | undefined>()
  const ofPairs = new Map<Place, (pair: string) => Scores | undefined>()
  const known = new Map<string, boolean>()
  const always = new Float64Array(count)
  add(always, weights.get(numberOf(ANY)))
  return { chances, knows }

  function chances({ explicit, texts }: Described): number[] {
    const scores = always.slice()
    for (const name of explicit) add(scores, weights.get(numberOf(name)))
    for (const [place, { single, pairs }] of texts) {
      const ofWord = memoryOf(ofWords, place, word => scoresOf(namesOfWord(place, word)))
      const ofPair = memoryOf(ofPairs, place, pair => scoresOf(wholeNames(place, pair)))
      for (const word of single) addAll(scores, ofWord(word))
      for (const pair of pairs) addAll(scores, ofPair(pair))
    }
    return shares(scores)
  }

  /** Undefined when nothing has a weight. */
  function scoresOf(names: readonly string[]): Scores | undefined {
    const found = names.map(name => weights.get(numberOf(name))).filter(pairs => pairs !== undefined)
    if (found.length === 0) return undefined
    const scores = new Float64Array(count)
    for (const pairs of found) add(scores, pairs)
    return scores
  }

  function knows(prefix: string, word: string): boolean {
    const key = `${prefix}:_${word}_`
    const before = known.get(key)
    if (before !== undefined) return before
    const all = [...partsOf(word)]
    const long = all.filter(part => part.length >= LONG_PART)
    const parts = long.length > 0 ? long : all
    const trained = parts.filter(part => weights.has(numberOf(`${prefix}:${part}`)))
    if (known.size >= MEMORY) known.clear()
    known.set(key, weights.has(numberOf(key)) || trained.length / Math.max(1, parts.length) >= MOST)
    return known.get(key) as boolean
  }
}

const LONG_PART = 4
const MOST = 0.6
// Pages of one shop repeat their words.
const MEMORY = 4096

function memoryOf(
  memories: Map<Place, (text: string) => Scores | undefined>,
  place: Place,
  make: (text: string) => Scores | undefined,
): (text: string) => Scores | undefined {
  const before = memories.get(place)
  if (before) return before
  const memory = new Map<string, Scores | undefined>()
  const remembered = (text: string) => {
    if (memory.has(text)) return memory.get(text)
    if (memory.size >= MEMORY) memory.clear()
    const scores = make(text)
    memory.set(text, scores)
    return scores
  }
  memories.set(place, remembered)
  return remembered
}

/** What a feature is called in a model. */
export function numberOf(name: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - PACKED.bits)
}

/** A class and its steps of weight, again and again. */
type Pairs = readonly number[]

/** By the number of a feature. */
export function unpackClasses(classes: readonly string[], model: ClassModel): ReadonlyMap<number, Pairs> {
  const weights = new Map<number, number[]>()
  for (const [index, name] of classes.entries())
    for (const [steps, gaps] of Object.entries(model[name] ?? {}))
      for (const number of numbersIn(gaps)) {
        const pairs = weights.get(number)
        if (pairs) pairs.push(index, Number(steps))
        else weights.set(number, [index, Number(steps)])
      }
  return weights
}

function numbersIn(gaps: string): number[] {
  const numbers: number[] = []
  let [number, gap, unit] = [0, 0, 1]
  for (let at = 0; at < gaps.length; at++) {
    const code = gaps.charCodeAt(at)
    const digit = code - PACKED.firstDigit - (code > PACKED.unused ? 1 : 0)
    gap += (digit % PACKED.digits) * unit
    unit *= PACKED.digits
    if (digit >= PACKED.digits) continue
    number += gap
    numbers.push(number)
    gap = 0
    unit = 1
  }
  return numbers
}

function add(scores: Scores, pairs: Pairs = []): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const index = pairs[at] as number
    scores[index] = (scores[index] as number) + (pairs[at + 1] as number) / PACKED.scale
  }
}

function addAll(scores: Scores, more: Scores | undefined): void {
  if (more)
    for (let at = 0; at < scores.length; at++) scores[at] = (scores[at] as number) + (more[at] as number)
}

function shares(scores: Scores): number[] {
  const highest = Math.max(...scores)
  const raised = Array.from(scores, score => Math.exp(score - highest))
  const total = raised.reduce((sum, value) => sum + value, 0)
  return raised.map(value => value / total)
}
