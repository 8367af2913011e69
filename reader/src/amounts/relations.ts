// Arithmetic between the amounts of a page: unit × quantity, former − saved = now, instalment × count, net × (1 + tax).
import type { Features } from '../candidate.ts'
import { currencyFromSymbol } from '../values/currency.ts'
import { plainDigits } from '../values/number.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { RowWords } from './row-words.ts'

// Amounts further apart belong to different statements.
const BESIDE = 14
const MAX_ROWS = 24
const TAX_RATES = [
  5, 5.5, 6, 7, 7.7, 8, 8.1, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 25.5, 27,
]
const PERCENTAGE = /(?:^|[^\d.,])(\d{1,2})(?:[.,]\d+)?\s?%/g
// "-25%": of a price, and no tax rate.
const REDUCTION = /[-−–]\s?(\d{1,2})(?:[.,]\d+)?\s?%/g
const QUANTITY =
  /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,3})?)\s?(kg|g|mg|l|lt|lit\p{L}*|ml|cl|dl|m|m²|m2|oz|lb|кг|г|л|мл|м)(?![\p{L}\d])/giu
const SCALE: Readonly<Record<string, number>> = {
  g: 0.001,
  г: 0.001,
  mg: 0.000_001,
  ml: 0.001,
  мл: 0.001,
  cl: 0.01,
  dl: 0.1,
}
const COUNT = /(?<![\d.,])([2-9]|[1-9]\d)(?![\d.,]|\s?%)/g

interface Row {
  readonly number: number
  readonly sign: string | undefined
  readonly at: number
  /** Its place among the amounts of its line, and how many those are. */
  readonly rank: number
  readonly count: number
  readonly isOwn: boolean
  readonly words: RowWords
  readonly features: Features
}

/** For each amount, how it relates to the others; only amounts outside cards are compared with each other. */
export function relationsOf(page: ReaderPage, rows: readonly Row[]): Features[] {
  const made = rows.map((): Features => ({}))
  const compared = rows.flatMap((row, index) => (row.isOwn ? [index] : [])).slice(0, MAX_ROWS)
  const quantities = quantitiesOf(page, rows, compared)
  const percentages = percentagesOf(page, rows, compared, PERCENTAGE)
  const reductions = percentagesOf(page, rows, compared, REDUCTION)
  for (const index of compared) {
    const row = rows[index] as Row
    const beside = compared
      .filter(other => other !== index && Math.abs((rows[other] as Row).at - row.at) <= BESIDE)
      .map(other => rows[other] as Row)
    const foreign = beside.filter(other => isOtherCurrency(other, row))
    const others = beside.filter(other => !foreign.includes(other))
    addCurrencies(made[index] as Features, row, foreign)
    addPairs(made[index] as Features, row, others, quantities, percentages)
    addReductions(made[index] as Features, row, others, reductions)
    addThirds(made[index] as Features, row, others)
    addBareness(made[index] as Features, row, others)
    if (row.count === 2) addPair(made[index] as Features, row, rows[row.rank === 0 ? index + 1 : index - 1])
  }
  return made
}

function currencyOf({ sign }: Row): string | undefined {
  return sign === undefined ? undefined : (currencyFromSymbol(sign) ?? sign)
}

function isOtherCurrency(other: Row, row: Row): boolean {
  const [theirs, own] = [currencyOf(other), currencyOf(row)]
  return theirs !== undefined && own !== undefined && theirs !== own
}

/** "21,90 zł (5,10 €)": the same price for other countries. */
function addCurrencies(made: Features, { at, rank }: Row, foreign: readonly Row[]): void {
  const next = foreign.filter(other => Math.abs(other.at - at) <= NEXT)
  const isBefore = (other: Row) => other.at < at || (other.at === at && other.rank < rank)
  if (next.some(isBefore)) made['after another currency'] = 1
  if (next.some(other => !isBefore(other))) made['before another currency'] = 1
}

/** "From 44.50 to 29.99" goes down to the price, "29.99 to 44.50" is a range. */
function addPair(made: Features, row: Row, other: Row | undefined): void {
  if (other === undefined || other.number === row.number) return
  const place = row.rank === 0 ? 'first' : 'last'
  const size = row.number > other.number ? 'higher' : 'lower'
  made[`${place} of two, the ${size}, ${leadOf(row)}, beside one ${leadOf(other)}`] = 1
}

/** Within parentheses that end after it. */
export function isOpen(before: string): boolean {
  const last = (brackets: string) => Math.max(...Array.from(brackets, one => before.lastIndexOf(one)))
  return last('([（') > last(')]）')
}

function leadOf({ words: { before } }: Row): string {
  return isOpen(before) ? 'in brackets' : /\p{L}/u.test(before) ? 'after words' : 'alone'
}

const WORD = /\p{L}{2}/u

/** Neither words of its own nor a label. */
function isBare({ words: { before, after, label, next } }: Row): boolean {
  return ![before, after, label, next].some(text => WORD.test(text))
}

/** The price often stands alone, and what else there is has a label. */
function addBareness(made: Features, row: Row, beside: readonly Row[]): void {
  const others = beside.filter(other => other.number !== row.number && other.features.struck !== 1)
  const bare = others.filter(isBare).length
  if (!isBare(row)) {
    if (bare > 0) made['beside one without words'] = 1
  } else if (others.length > 0)
    made[bare > 0 ? 'one of several without words' : 'the only one without words'] = 1
}

