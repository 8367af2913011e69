// Candidates from printed prices: numbers with a currency, or alone in an element named a price.
import { parsePrice } from '../../../kit/values/price.ts'
import { currencyFromLocation, usualCurrencySymbol } from '../../../kit/values/currency-by-country.ts'
import { findNumbers, hasDigit, plainDigits } from '../../../kit/values/number.ts'
import type { Emit } from '../../candidate.ts'
import { CALLED_PRICE, HIDDEN } from '../../page/element-context.ts'
import { parentOf, type Segment, segmentRange, placeOf } from '../../page/page-view.ts'
import type { Page } from '../../page/read-page.ts'
import type { PriceKind } from '../../product-shape.ts'
import { PRICE_KINDS } from '../../words/price-kind-words.ts'
import { FORMER_PRICE } from '../../words/price-words.ts'
import { createPriceTexts, fromPricedNumber, isCents, joinedText, type PriceTexts } from './price-text.ts'
import { createPriceKinds, MEASURE, type ReadPriceKind } from './price-kinds.ts'
import { splitTaxedPrices } from './tax-labels.ts'

export interface ShownPrice {
  readonly amount: string
  /** As written; undefined for a lone number in an element named a price. */
  readonly sign: string | undefined
  readonly text: string
  readonly at: number
  readonly node: number
  /** The text contains a range; this is its lower price. */
  readonly isRange: boolean
  /** The element is named a price. */
  readonly isNamed: boolean
  /** What kind of price it is, if it is not what any visitor pays for one piece. */
  readonly kind: PriceKind | undefined
  /** The same price without tax, where one text has both. */
  readonly net?: string | undefined
}

// "1299:-", "49,-": a dash in place of the cents marks a price without a symbol.
const DASH_FOR_CENTS = /^\D{0,8}\d[\d\s.,]*[:.,]\s?[-–—]{1,2}\W*$/u
// On a page, a single letter next to a number is a size, and pounds and feet are measures.
const NOT_MONEY = /^(?:[A-Za-z]|[Pp]ounds?|ft)$/
// "$150K", "€2.5M": an amount in an article.
const ROUNDED = /\d[KkM](?![\p{L}\d])/u
const RANGE = /\d\D{0,5}[-–—~][^\d%]{0,5}\d/
// A longer text contains more than a price.
const MAX_TEXT = 80
const MAX_JOINED = 60
const MAX_PRICES = 250
// How many levels of elements around a number may be the price element.
const MAX_LEVELS = 5

export function findShownPrices(page: Page): ShownPrice[] {
  const prices: ShownPrice[] = []
  const seen = new Set<number>()
  const texts = createPriceTexts()
  const kindOf = createPriceKinds(page)
  const read = createReadPrice(texts, letterOf(page))
  for (const segment of page.segments) {
    if (segment.text.length > MAX_TEXT || !hasDigit(segment.text)) continue
    if (prices.length >= MAX_PRICES) break
    const price = readSegment(page, segment, { seen, texts, kindOf, read })
    if (price) prices.push(price)
  }
  return prices
}

export function emitShownPrices(prices: readonly ShownPrice[], page: Page, emit: Emit): void {
  for (const { amount, sign, at, node } of prices)
    emit({
      field: 'price',
      value: amount,
      source: 'page',
      place: placeOf(page, node),
      node,
      at,
      sign,
      features: { page: 1 },
    })
}

interface Reading {
  /** Elements whose price was read. */
  readonly seen: Set<number>
  readonly texts: PriceTexts
  readonly kindOf: ReadPriceKind
  readonly read: ReadPrice
}

function readSegment(
  page: Page,
  segment: Segment,
  { seen, texts, kindOf, read }: Reading,
): ShownPrice | undefined {
  if (texts.countPrices(segment.text) === 0 || (page.context.flags(segment.node) & HIDDEN) > 0)
    return undefined
  if (isSecondHalf(page, segment)) return undefined
  const halves = joinHalves(page, segment, texts)
  const holder = halves === undefined ? priceElement(page, segment.node, texts) : undefined
  if (holder && seen.has(holder.node)) return undefined
  const text = plainDigits(holder ? holder.text : (halves ?? withNeighbours(page, segment, texts)))
  const isNamed = holder !== undefined || (page.context.flags(segment.node) & CALLED_PRICE) > 0
  const written = read(text, isNamed)
  if (!written || isInName(page, segment.at, written.sign)) return undefined
  if (holder) seen.add(holder.node)
  const node = holder?.node ?? segment.node
  const label = labelAfter(page, node)
  const price = label === undefined ? written : { ...written, text: `${written.text} ${label}` }
  return {
    ...price,
    at: segment.at,
    node,
    kind: kindOf({ ...price, at: segment.at, node, isPart: price.net !== undefined }),
    isRange: RANGE.test(price.text),
    isNamed,
  }
}

