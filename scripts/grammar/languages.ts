// The languages and their phrases, and which of them training never sees.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from './random.ts'
import { CLASSES, type GrammarClass, type Split } from './types.ts'

/** "co.uk GBP 1,234.56 £#;# GBP": domain, currency, a number as it is written there, forms of an amount. */
export interface Place {
  readonly domain: string
  readonly currency: string
  readonly number: string
  readonly forms: readonly string[]
}

export interface LanguageData {
  readonly language: string
  readonly places: readonly Place[]
  /** kg, g, l, ml, m, m², piece. */
  readonly units: readonly string[]
  readonly things: readonly string[]
  /** Things sold by weight or volume. */
  readonly goods: readonly string[]
  readonly phrases: Readonly<Record<string, readonly string[]>>
}

/** Phrases that print several amounts, or whose name is narrower than the class of their amount. */
const CLASSES_OF: Readonly<Record<string, readonly GrammarClass[]>> = {
  'former+price': ['former', 'price'],
  'price+former': ['price', 'former'],
  gross: ['price'],
  // What everybody pays, beside what members do.
  regular: ['price'],
  from: ['price'],
  only_price: ['price'],
  codes: ['price'],
  buy_now: ['price'],
  multi_each: ['multi_buy'],
  wage: ['other'],
  dwelling: ['other'],
  review: ['other'],
  article: ['other'],
  newsletter: ['other'],
}
export const isClass = (name: string): name is GrammarClass => CLASSES.some(own => own === name)
export const classesOf = (key: string): readonly GrammarClass[] =>
  CLASSES_OF[key] ?? (isClass(key) ? [key] : [])

const folder = join(import.meta.dirname, 'languages')
interface StoredLanguage extends Omit<LanguageData, 'places'> {
  readonly places: readonly string[]
}
const readPlace = (line: string): Place => {
  const [domain = '', currency = '', number = '', ...rest] = line.split(' ')
  return { domain, currency, number: number.replaceAll('_', ' '), forms: rest.join(' ').split(';') }
}
const readLanguage = (file: string): LanguageData => {
  const stored = JSON.parse(readFileSync(join(folder, file), 'utf8')) as StoredLanguage
  return { ...stored, places: stored.places.map(readPlace) }
}
export const LANGUAGES: readonly LanguageData[] = readdirSync(folder).toSorted().map(readLanguage)

/** One each: Slavic, Semitic, of the writing systems of East Asia, Germanic, other. */
const TEST_LANGUAGES = new Set(['cs', 'he', 'ko', 'da', 'hu'])
const TUNE_LANGUAGES = new Set(['sk', 'el'])
export const splitOfLanguage = (language: string): Split =>
  TEST_LANGUAGES.has(language) ? 'test' : TUNE_LANGUAGES.has(language) ? 'tune' : 'train'

/** Punctuation makes no new phrase, and languages share some: equal words are one phrase. */
const wordsOf = (phrase: string): string =>
  phrase
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()

/** Texts around a product say nothing of its price or stock: every split may use them. */
const SURROUNDINGS = new Set([
  'home',
  'cookie',
  'description',
  'job_title',
  'dwelling_title',
  'article_title',
])

/** A third is for tests, a quarter of the rest for tuning, by rank of the hash, so that each class has some of each. */
const splitWords = (): ReadonlyMap<string, Split> => {
  const splits = new Map<string, Split>()
  const rank = { train: 0, tune: 1, test: 2 }
  for (const { language, phrases } of LANGUAGES) {
    if (splitOfLanguage(language) !== 'train') continue
    for (const [key, texts] of Object.entries(phrases)) {
      if (SURROUNDINGS.has(key)) continue
      const words = [...new Set(texts.map(wordsOf))].filter(Boolean).toSorted((a, b) => hash(a) - hash(b))
      const tests = Math.floor(words.length / 3 + 0.4)
      const tunes = Math.round((words.length - tests) / 4)
      for (const [place, text] of words.entries()) {
        const split = place < tests ? 'test' : place < tests + tunes ? 'tune' : 'train'
        if (rank[split] >= rank[splits.get(text) ?? 'train']) splits.set(text, split)
      }
    }
  }
  return splits
}
const SPLITS = splitWords()

export interface Phrase {
  readonly id: string
  readonly text: string
  readonly split: Split
}
export const phrasesOf = ({ language, phrases }: LanguageData, key: string): Phrase[] =>
  (phrases[key] ?? []).map((text, place) => {
    const own = splitOfLanguage(language)
    const isFree = own !== 'train' || SURROUNDINGS.has(key)
    const split = isFree ? own : (SPLITS.get(wordsOf(text)) ?? 'train')
    return { id: `${language}/${key}/${place}`, text, split }
  })
