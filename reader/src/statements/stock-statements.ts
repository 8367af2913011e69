// What the texts of a page say about the stock of its product: learned from words, numbers and places.
import { createCards } from '../amounts/cards.ts'
import { linesOf } from '../amounts/text-lines.ts'
import {
  CALLED_HIDDEN,
  LIST_ITEM,
  OTHER_PRODUCTS,
  REVIEWS,
  SITE_CHROME,
  VARIANTS,
} from '../page/element-context.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { Availability } from '../product-shape.ts'
import { type Classifier, createClassifier, type Described, type Place } from '../score/classes.ts'
import { wordsIn } from '../score/text-grams.ts'
import { hardStateIn, isOtherProperty, softStateIn } from './stock-phrases.ts'
import trained from './stock-weights.json' with { type: 'json' }

export const STOCK_CLASSES = [
  'none',
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
  'unpriced',
] as const satisfies readonly ('none' | 'unpriced' | Availability)[]

const STOCK: Classifier = createClassifier(STOCK_CLASSES, trained)

/** One text that may say something about stock. */
export interface StockText extends Described {
  readonly text: string
  readonly at: number
  readonly node: number
  /** What the tables of phrases say. */
  readonly phrase: Availability | undefined
  readonly isSoft: boolean
}

// Where the product's own statements are, relative to its heading, in segments.
const BEFORE = 40
const AFTER = 250
const NEAR = 80
// Farther away, only what the tables know.
const LEARNED = 120
const MAX_TEXT = 160
const SHORT = 40
const BETWEEN = /[|·•;¦]|(?<=[.!。])\s/u
const LETTERS = /\p{L}{2}|\p{Script=Han}/u
const AMOUNT = /\p{Sc}|\d[.,]\d\d(?!\d)|\d[.,]?\s?(?:kr|zł|Kč|Ft|TL|лв|грн|руб|lei|円|元|원)(?!\p{L})/iu

export function stockTexts(page: ReaderPage): StockText[] {
  const start = page.heading?.at ?? page.button?.at ?? 0
  const cardOf = createCards(page)
  const texts: StockText[] = []
  let above = ''
  for (const { text: line, pieces } of linesOf(page)) {
    const segment = pieces[0]?.segment
    const label = above
    above = line.length <= SHORT ? line : ''
    if (segment === undefined || segment.at < start - BEFORE || segment.at > start + AFTER) continue
    for (const between of line.split(BETWEEN)) {
      const text = between.trim()
      if (text.length > MAX_TEXT || !LETTERS.test(text) || isName(page, segment.at, text)) continue
      const { node, at } = pieces.find(piece => text.startsWith(piece.segment.text))?.segment ?? segment
      const cards = cardOf(node) ?? 0
      const phrase = phraseIn(text)
      // Of another product.
      if (cards > 1 || (phrase.phrase === undefined && (at > start + LEARNED || isAside(page, node))))
        continue
      const part = { text, at, node, label, isCard: cards === 1, ...phrase }
      texts.push({ text, at, node, ...phrase, ...featuresOf(page, part, start) })
    }
  }
  return texts
}

// A line may go on after the name.
function isName({ heading }: ReaderPage, at: number, text: string): boolean {
  return heading?.at === at && (text === heading.text || heading.text.includes(text))
}