/**
 * "€15.00 RRP", in an element that holds nothing else: the label is of this price, and not of the next one. Labels about tax
 * are read apart, with those of the prices around.
 */
function labelAfter(page: Page, node: number): string | undefined {
  const parent = parentOf(page.tree, node)
  if (parent === undefined) return undefined
  const [[from, to], [first, end]] = [segmentRange(page, node), segmentRange(page, parent)]
  const label = end === to + 1 && first === from ? page.segments[to]?.text : undefined
  if (label === undefined || label.length > MAX_LABEL || /\d/.test(label.replace(MEASURE, '')))
    return undefined
  return FORMER_PRICE.test(label) || LABELLED_KINDS.some(([, pattern]) => pattern.test(label))
    ? label
    : undefined
}

const MAX_LABEL = 30
const LABELLED_KINDS = PRICE_KINDS.filter(([kind]) => kind !== 'without_tax')

// "192," and "32" in elements of their own, with the symbol in a third.
function joinHalves(page: Page, { text, at }: Segment, texts: PriceTexts): string | undefined {
  const next = page.segments[at + 1]?.text ?? ''
  if (!/\d[.,]$/.test(text) || text.length > MAX_HALF || !/^\d\d(?!\d)/.test(next) || next.length > MAX_HALF)
    return undefined
  const joined = `${text}${next}`
  if (texts.findCurrency(joined) !== undefined) return joined
  return `${adjacentSign(page, at, -1, texts)}${joined}${adjacentSign(page, at + 1, 1, texts)}`
}

const MAX_HALF = 15

// More letters than this beside the number are a name or a sentence.
const MAX_WORDS = 12

// "MK 2", "DIN 912", "The $150 dress": a number in a product's name is a model, or what the name is about.
function isInName({ heading, segments }: Page, at: number, sign: string | undefined): boolean {
  if (heading?.at !== at || sign === undefined) return false
  const letters = segments[at]?.text.match(/\p{L}/gu)?.length ?? 0
  return /^\p{L}+$/u.test(sign) || letters > MAX_WORDS
}

// The cents of "192," "32", and of "229" "99" where nothing else stands beside them.
function isSecondHalf(page: Page, segment: Segment): boolean {
  const { text, at } = segment
  const before = page.segments[at - 1]?.text ?? ''
  return (
    (/^\d\d(?!\d)/.test(text) && /\d[.,]$/.test(before)) || (/\d$/.test(before) && isCents(page, segment))
  )
}

type WrittenPrice = Pick<ShownPrice, 'amount' | 'sign' | 'text' | 'net'>
type ReadPrice = (text: string, isNamed: boolean) => WrittenPrice | undefined

/** Remembers what texts say: lists and two views of one page repeat their prices. */
function createReadPrice(texts: PriceTexts, letter: string | undefined): ReadPrice {
  const known = [new Map<string, WrittenPrice | undefined>(), new Map<string, WrittenPrice | undefined>()]
  return (text, isNamed) => {
    const memo = known[isNamed ? 1 : 0]
    if (memo?.has(text)) return memo.get(text)
    const price = readPrice(text, isNamed, texts, letter)
    memo?.set(text, price)
    return price
  }
}

function readPrice(
  text: string,
  isNamed: boolean,
  texts: PriceTexts,
  letter: string | undefined,
): WrittenPrice | undefined {
  if (text.length > MAX_JOINED) return undefined
  const found = texts.findCurrency(text) ?? letterIn(text, letter)
  const sign = found !== undefined && NOT_MONEY.test(found) && found !== letter ? undefined : found
  // A number without a symbol is a price only if it is alone in an element named a price.
  if (sign === undefined && !DASH_FOR_CENTS.test(text) && (!isNamed || !/^\d[\d\s.,]*$/.test(text)))
    return undefined
  if (sign !== undefined && (isCode(text, sign) || ROUNDED.test(text))) return undefined
  const taxed = splitTaxedPrices(text)
  const current = taxed?.text ?? withoutFormerPrice(text)
  const amount = parsePrice(fromPricedNumber(current, sign))?.amount
  if (!amount || Number(amount) <= 0) return undefined
  const net = taxed && (parsePrice(fromPricedNumber(taxed.net, sign))?.amount ?? undefined)
  return { amount, sign, text: current, net }
}

