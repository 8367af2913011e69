// Describes every printed amount by what holds in any language: its markup, its place, and the numbers around it.
import { currenciesOfPlace, mayMean } from '../values/currency-by-country.ts'
import type { Features } from '../candidate.ts'
import {
  CALLED_FORMER,
  CALLED_HIDDEN,
  EMPHASIS,
  FINANCE,
  IN_LINK,
  LIST_ITEM,
  OTHER_PRODUCTS,
  OWN_BLOCK,
  REVIEWS,
  SERVICE,
  SHIPPING,
  SITE_CHROME,
  STRUCK,
  VARIANTS,
} from '../page/element-context.ts'
import { attribute, parentOf } from '../page/page-view.ts'
import { type ReaderPage, sharedWithHeading } from '../page/read-page.ts'
import { distanceBuckets, setFeature } from '../feature-sets.ts'
import { createCards } from './cards.ts'
import { createOptionStates, type OptionState } from './option-states.ts'
import type { AmountRow } from './read-amounts.ts'
import { isOpen, relationsOf } from './relations.ts'
import { NO_WORDS, wordsOfRow, type RowWords } from './row-words.ts'

export const FORMER = STRUCK | CALLED_FORMER

export interface DescribedAmount extends AmountRow {
  readonly flags: number
  readonly number: number
  readonly option: OptionState
  readonly words: RowWords
  /** Neither in a row of cards nor in the shop's menus, and not far from the heading. */
  readonly isOwn: boolean
  readonly features: Features
}

const MAIN_NAME =
  /current|final|sale|special|actual|main|product-?price|price-?value|our-?price|now|offer|buy|detail|itemprop|reduced|primary|sell/i

export function describeAmounts(page: ReaderPage, rows: readonly AmountRow[]): DescribedAmount[] {
  const optionOf = createOptionStates(page)
  const cardOf = createCards(page)
  const start = page.heading?.at ?? 0
  const signs = countBy(rows, ({ sign }) => sign ?? '')
  const usual = [...signs].toSorted(([, a], [, b]) => b - a)[0]?.[0]
  const signatures = countBy(rows, row => signatureOf(page, row))
  const local = new Set(currenciesOfPlace(page))
  const described = rows.map((row): DescribedAmount => {
    const flags = page.context.flags(row.node)
    const option = optionOf(row.node)
    const card = cardOf(row.node)
    const features: Features = {}
    const mayBeOwn =
      (flags & SITE_CHROME) === 0 &&
      (card ?? 0) <= MAX_CARDS &&
      row.at >= start - BEFORE_HEADING &&
      (row.at <= page.othersAt || page.heading === undefined)
    const read = mayBeOwn ? wordsOfRow(page, row) : NO_WORDS
    // Cards under a heading of their own are no parts of the product.
    const isOwn = mayBeOwn && !((card ?? 0) > 1 && read.section !== '')
    const words = isOwn ? read : NO_WORDS
    addMarkup(features, page, row, flags, option)
    addText(features, row, words)
    addPlace(features, page, row)
    setFeature(features, 'sign unlike most', (row.sign ?? '') !== usual)
    const isLocal = [...local].some(currency => row.sign !== undefined && mayMean(row.sign, currency))
    setFeature(features, 'currency of the country', isLocal)
    setFeature(features, 'currency of another country', local.size > 0 && row.sign !== undefined && !isLocal)
    const repeats = signatures.get(signatureOf(page, row)) ?? 1
    setFeature(features, 'only one like it', repeats === 1)
    setFeature(features, 'repeated often', repeats > 4)
    setFeature(features, 'in a card', card !== undefined)
    setFeature(features, 'in one of two cards', card === 2)
    setFeature(features, 'in one of several cards', card !== undefined && card > 2)
    return { ...row, flags, number: Number(row.amount), option, words, isOwn, features }
  })
  relationsOf(page, described).forEach((relations, index) =>
    Object.assign((described[index] as DescribedAmount).features, relations),
  )
  addOrder(page, described)
  return described
}

// A price may stand above its heading.
const BEFORE_HEADING = 250
// One or two blocks with a link may be parts of the product.
const MAX_CARDS = 2

