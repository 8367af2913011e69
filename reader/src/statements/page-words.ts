// What the words of a page say about its kind: a product, or a job, a flat, an article, a page that is gone.
import type { ExplainedAmount } from '../amounts/explain-amounts.ts'
import { linesOf } from '../amounts/text-lines.ts'
import type { Features } from '../candidate.ts'
import { HIDDEN, OTHER_PRODUCTS, REVIEWS, SITE_CHROME } from '../page/element-context.ts'
import { sharedWords, wordsOf } from '../page/main-heading.ts'
import { attribute, textIn } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { type Classifier, createClassifier, type Described, type Place } from '../score/classes.ts'
import { wordsOfAll } from '../score/text-grams.ts'
import trained from './page-weights.json' with { type: 'json' }

/** `unpriced`: a product whose page names no price. */
export const PAGE_CLASSES = ['product', 'unpriced', 'other'] as const
const PAGES: Classifier = createClassifier(PAGE_CLASSES, trained)

const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS | HIDDEN
// What a page is about is said at its start.
const MAX_LINES = 30
const MAX_LINE = 70
const MAX_BUTTONS = 12
const MAX_BUTTON = 40

const HEADING: Place = { whole: ['h'], parts: 'h' }
const LINES: Place = { whole: ['o'], parts: 'o' }
const BUTTONS: Place = { whole: ['u'], parts: 'u' }

/** The words of the heading, of the lines after it, and of the buttons. */
export function describePage(page: ReaderPage): Described {
  const lines: string[] = []
  const buttons: string[] = []
  const start = page.heading?.at ?? 0
  let count = 0
  for (const { text, pieces } of linesOf(page)) {
    const { at, node } = pieces[0]?.segment ?? { at: -1, node: 0 }
    if (at <= start || at > page.othersAt || (page.context.flags(node) & ASIDE) > 0) continue
    if (++count > MAX_LINES) break
    if (text.length <= MAX_LINE) lines.push(text)
  }
  for (const node of page.buttons.slice(0, MAX_BUTTONS)) {
    if ((page.context.flags(node) & (SITE_CHROME | HIDDEN)) > 0) continue
    const text = textIn(page, node, MAX_BUTTON)
    buttons.push(text === '' ? (attribute(page, node, 'value') ?? '').slice(0, MAX_BUTTON) : text)
  }
  return {
    explicit: [],
    texts: [
      [HEADING, wordsOfAll([page.heading?.text ?? page.title])],
      [LINES, wordsOfAll(lines)],
      [BUTTONS, wordsOfAll(buttons)],
    ],
  }
}

/** Its product is told in data alone, so what it does not print means nothing. */
export function isOfData(page: ReaderPage, { isSilent }: PageOdds): boolean {
  return isSilent && page.jsonLdProducts.main !== undefined
}

/** What holds in any language: which amounts the page prints of its own, and whose names stand where. */
export function pageFacts(page: ReaderPage, amounts: readonly ExplainedAmount[], odds: PageOdds): Features {
  const made: Features = {}
  const start = page.heading?.at ?? 0
  const own = amounts.filter(({ isOwn }) => isOwn)
  const cards = amounts.length - own.length
  for (const { role } of own) made[`prints ${role}`] = 1
  if (own.length === 0 && !isOfData(page, odds)) made['prints no amount of its own'] = 1
  if (own.length === 0 && cards > 0) made['prints amounts of others only'] = 1
  const words = wordsOf(page.heading?.text ?? '')
  if (words.length > 0 && sharedWords(page.heading?.text ?? '', addressWords(page)) > 0.5)
    made['heading in the address'] = 1
  if (page.images.some(node => isOfHeading(page, node))) made['picture with the name of the heading'] = 1
  const first = amounts.find(({ at }) => at >= start)
  if (first && !first.isOwn) made['first amount is of another'] = 1
  return made
}

function addressWords({ url }: ReaderPage): ReadonlySet<string> {
  return new Set(wordsOf(url.replace(/^https?:\/\/[^/]+/, '').replaceAll(/[-_+%]/g, ' ')))
}

function isOfHeading(page: ReaderPage, node: number): boolean {
  const alt = attribute(page, node, 'alt') ?? ''
  return alt.length > 4 && sharedWords(alt, page.headingWords) > 0.7
}

// Words alone are never certain.
const SOFT = 0.03

// A heading, a title above it, and no more than a few links.
const MIN_TEXTS = 8

export interface PageOdds {
  /** The log odds that these are the words of a product's page. */
  readonly product: number
  /** The log odds that it names no price, if it is one. */
  readonly unpriced: number
  /** Its text is in its scripts: what it does not say means nothing. */
  readonly isSilent: boolean
}

/** `isPriced`: it prints an amount. */
export function pageOdds(page: ReaderPage, isPriced: boolean, by: Classifier = PAGES): PageOdds {
  const isSilent = !isPriced && page.button === undefined && page.segments.length < MIN_TEXTS
  if (isSilent) return { product: 0, unpriced: 0, isSilent: true }
  const [priced = 0, unpriced = 0, other = 0] = by.chances(describePage(page))
  const odds = (chance: number, against: number) => Math.log((chance + SOFT) / (against + SOFT))
  return { product: odds(priced + unpriced, other), unpriced: odds(unpriced, priced), isSilent: false }
}
