// Tells classes apart by named features and words: of what an amount is, what a text says about stock, what kind of page it is.
import { partsOf, type Words } from './text-grams.ts'

/**
 * Features with their weights, sorted, in lines of some hundred: how many letters a name shares with the one before it (in
 * base 36), the rest of the name, `!`, two characters for each class that it speaks for or against, `!`.
 */
export type ClassModel = readonly string[]

export const PACKED = { firstClass: 65, noWeight: 80, maxWeight: 45, scale: 8, end: '!' } as const
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

export function createClassifier(count: number, model: ClassModel): Classifier {
  const { weights, ofPrefix } = byPrefix(unpackClasses(model))
  const ofWords = new Map<Place, (word: string) => Scores | undefined>()
  const ofPairs = new Map<Place, (pair: string) => Scores | undefined>()
  const known = new Map<string, boolean>()
  const always = new Float64Array(count)
  add(always, weights.get(ANY))
  return { chances, knows }

  function chances({ explicit, texts }: Described): number[] {
    const scores = always.slice()
    for (const name of explicit) add(scores, weights.get(name))
    for (const [place, { single, pairs }] of texts) {
      const ofWord = memoryOf(ofWords, place, word => scoresOfWord(place, word))
      const ofPair = memoryOf(ofPairs, place, pair => scoresOf(place.whole, pair))
      for (const word of single) addAll(scores, ofWord(word))
      for (const pair of pairs) addAll(scores, ofPair(pair))
    }
    return shares(scores)
  }

  function scoresOfWord({ whole, parts }: Place, word: string): Scores | undefined {
    const scores = scoresOf(whole, word)
    const known = parts === undefined ? undefined : ofPrefix(parts)
    if (known === undefined) return scores
    let sum = scores
    for (const part of partsOf(word)) {
      const pairs = known.get(part)
      if (pairs === undefined) continue
      sum ??= new Float64Array(count)
      add(sum, pairs)
    }
    return sum
  }

  /** Undefined when nothing has a weight. */
  function scoresOf(prefixes: readonly string[], word: string): Scores | undefined {
    const name = `_${word}_`
    const found = prefixes.map(prefix => ofPrefix(prefix).get(name)).filter(pairs => pairs !== undefined)
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
    const trained = ofPrefix(prefix)
    const share = parts.filter(part => trained.has(part)).length / Math.max(1, parts.length)
    if (known.size >= MEMORY) known.clear()
    known.set(key, trained.has(`_${word}_`) || share >= MOST)
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

type PairsByName = ReadonlyMap<string, string>

/** Features of words apart by the prefix of their place: a part is looked up as it was cut. */
function byPrefix(all: PairsByName): {
  readonly weights: PairsByName
  readonly ofPrefix: (prefix: string) => PairsByName
} {
  const weights = new Map<string, string>()
  const prefixes = new Map<string, Map<string, string>>()
  for (const [name, pairs] of all)
    if (name[1] === ':') ofPrefix(name[0] as string).set(name.slice(2), pairs)
    else weights.set(name, pairs)
  return { weights, ofPrefix }

  function ofPrefix(prefix: string): Map<string, string> {
    const known = prefixes.get(prefix) ?? new Map<string, string>()
    prefixes.set(prefix, known)
    return known
  }
}

/** By feature, two characters a class: which one, and its weight. */
export function unpackClasses(model: ClassModel): ReadonlyMap<string, string> {
  const weights = new Map<string, string>()
  for (const line of model) {
    const pieces = line.split(PACKED.end)
    let name = ''
    for (let at = 0; at + 1 < pieces.length; at += 2) {
      const piece = pieces[at] as string
      name = name.slice(0, Number.parseInt(piece[0] as string, 36)) + piece.slice(1)
      weights.set(name, pieces[at + 1] as string)
    }
  }
  return weights
}

function add(scores: Scores, pairs = ''): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const index = pairs.charCodeAt(at) - PACKED.firstClass
    scores[index] = (scores[index] as number) + (pairs.charCodeAt(at + 1) - PACKED.noWeight) / PACKED.scale
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
