// Words, pairs of words and parts of words, by which a text near an amount or about stock is told from others.

// Longer texts are sentences; what is next to the amount counts.
const MAX_TEXT = 60
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u
const TOKEN = /[\p{L}\p{M}]+|\d+|[-=]>|[%/=+×*→➔➜➝⇒»]/gu
// Signs for "now".
const ARROW = /^(?:[-=]>|[➔➜➝⇒»])$/u
// A page repeats its labels; the next one has others.
const MEMORY = 256

/** In lower case, without accents, every number as `0`; each once, in the order of the text. */
export interface Words {
  readonly single: readonly string[]
  /** Two that follow each other, joined by `_`. */
  readonly pairs: readonly string[]
}

const memory = new Map<string, Words>()
const NONE: Words = { single: [], pairs: [] }

export function wordsIn(text: string): Words {
  if (text === '') return NONE
  const known = memory.get(text)
  if (known) return known
  const made = readWords(text.slice(0, MAX_TEXT))
  if (memory.size >= MEMORY) memory.clear()
  memory.set(text, made)
  return made
}

function readWords(text: string): Words {
  const single = (plain(text).match(TOKEN) ?? []).map(wordOf)
  const pairs = single.slice(1).map((word, place) => `${single[place]}_${word}`)
  return { single: [...new Set(single)], pairs: [...new Set(pairs)] }
}

function wordOf(token: string): string {
  if (/^\d/.test(token)) return '0'
  return ARROW.test(token) ? '→' : token
}

/** The words of several texts, each once. */
export function wordsOfAll(texts: Iterable<string>): Words {
  const single = new Set<string>()
  const pairs = new Set<string>()
  for (const text of texts) {
    const words = wordsIn(text)
    for (const word of words.single) single.add(word)
    for (const pair of words.pairs) pairs.add(pair)
  }
  return { single: [...single], pairs: [...pairs] }
}

function plain(text: string): string {
  const lower = text.toLowerCase()
  return /^[ -~]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
}

/** Parts of three to five letters, of one to three in scripts without spaces; none of a number or a sign. */
export function partsOf(word: string): ReadonlySet<string> {
  const parts = new Set<string>()
  if (!/\p{L}/u.test(word)) return parts
  const isUnspaced = UNSPACED.test(word)
  const [least, most] = isUnspaced ? [1, 3] : [3, 5]
  const bounded = isUnspaced ? word : `_${word}_`
  for (let size = least; size <= most; size++)
    for (let at = 0; at + size <= bounded.length; at++) parts.add(bounded.slice(at, at + size))
  return parts
}
