// Every amount of money that a page prints: numbers with a currency, or alone in an element named a price.
import { parsePrice } from '../values/price.ts'
import { currencyFromLocation, usualCurrencySymbol } from '../values/currency-by-country.ts'
import { findNumbers, hasDigit, plainDigits } from '../values/number.ts'
import { findCurrency } from '../values/currency.ts'
import type { Emit } from '../candidate.ts'
import { CALLED_PRICE } from '../page/element-context.ts'
import { parentOf, placeOf, type TextRun } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import { fromPricedNumber } from './amount-text.ts'
import { createAcceptSign } from './money-signs.ts'
import { type AcceptSign, endWithout, splitAmounts, type WrittenAmount } from './split-amounts.ts'
import { createLabels, type Labels } from './line-labels.ts'
import { type Line, linesOf, type Placed } from './text-lines.ts'

/** One printed amount of money. */
export interface AmountRow {
  /** Exact decimal; of a range, the lower end. */
  readonly amount: string
  /** The higher end of a range. */
  readonly upTo: string | undefined
  /** As written; undefined for a lone number in an element named a price. */
  readonly sign: string | undefined
  /** The text that is about this amount. */
  readonly text: string
  /** Its text before and after the amount, up to the neighbouring amounts. */
  readonly before: string
  readonly after: string
  /** The lines above and below, if they have no amounts of their own. */
  readonly above: string
  readonly below: string
  readonly at: number
  readonly node: number
  /** Which of the amounts of its text it is, and of how many. */
  readonly rank: number
  readonly count: number
  /** How many words its line has: a sentence tells a story. */
  readonly lineWords: number
  /** The element is named a price. */
  readonly isNamed: boolean
}

// "$150K", "€2.5M": an amount in an article.
const ROUNDED = /\d[KkM](?![\p{L}\d])/u
// Of a longer text without a signed amount, a number is not the price.
const MAX_LABEL = 80
const MAX_JOINED = 60
const MAX_ROWS = 250
// How many levels of elements around a number may be named a price.
const MAX_LEVELS = 3

/** `stated`: the currencies that the data of the page states. */
export function readAmounts(page: ReaderPage, stated: ReadonlySet<string>): AmountRow[] {
  const lines = linesOf(page)
  const read = createReadText(createAcceptSign(page, stated), letterOf(page))
  const written: (readonly Placed[])[] = []
  let count = 0
  for (const line of lines) {
    const amounts = readLine(page, line, read)
    written.push(amounts)
    count += amounts.length
    if (count >= MAX_ROWS) break
  }
  const labelsAt = createLabels(page, lines, written)
  const rows = written.map((amounts, index) =>
    rowsOf(page, lines[index] as Line, amounts, rank => labelsAt(index, rank)),
  )
  return withoutNumbers(rows)
}

/** "1299:-", "49,-": as good as a sign. */
export const WHOLE = /\d\s?[.,:]\s?[-–—]/

/** Where prices have signs, a number in a line without one is a price only if its element says so. */
function withoutNumbers(lines: readonly AmountRow[][]): AmountRow[] {
  const isSigned = (line: readonly AmountRow[]) =>
    line.some(({ sign, text }) => sign !== undefined || WHOLE.test(text))
  if (!lines.some(isSigned)) return lines.flat()
  return lines.flatMap(line => (isSigned(line) ? line : line.filter(({ isNamed: isPrice }) => isPrice)))
}

function readLine(page: ReaderPage, { text, pieces }: Line, read: ReadText): readonly Placed[] {
  if (!hasDigit(text)) return []
  const plain = withoutNumbersOfName(page, plainDigits(text))
  const isPrice = pieces.length === 1 && isNamed(page, pieces[0]?.segment)
  const amounts = read(plain, isPrice).flatMap(inWholeUnits)
  const placed = amounts.map((written): Placed => {
    const digit = written.start + plain.slice(written.start).search(/\d/)
    // Digits of other scripts change no position; a multiplier does, and then the line has one amount.
    const piece =
      plain.length === text.length
        ? pieces.findLast(({ start }) => start <= digit)
        : pieces.find(({ segment }) => hasDigit(segment.text))
    return Object.assign({}, written, { text: plain, segment: (piece ?? pieces[0])?.segment as TextRun })
  })
  return placed.length > 0 || pieces.length < 2 ? placed : readNamed(page, { text, pieces }, read)
}