function isAside(page: ReaderPage, node: number): boolean {
  return (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0
}

/** What the tables of phrases say. */
function phraseIn(text: string): Pick<StockText, 'phrase' | 'isSoft'> {
  const hard = hardStateIn(text)
  const soft = hard === undefined ? softStateIn(text) : undefined
  return { phrase: hard ?? soft, isSoft: soft !== undefined }
}

interface Part extends Pick<StockText, 'phrase' | 'isSoft'> {
  readonly text: string
  readonly at: number
  readonly node: number
  readonly label: string
  readonly isCard: boolean
}

function featuresOf(
  page: ReaderPage,
  { text, at, node, label, isCard, phrase, isSoft }: Part,
  start: number,
): Described {
  const explicit: string[] = []
  const set = (name: string, holds: boolean) => {
    if (holds) explicit.push(name)
  }
  const flags = page.context.flags(node)
  if (phrase !== undefined) explicit.push(isSoft ? 'soft phrase' : `phrase ${phrase}`)
  set('prints an amount', AMOUNT.test(text))
  set('begins with zero', /^0(?!\d|[.,])/.test(text))
  set('a number', /\d/.test(text))
  set('a question', /[?？؟]$/.test(text))
  set('a label with a colon', /[:：]\s*\S/.test(text))
  set('short', text.length <= SHORT)
  set('long', text.length > 80)
  set('aside', isAside(page, node))
  set('in variants', (flags & VARIANTS) > 0)
  set('in a list', (flags & LIST_ITEM) > 0)
  set('called hidden', (flags & CALLED_HIDDEN) > 0)
  set('in a card', isCard)
  set('a property', isOtherProperty(page, { at, node, text }))
  set('near the heading', at >= start - 5 && at <= start + NEAR)
  set('after the list of others', at > page.othersAt)
  set('no button', page.button === undefined)
  set('disabled button', page.button?.disabled === true)
  set('beside the button', page.button !== undefined && Math.abs(page.button.at - at) <= 6)
  const texts: Described['texts'] = [
    [TEXT, wordsIn(text)],
    [LABEL_ABOVE, wordsIn(label)],
    [NAMES, wordsIn(page.context.names(node))],
  ]
  return { explicit, texts }
}

const TEXT: Place = { whole: ['x'], parts: 'x' }
const LABEL_ABOVE: Place = { whole: ['l'], parts: 'l' }
const NAMES: Place = { whole: ['t'] }

export interface StockStatement extends StockText {
  readonly state: Availability
  /** The words were learned to say so, too. */
  readonly isLearned: boolean
}

/** A longer text with a known phrase may be a sentence about another size, or a question of a customer. */
function isDenied({ tree }: ReaderPage, { text, node, isSoft }: StockText, none: number): boolean {
  return !isSoft && tree.names[node] !== 'button' && text.length > LABEL && none > DENIED
}

/** By what a text is explained; in training, by weights that have not seen its words. */
export type StockClassifierFor = (text: StockText) => Classifier

// What the tables do not know has to be clear, or counts less.
const SURE = 0.8
const POSSIBLE = 0.25
// A label is no longer.
const LABEL = 25
const DENIED = 0.995
// With a phrase that the tables know, less will do.
const AGREES = 0.2
// A known phrase with one of these is about something else.
const DENYING = ['prints an amount', 'a property', 'a question']

export interface StockStatements {
  readonly statements: readonly StockStatement[]
  /** How likely it is that a text says that the price is told on request, or to those who are logged in. */
  readonly unpriced: number
}

export function stockStatements(
  page: ReaderPage,
  classifierFor: StockClassifierFor = () => STOCK,
): StockStatements {
  let unpriced = 0
  const statements = stockTexts(page).flatMap((text): StockStatement[] => {
    const { phrase, at } = text
    const chances = classifierFor(text).chances(text)
    if (at <= page.othersAt) unpriced = Math.max(unpriced, chances.at(-1) as number)
    if (phrase !== undefined && DENYING.some(name => text.explicit.includes(name))) return []
    if (phrase !== undefined) {
      const isLearned = (chances[STOCK_CLASSES.indexOf(phrase)] as number) >= AGREES
      return isDenied(page, text, chances[0] as number) ? [] : [{ ...text, state: phrase, isLearned }]
    }
    const best = Math.max(...chances.slice(1, -1))
    const learned = STOCK_CLASSES[chances.indexOf(best, 1)] as Availability
    return best >= POSSIBLE ? [{ ...text, state: learned, isLearned: best >= SURE }] : []
  })
  return { statements, unpriced }
}