function addMarkup(
  made: Features,
  page: ReaderPage,
  row: AmountRow,
  flags: number,
  option: OptionState,
): void {
  setFeature(made, 'struck', (flags & STRUCK) > 0)
  setFeature(made, 'called a former price', (flags & CALLED_FORMER) > 0 && (flags & STRUCK) === 0)
  setFeature(made, 'other products', (flags & OTHER_PRODUCTS) > 0)
  setFeature(made, 'site chrome', (flags & SITE_CHROME) > 0)
  setFeature(made, 'in reviews', (flags & REVIEWS) > 0)
  setFeature(made, 'in finance', (flags & FINANCE) > 0)
  setFeature(made, 'in shipping', (flags & SHIPPING) > 0)
  setFeature(made, 'in a service', (flags & SERVICE) > 0)
  setFeature(made, 'of the chosen option', option === 'chosen')
  setFeature(made, 'of another option', option === 'other')
  setFeature(made, 'in variants', (flags & VARIANTS) > 0)
  setFeature(made, 'in a link', (flags & IN_LINK) > 0)
  setFeature(made, 'in a list', (flags & LIST_ITEM) > 0)
  setFeature(made, 'in the product block', (flags & OWN_BLOCK) > 0)
  setFeature(made, 'called hidden', (flags & CALLED_HIDDEN) > 0)
  setFeature(made, 'emphasis', (flags & EMPHASIS) > 0)
  setFeature(made, 'called a price', row.isNamed)
  setFeature(made, 'no currency', row.sign === undefined)
  setFeature(made, 'currency sign', row.sign !== undefined && !/^[A-Z]{3}$/.test(row.sign))
  setFeature(made, 'range', row.upTo !== undefined)
  setFeature(made, 'whole number', !row.amount.includes('.'))
  setFeature(
    made,
    'round number',
    /[05]$/.test(row.amount.replace(/\.0+$/, '')) && !/\.\d*[1-9]/.test(row.amount),
  )
  const parent = parentOf(page.tree, row.node)
  const names = `${page.context.names(row.node)} ${parent === undefined ? '' : page.context.names(parent)}`
  setFeature(made, 'called the main price', MAIN_NAME.test(names))
  const size = sizeOf(page, row.node, parent)
  setFeature(made, 'large print', size > 0)
  setFeature(made, 'small print', size < 0)
}

const LARGE =
  /(?:^|[-_\s])(?:text-?(?:[2-9]?xl|lg|large)|fs-?(?:1|2|3|2\d|3\d|4\d)|h[1-3]|large|big|xl)(?:$|[-_\s])/i
const SMALL =
  /(?:^|[-_\s])(?:text-?(?:xs|sm|small|muted|gray-\d+)|fs-?(?:6|10|11|12)|small|muted|note|hint|fine-?print|caption|tiny)(?:$|[-_\s])/i
const FONT_SIZE = /font-size\s*:\s*([\d.]+)\s*(px|r?em|pt|%)?/i
const IN_PIXELS: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16, pt: 1.33, '%': 0.16 }

/** 1 for print that is larger than the text around it, -1 for smaller; by tag, inline style and utility classes. */
function sizeOf(page: ReaderPage, node: number, parent: number | undefined): number {
  for (const element of parent === undefined ? [node] : [node, parent]) {
    const tag = page.tree.names[element] ?? ''
    if (tag === 'small' || tag === 'sub' || tag === 'sup') return -1
    if (/^(?:h[1-3]|big)$/.test(tag)) return 1
    const [, size, unit] = FONT_SIZE.exec(attribute(page, element, 'style') ?? '') ?? []
    if (size !== undefined) {
      const pixels = Number(size) * (IN_PIXELS[unit?.toLowerCase() ?? 'px'] ?? 1)
      if (pixels >= 18) return 1
      if (pixels <= 13) return -1
    }
    const names = page.context.names(element)
    if (LARGE.test(names)) return 1
    if (SMALL.test(names)) return -1
  }
  return 0
}

