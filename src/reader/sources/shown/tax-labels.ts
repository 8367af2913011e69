// Whether a printed price is with or without tax, by the label that belongs to it: before the price, or after it.
import type { Segment } from '../../page/page-view.ts'
import { WITH_TAX, WITHOUT_TAX } from '../../words/price-kind-words.ts'
import { findNumbers, plainDigits } from '../../../kit/values/number.ts'

export type Tax = 'net' | 'gross'

// A sentence is not a label.
const MAX_LABEL = 45
const MAX_PRICE = 40
// A symbol in an element of its own stands between a price and its label.
const MAX_SIGN = 4
const PERCENTAGE = /(?<!\d)\d{1,3}(?:[.,]\d{1,2})? ?%/g

/** What the words of a text say; undefined if they say nothing or both. */
export function taxIn(text: string): Tax | undefined {
  const isNet = WITHOUT_TAX.test(text)
  return isNet === WITH_TAX.test(text) ? undefined : isNet ? 'net' : 'gross'
}

interface Reading {
  /** What the label at a place says; undefined if the text there is no label. */
  readonly labelAt: (place: number) => Tax | undefined
  readonly isSign: (place: number) => boolean
  readonly isPrice: (place: number) => boolean
}

function readingOf(segments: readonly Segment[]): Reading {
  const textAt = (place: number) => segments[place]?.text ?? ''
  const labelAt = (place: number) => labelIn(textAt(place))
  return {
    labelAt,
    isSign: place => {
      const text = textAt(place)
      return text !== '' && text.length <= MAX_SIGN && !/\d/.test(text) && taxIn(text) === undefined
    },
    isPrice: place => {
      const text = textAt(place)
      return /\d/.test(text) && text.length <= MAX_PRICE && labelAt(place) === undefined
    },
  }
}

/** What a text says that is nothing but a label. */
export function labelIn(text: string): Tax | undefined {
  return text.length <= MAX_LABEL && !/\d/.test(text.replace(PERCENTAGE, '')) ? taxIn(text) : undefined
}

/**
 * Labels stand before all prices of a group or after all of them, so the side is that of the first: "£12.50 | ex. VAT |
 * £15.00 | inc. VAT" begins with a price, and its labels follow.
 */
export function taxBeside(segments: readonly Segment[], at: number): Tax | undefined {
  const reading = readingOf(segments)
  const { labelAt, isSign, isPrice } = reading
  const ofRow = taxInRows(reading, at)
  if (ofRow) return ofRow
  const beside = (place: number, step: 1 | -1) => (isSign(place + step) ? place + 2 * step : place + step)
  let first = at
  for (;;) {
    const label = beside(first, -1)
    const price = beside(label, -1)
    if (labelAt(label) === undefined || !isPrice(price)) break
    first = price
  }
  const isBefore = labelAt(beside(first, -1)) !== undefined
  return labelAt(beside(at, isBefore ? -1 : 1))
}

// A page shows a price with and without tax, perhaps a former one of each.
const MAX_ROW = 8

/** "ex. VAT | inc. VAT | £12.50 | £15.00": a row of labels over or under a row of prices. */
function taxInRows({ labelAt, isSign, isPrice }: Reading, at: number): Tax | undefined {
  const prices = [at]
  let [from, to] = [at - 1, at + 1]
  for (; prices.length <= MAX_ROW && (isPrice(from) || isSign(from)); from--)
    if (isPrice(from)) prices.unshift(from)
  for (; prices.length <= MAX_ROW && (isPrice(to) || isSign(to)); to++) if (isPrice(to)) prices.push(to)
  const labelsFrom = (start: number, step: 1 | -1) => {
    const labels: Tax[] = []
    for (let place = start; labels.length <= MAX_ROW; place += step) {
      const label = labelAt(place)
      if (label === undefined) break
      labels.push(label)
    }
    return step > 0 ? labels : labels.toReversed()
  }
  for (const labels of [labelsFrom(from, -1), labelsFrom(to, 1)])
    if (labels.length === prices.length && new Set(labels).size > 1) return labels[prices.indexOf(at)]
  return undefined
}

export interface TaxedPrices {
  /** The text of the price with tax alone. */
  readonly text: string
  /** The text of the price without tax. */
  readonly net: string
}

/** "£12.50 ex. VAT £15.00 inc. VAT": one text with both prices, in either order, and labels on either side. */
export function splitTaxedPrices(text: string): TaxedPrices | undefined {
  const plain = plainDigits(text).replace(PERCENTAGE, found => ' '.repeat(found.length))
  const numbers = findNumbers(plain)
  const [one, two] = numbers
  if (!one || !two || numbers.length !== 2) return undefined
  const words = [plain.slice(0, one.start), plain.slice(one.end, two.start), plain.slice(two.end)].map(part =>
    taxIn(part.replace(/\s+/g, ' ')),
  )
  const [before, between, after] = words
  const isBefore = before !== undefined
  const first = isBefore ? before : between
  const second = isBefore ? between : after
  if (first === undefined || second === undefined || first === second) return undefined
  const cut = isBefore ? one.end : endOfLabel(plain, one.end, two.start)
  const parts = [plain.slice(0, cut), plain.slice(cut)] as const
  return first === 'net' ? { text: parts[1], net: parts[0] } : { text: parts[0], net: parts[1] }
}

/** A symbol before the second number belongs to it. */
function endOfLabel(plain: string, from: number, to: number): number {
  const sign = /[\p{Sc}(]\s*$/u.exec(plain.slice(from, to))
  return sign ? from + sign.index : to
}