const CENTS: Readonly<Record<string, string>> = { p: '£', '¢': '$' }

/** "85p", "99¢"; a larger number is something else. */
function inWholeUnits(written: WrittenAmount): WrittenAmount[] {
  const sign = CENTS[written.sign ?? '']
  if (sign === undefined) return [written]
  const cents = Number(written.amount)
  return cents < 100 ? [{ ...written, sign, amount: (cents / 100).toFixed(2) }] : []
}

/** Numbers without a sign, each alone in an element that is named a price; cents are beside their number. */
function readNamed(page: ReaderPage, { text: line, pieces }: Line, read: ReadText): readonly Placed[] {
  return pieces.flatMap(({ segment, start, isJoined }, index) => {
    if (isJoined || !hasDigit(segment.text) || !isNamed(page, segment)) return []
    const next = pieces.findIndex((piece, place) => place > index && !piece.isJoined)
    const joined = plainDigits(line.slice(start, pieces[next]?.start))
    const text = joined.slice(0, endWithout(joined, ' ¦'))
    return read(text, true).map(written => Object.assign({}, written, { text, segment }))
  })
}

function isNamed(page: ReaderPage, segment: TextRun | undefined): boolean {
  let node = segment?.node
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    if ((page.context.flags(node) & CALLED_PRICE) > 0) return true
    node = parentOf(page.tree, node)
  }
  return false
}

function rowsOf(
  page: ReaderPage,
  { text: line }: Line,
  written: readonly Placed[],
  labelsOf: (rank: number) => Labels,
): AmountRow[] {
  const side = sideOfWords(written)
  const lineWords = line.match(/\p{L}{2,}/gu)?.length ?? 0
  const amounts = written.filter(({ sign, segment }) => !isInName(page, segment.at, sign))
  return amounts.map(({ amount, upTo, sign, start, end, text, segment }, rank): AmountRow => {
    const isPart = text.length !== plainDigits(line).length
    const previous = isPart ? undefined : amounts[rank - 1]
    const following = isPart ? undefined : amounts[rank + 1]
    const lead = withoutName(
      page,
      text
        .slice(previous?.end ?? 0, start)
        .split(SENTENCE)
        .at(-1) as string,
    )
    const tail = text.slice(end, following?.start).split(SENTENCE, 1)[0] as string
    const { above, below } = labelsOf(rank)
    const before =
      previous === undefined ? lead : side === 'after' ? '' : (lead.split(BEFORE_NEXT).at(-1) ?? '')
    const after =
      following === undefined || ARROW.test(tail)
        ? tail
        : side === 'before'
          ? ''
          : (tail.split(AFTER_LAST, 1)[0] ?? '')
    return {
      amount,
      upTo,
      sign,
      text: `${before}${text.slice(start, end)}${after}`.trim(),
      before,
      after,
      above,
      below,
      at: segment.at,
      node: segment.node,
      rank,
      count: amounts.length,
      lineWords,
      isNamed: isNamed(page, segment),
    }
  })
}

/** "Lamp M120 – £29.00": the number of the name is none of the price. */
function withoutNumbersOfName({ heading }: ReaderPage, line: string): string {
  const name = heading?.text ?? ''
  if (name === '' || line.length === name.length || !line.startsWith(name)) return line
  return masked(name) + line.slice(name.length)
}

function masked(name: string): string {
  return name.replace(/\d/g, '_')
}

/** "Desk lamp – now £29.00". */
function withoutName({ heading }: ReaderPage, lead: string): string {
  if (heading === undefined || !lead.startsWith(masked(heading.text))) return lead
  return lead.slice(heading.text.length).replace(/^\s*[-–—:,|]/, '')
}

/** In a text with several amounts, whether its words stand before each of them or after each; undefined if both do. */
function sideOfWords(written: readonly Placed[]): 'before' | 'after' | undefined {
  const [first, last] = [written[0], written.at(-1)]
  if (first === undefined || last === undefined || first === last || first.text !== last.text)
    return undefined
  const isBefore = /\p{L}{2}/u.test(first.text.slice(0, first.start))
  const isAfter = /\p{L}{2}/u.test(last.text.slice(last.end))
  return isBefore === isAfter ? undefined : isBefore ? 'before' : 'after'
}