function addPairs(
  made: Features,
  row: Row,
  beside: readonly Row[],
  quantities: readonly number[],
  percentages: readonly number[],
): void {
  const { number } = row
  const counts = countsOf(row)
  for (const other of beside) {
    const ratio = number / other.number
    if (ratio === 1) {
      made['printed again'] = 1
      continue
    }
    made[ratio > 1 ? 'higher than another' : 'lower than another'] = 1
    made[`${stepOf(ratio)} of another`] = 1
    if (Math.abs(other.at - row.at) <= NEXT)
      made[ratio > 1 ? 'higher than the next' : 'lower than the next'] = 1
    const isStruck = other.features.struck === 1 || other.features['called a former price'] === 1
    if (isStruck && ratio < 1) made['lower than a struck price'] = 1
    if (percentages.some(percent => isClose(ratio, 1 - percent / 100, 0.011)))
      made['reduced by the percentage'] = 1
    if (percentages.some(percent => isClose(1 / ratio, 1 - percent / 100, 0.011)))
      made['reduced to another'] = 1
    const share = (number / (number + other.number)) * 100
    if (percentages.some(percent => isClose(share, percent, 0.6))) made['saved by the percentage'] = 1
    if (percentages.some(percent => isClose(100 - share, percent, 0.6))) made['left by the percentage'] = 1
    if (quantities.some(quantity => isEqual(number * quantity, other.number)))
      made['another per quantity'] = 1
    if (quantities.some(quantity => isEqual(other.number * quantity, number))) made['quantity of another'] = 1
    if (counts.some(count => isEqual(other.number * count, number))) made['several of another'] = 1
    if (counts.some(count => number < other.number * count && number > other.number))
      made['less than several'] = 1
    if (counts.some(count => isEqual(number * count, other.number))) made['part of another'] = 1
    if (TAX_RATES.some(rate => isEqual(number * (1 + rate / 100), other.number))) made['another less tax'] = 1
    if (TAX_RATES.some(rate => isEqual(other.number * (1 + rate / 100), number))) made['another with tax'] = 1
  }
}

const NEXT = 3

/** "20.00 -25% 15.00" */
function addReductions(
  made: Features,
  { number }: Row,
  beside: readonly Row[],
  reductions: readonly number[],
): void {
  const ratios = beside.map(other => number / other.number)
  const isBy = (ratio: number) => reductions.some(percent => isClose(ratio, 1 - percent / 100, 0.011))
  if (ratios.some(isBy)) made['price of a printed reduction'] = 1
  if (ratios.some(ratio => isBy(1 / ratio))) made['before a printed reduction'] = 1
}

function addThirds(made: Features, { number }: Row, beside: readonly Row[]): void {
  const amounts = [...new Set(beside.map(other => other.number))].filter(amount => amount !== number)
  addSums(made, number, amounts)
  for (const first of amounts)
    for (const second of amounts) {
      if (first <= second) continue
      if (isEqual(first - second, number)) made['difference of two'] = 1
      if (isEqual(first + second, number)) made['sum of two'] = 1
    }
}

/** The parts of a bundle and its price. */
function addSums(made: Features, number: number, amounts: readonly number[]): void {
  const all = [number, ...amounts]
  const highest = Math.max(...all)
  const sum = all.reduce((total, amount) => total + amount, 0) - highest
  if (all.length > 2 && isEqual(sum, highest))
    made[number === highest ? 'sum of the others' : 'part of a sum'] = 1
}

function stepOf(ratio: number): string {
  if (ratio < 0.02) return 'a fiftieth'
  if (ratio < 0.2) return 'a small part'
  if (ratio < 0.5) return 'a part'
  if (ratio < 1) return 'most'
  if (ratio <= 2) return 'up to twice'
  return ratio <= 5 ? 'up to five times' : 'many times'
}

// Printed amounts are rounded to cents.
function isEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(0.011, Math.min(b * 0.002, 0.5))
}

function isClose(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) < tolerance
}

function countsOf({ words }: Row): number[] {
  const text = plainDigits(`${words.label} ${words.before} | ${words.after} ${words.next}`)
  return Array.from(text.matchAll(COUNT), ([, count]) => Number(count))
}

/** By how much a price per kilogram, litre, metre, 100 g or 100 ml is multiplied to give the price of what is sold. */
function quantitiesOf(page: ReaderPage, rows: readonly Row[], compared: readonly number[]): number[] {
  const texts = new Set([page.heading?.text ?? ''])
  for (const index of compared) {
    const { at, words } = rows[index] as Row
    for (const text of [words.label, words.before, words.after, page.segments[at - 1]?.text ?? ''])
      texts.add(text)
  }
  const quantities = new Set<number>()
  for (const text of texts)
    for (const [, number, unit] of text.matchAll(QUANTITY)) {
      const base = Number(number?.replace(',', '.')) * (SCALE[unit?.toLowerCase() ?? ''] ?? 1)
      if (base > 0 && base !== 1) for (const quantity of [base, base * 10]) quantities.add(quantity)
    }
  quantities.delete(1)
  return [...quantities].slice(0, MAX_QUANTITIES)
}

const MAX_QUANTITIES = 12

function percentagesOf(
  page: ReaderPage,
  rows: readonly Row[],
  compared: readonly number[],
  pattern: RegExp,
): number[] {
  const percentages = new Set<number>()
  for (const index of compared) {
    const { at } = rows[index] as Row
    for (let place = at - 3; place <= at + 4; place++)
      for (const [, percent] of (page.segments[place]?.text.slice(0, 140) ?? '').matchAll(pattern))
        percentages.add(Number(percent))
  }
  return [...percentages]
}