const QUANTITY_BEFORE =
  /\d\s?(?:[kmg]?g|[mcd]?l|m[²2³3]?|oz|lb|lt?r?|st|szt|ks|pcs|db|кг|г|л|мл|м[²2]?|шт)\.?\s?[=:≙]?\s?\(?$/iu
const COUNT_BEFORE = /(?:^|[^\d.,])\d{1,3}\s?[x×*х]\s?(?:\p{L}{1,3}\s)?\D{0,3}$/iu
const FEW_BEFORE = /(?:^|\s)([1-9]\d?)\s(?:\p{L}+\s){0,2}\p{L}*\s?$/u
const SLASH_AFTER = /^\s?\*?\s?\/\s?\p{L}{1,12}/u
const UNIT_AFTER =
  /^\D{0,4}(?:\/|\bper|\bpro|\bje|\bpar|\bal|\bpor|\bza|за|\bpr|\/\s?1)\s?\d{0,4}\s?(?:[kmg]?g|[mcd]?l|m[²2³3]?|oz|lb|lit\p{L}+|кг|г|л|мл)(?!\p{L})/iu
const FOOTNOTE = /^\s?(?:[*†‡¹²³]|\(\d\))/u
// "1 - 14", "15 - 49", "100+": how many are bought.
const FIRST_TIER = /^\D{0,12}1\s?(?:[-–]\s?\d{1,4})?\D{0,4}$/u
const TIER = /^\D{0,12}(?:[2-9]|\d{2,4})\s?(?:[-–]\s?\d{1,4}|\+)\D{0,4}$/u
const STEPS = [0, 1, 2, 5] as const
const SENTENCE = 8

function addText(
  made: Features,
  { before, after, rank, count, lineWords }: AmountRow,
  words: RowWords,
): void {
  const lead = before.trim() === '' ? words.label : before
  setFeature(made, 'in parentheses', isOpen(before))
  setFeature(made, 'equals before', /[=≙≈]\s?$/.test(before))
  setFeature(made, 'slash after', SLASH_AFTER.test(after))
  setFeature(made, 'unit after', UNIT_AFTER.test(after))
  setFeature(made, 'unit in next text', UNIT_AFTER.test(` ${words.next}`))
  setFeature(made, 'quantity before', QUANTITY_BEFORE.test(before) || QUANTITY_BEFORE.test(words.label))
  setFeature(made, 'count before', COUNT_BEFORE.test(lead))
  setFeature(made, 'few before', FEW_BEFORE.test(lead))
  setFeature(
    made,
    'about thirty days',
    /(?<!\d)(?:28|30|31)(?![\d.,])/.test(`${words.label} ${before} ${after}`),
  )
  setFeature(made, 'percentage in its text', /\d\s?%/.test(`${before} ${after}`))
  setFeature(made, 'label is a first tier', FIRST_TIER.test(lead))
  setFeature(made, 'label is a tier', TIER.test(lead))
  setFeature(made, 'plus before', /\+\s?$/.test(lead))
  setFeature(made, 'minus before', /(?:^|[\s(])[-−–]\s?$/u.test(before))
  setFeature(made, 'label ends with a colon', /[:：]\s?$/.test(lead))
  setFeature(made, 'footnote after', FOOTNOTE.test(after))
  setFeature(made, 'alone in its text', count === 1 && before.trim() === '' && after.trim() === '')
  setFeature(made, 'first of its text', count > 1 && rank === 0)
  setFeature(made, 'last of its text', count > 1 && rank === count - 1)
  setFeature(made, 'no label', words.label === '' && before.trim() === '')
  setFeature(made, 'in a sentence', lineWords >= SENTENCE)
  setFeature(made, 'one of several in a sentence', lineWords >= SENTENCE && count > 1)
  made[`words before ${stepOf(countWords(before))}`] = 1
  made[`words after ${stepOf(countWords(after))}`] = 1
}

function stepOf(count: number): string {
  const step = STEPS.find(most => count <= most)
  return step === undefined ? 'many' : String(step)
}

function countWords(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0
}

function addPlace(made: Features, page: ReaderPage, row: AmountRow): void {
  if (page.heading) distanceBuckets(made, 'heading', row.at - page.heading.at)
  else made['no heading'] = 1
  if (page.button) distanceBuckets(made, 'button', row.at - page.button.at)
  const share = sharedWithHeading(page, row.node)
  setFeature(made, 'shares a small block with the heading', share < 0.08)
  setFeature(made, 'shares a block with the heading', share >= 0.08 && share < 0.35)
  setFeature(made, 'shares only the page with the heading', share > 0.8)
  setFeature(made, 'after a heading of other products', row.at > page.othersAt)
  setFeature(
    made,
    'beside a longer name',
    [row.above, row.before].some(text => isLongerName(page, text)),
  )
}

/** "Desk lamp 2.0" beside "Desk lamp": its successor, or one of its variants. */
function isLongerName({ heading }: ReaderPage, text: string): boolean {
  if (heading === undefined) return false
  const start = text.toLowerCase().indexOf(heading.text.toLowerCase())
  return start >= 0 && /^\s[\p{L}\d][^:：]*$/u.test(text.slice(start + heading.text.length))
}

/** The rank of each amount among the page's own ones. */
function addOrder(page: ReaderPage, described: readonly DescribedAmount[]): void {
  const start = page.heading?.at ?? 0
  let rank = 0
  for (const { at, isOwn, flags, features } of described) {
    if (!isOwn || at < start || at > page.othersAt || (flags & FORMER) > 0) continue
    if (rank < ORDERS.length) features[ORDERS[rank] as string] = 1
    rank++
  }
}

const ORDERS = [
  'first after the heading',
  'second after the heading',
  'third or fourth after the heading',
  'third or fourth after the heading',
]

function signatureOf(page: ReaderPage, { node }: AmountRow): string {
  const parent = parentOf(page.tree, node)
  const own = `${page.tree.names[node]} ${page.context.names(node)}`
  const around = parent === undefined ? '' : `${page.tree.names[parent]} ${page.context.names(parent)}`
  return `${own} < ${around}`.replace(/\d+/g, '')
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}