// What separates two statements in one text. A parenthesis around the next amount is not about this one.
const BEFORE_NEXT = /[|·•;¦)）]|,\s|\s[–—-]\s/u
const AFTER_LAST = /[|·•;¦(（]|,\s|\s[–—-]\s/u

// "40 → 29" says of both what they are.
const ARROW = /^\s*(?:[-=]>|[→➔➜➝⇒»])\s*$/u

// A short word with a full stop is cut off: "inkl. MwSt.", "kr. 29".
const SENTENCE = /(?:(?<=\p{L}{5})|^\s*)[.!?]\s+(?=\p{Lu}|\p{Sc}|$)|。/u

export function emitAmounts(rows: readonly AmountRow[], page: ReaderPage, emit: Emit): void {
  rows.forEach(({ amount, sign, at, node }, row) =>
    emit({
      field: 'price',
      value: amount,
      source: 'page',
      place: placeOf(page, node),
      node,
      at,
      row,
      sign,
      features: { page: 1 },
    }),
  )
}

// More letters than this beside the number are a name or a sentence.
const MAX_WORDS = 12

// "MK 2", "DIN 912", "The $150 dress": a number in a product's name is a model, or what the name is about.
function isInName({ heading, segments }: ReaderPage, at: number, sign: string | undefined): boolean {
  if (heading?.at !== at || sign === undefined) return false
  const text = segments[at]?.text ?? ''
  // A name that begins a longer line has the price after it.
  if (text.length > heading.text.length && text.startsWith(heading.text)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return /^\p{L}+$/u.test(sign) || letters > MAX_WORDS
}

type ReadText = (text: string, isNamed: boolean) => readonly WrittenAmount[]

/** Remembers what texts say: lists and two views of one page repeat their prices. */
function createReadText(accept: AcceptSign, letter: string | undefined): ReadText {
  const memory = [new Map<string, readonly WrittenAmount[]>(), new Map<string, readonly WrittenAmount[]>()]
  return (text, isNamedPrice) => {
    const memo = memory[isNamedPrice ? 1 : 0]
    const before = memo?.get(text)
    if (before) return before
    const signed = splitAmounts(text, accept)
    const amounts = signed.length > 0 ? signed : readLoneNumber(text, isNamedPrice, accept, letter)
    memo?.set(text, amounts)
    return amounts
  }
}

/** A number whose sign does not touch it ("EUR: 12.99"), or alone in an element named a price. */
function readLoneNumber(
  text: string,
  isNamedPrice: boolean,
  accept: AcceptSign,
  letter: string | undefined,
): readonly WrittenAmount[] {
  if (text.length > (isNamedPrice ? MAX_JOINED : MAX_LABEL)) return []
  const written = findCurrency(text)
  const sign = written !== undefined && accept(written) ? written : letterIn(text, letter)
  if (sign === undefined && (!isNamedPrice || !/^\d[\d\s.,]*$/.test(text))) return []
  if (sign !== undefined && (isCode(text, sign) || ROUNDED.test(text))) return []
  const priced = fromPricedNumber(text, sign)
  const amount = parsePrice(priced)?.amount
  if (!amount || Number(amount) <= 0) return []
  const number = findNumbers(priced)[0]
  const offset = text.length - priced.length
  const [start, end] = number ? [number.start + offset, number.end + offset] : [0, text.length]
  return [{ amount, upTo: undefined, sign, start, end }]
}

// Without cents or thousands, it is the size of a tyre.
const LETTER_AMOUNT = /(?<![\p{L}\d])(\p{L})\s?\d{1,3}(?:[\s.,]?\d{3}){0,3}(?:[.,\s]\d{2,3})(?!\d)/u

/** "Price: R 1 299,00": the letter is a sign also where other words stand around the price. */
function letterIn(text: string, letter: string | undefined): string | undefined {
  return letter !== undefined && LETTER_AMOUNT.exec(text)?.[1] === letter ? letter : undefined
}

/** The currency sign of the shop's country: "R" is rand in South Africa, and a size elsewhere. */
function letterOf({ url, language }: ReaderPage): string | undefined {
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