// Without cents or thousands, it is the size of a tyre.
const LETTER_AMOUNT = /(?<![\p{L}\d])(\p{L})\s?\d{1,3}(?:[\s.,]?\d{3}){0,3}(?:[.,\s]\d{2,3})(?!\d)/u

/** "Price: R 1 299,00": the letter is a sign also where other words stand around the price. */
function letterIn(text: string, letter: string | undefined): string | undefined {
  return letter !== undefined && LETTER_AMOUNT.exec(text)?.[1] === letter ? letter : undefined
}

/** The currency sign of the shop's country: "R" is rand in South Africa, and a size elsewhere. */
function letterOf({ url, language }: Page): string | undefined {
  const sign = usualCurrencySymbol(currencyFromLocation(url, language) ?? '')
  return sign?.length === 1 ? sign : undefined
}

// "AB1234EUR", "MT0607B": a product code with a currency's letters in it.
function isCode(text: string, sign: string): boolean {
  if (!/^[A-Za-z]{2,3}$/.test(sign)) return false
  const word = text.split(/\s+/).find(part => part.includes(sign) && /\d/.test(part)) ?? ''
  const rest = word.replace(sign, '')
  return /\p{L}|\d-\d|^0\d/u.test(rest)
}

// "Was £20, now £15": the first of two prices is the former one.
function withoutFormerPrice(text: string): string {
  const [one, two] = findNumbers(plainDigits(text))
  return one && two && FORMER_PRICE.test(text.slice(0, one.start)) ? text.slice(one.end) : text
}

// The largest element around a number that is named a price and contains only one.
function priceElement(
  page: Page,
  start: number,
  texts: PriceTexts,
): { node: number; text: string } | undefined {
  // Most numbers of a page have no such element around them, and reading texts is expensive.
  if (!isCalledPrice(page, start)) return undefined
  let found: { node: number; text: string } | undefined
  let node: number | undefined = start
  let before: readonly [number, number] = [-1, -1]
  let text = ''
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    const [from, to] = segmentRange(page, node)
    if (to - from > 8) break
    // Most elements around a price contain nothing else, so the text is not read again.
    if (from !== before[0] || to !== before[1]) {
      text = joinedText(page, from, to, MAX_JOINED)
      if (text.length > 40 || texts.countPrices(text) > 1) break
      before = [from, to]
    }
    if ((page.context.flags(node) & CALLED_PRICE) > 0) found = { node, text }
    node = parentOf(page.tree, node)
  }
  return found
}

function isCalledPrice(page: Page, start: number): boolean {
  let node: number | undefined = start
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    if ((page.context.flags(node) & CALLED_PRICE) > 0) return true
    node = parentOf(page.tree, node)
  }
  return false
}

// A symbol is often in an element of its own next to the number.
function withNeighbours(page: Page, segment: Segment, texts: PriceTexts): string {
  const isReadable = texts.findCurrency(segment.text) !== undefined || DASH_FOR_CENTS.test(segment.text)
  const next = page.segments[segment.at + 1]
  if (isReadable && !(next && isCents(page, next))) return segment.text
  const parent = parentOf(page.tree, segment.node)
  for (const node of parent === undefined ? [segment.node] : [segment.node, parent]) {
    const [from, to] = segmentRange(page, node)
    const text = to - from > 8 ? '' : joinedText(page, from, to, MAX_JOINED)
    if (
      text !== '' &&
      text.length <= 25 &&
      texts.countPrices(text) <= 1 &&
      texts.findCurrency(text) !== undefined
    )
      return text
  }
  if (!/^[\d\s.,]+$/.test(segment.text)) return segment.text
  return `${adjacentSign(page, segment.at, -1, texts)}${segment.text}${adjacentSign(page, segment.at, 1, texts)}`
}

// Some words mean money only next to a number.
function adjacentSign(page: Page, at: number, step: 1 | -1, texts: PriceTexts): string {
  const beside = page.segments[at + step]?.text ?? ''
  // "€ incl. VAT": the symbol starts the next text.
  const text = step > 0 ? (/^\p{Sc}(?=\s)/u.exec(beside)?.[0] ?? beside) : beside
  if (text === '' || text.length > 4) return ''
  return texts.findCurrency(step > 0 ? `1 ${text}` : `${text} 1`) === undefined ? '' : ` ${text} `
}
