// The text of an element that shows a price, with its parts joined as a person reads them.
import { findCurrency } from '../../../kit/values/currency.ts'
import { findNumbers, type FoundNumber, plainDigits, toDecimal } from '../../../kit/values/number.ts'
import { parentOf, type Segment, segmentRange } from '../../page/page-view.ts'
import type { Page } from '../../page/read-page.ts'

const CENTS_NAME = /cent|dec(?:imal)?|fraction|minor|sup(?:$|[-_\s])|small|kop|gr(?:$|[-_\s])/i

/** Memoised reading of texts: pages repeat them. */
export interface PriceTexts {
  readonly countPrices: (text: string) => number
  readonly findCurrency: (text: string) => string | undefined
}

export function createPriceTexts(): PriceTexts {
  const counts = new Map<string, number>()
  const currencies = new Map<string, string | undefined>()
  const byText = new Map<string, string | undefined>()
  return {
    countPrices: text => {
      const known = counts.get(text)
      if (known !== undefined) return known
      const count = countPrices(text)
      counts.set(text, count)
      return count
    },
    findCurrency: text => {
      if (byText.has(text)) return byText.get(text)
      // Which number is next to a symbol does not matter.
      const shape = plainDigits(text).replace(/\d+(?:[.,]\d+)*/g, '0')
      if (!currencies.has(shape)) currencies.set(shape, findCurrency(shape))
      const found = currencies.get(shape)
      byText.set(text, found)
      return found
    },
  }
}

/** How many prices a text contains; a range counts once, with its lower end as the price. */
function countPrices(text: string): number {
  if (isOneNumber(text)) return 1
  const plain = plainDigits(text)
  const numbers = findNumbers(plain)
  const isSpan = isRange(plain, numbers)
  // A price often occurs twice, once for screen readers.
  const amounts = new Set(numbers.map(({ text: number }) => Number(toDecimal(number))))
  return isSpan ? 1 : amounts.size
}

// "352.00 – 376.45"
function isRange(plain: string, numbers: readonly FoundNumber[]): boolean {
  const between = plain.slice(numbers[0]?.end, numbers[1]?.start)
  return numbers.length === 2 && /^\D{0,5}[-–—~][^\d%]{0,5}$/.test(between)
}

// Fast path: most texts with digits contain one plain number, such as "Size 42".
function isOneNumber(text: string): boolean {
  let runs = 0
  let wasDigit = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // Separators, percentages, apostrophes and other scripts need full parsing.
    if (code >= 0x80 || code === 0x25 || code === 0x27 || code === 0x2c || code === 0x2e || code === 0x60)
      return false
    const isDigit = code >= 0x30 && code <= 0x39
    if (isDigit && !wasDigit && ++runs > 1) return false
    wasDigit = isDigit
  }
  return runs === 1
}

/** The number in a text that was read as the amount. */
export function numberOf(text: string, amount: string): FoundNumber | undefined {
  const numbers = findNumbers(plainDigits(text))
  return numbers.find(one => Number(toDecimal(one.text)) === Number(amount)) ?? numbers[0]
}

/** "4x 234.41 €", "100 g: 30,043 yen": of several numbers, the text from the one beside the currency on. */
export function fromPricedNumber(text: string, sign: string | undefined): string {
  const plain = plainDigits(text)
  const numbers = findNumbers(plain)
  // The price of a range is its lower end, wherever the symbol is.
  if (sign === undefined || numbers.length < 2 || isRange(plain, numbers)) return text
  const isBeside = ({ start, end }: FoundNumber) =>
    plain.slice(Math.max(0, start - sign.length - 1), start).includes(sign) ||
    plain.slice(end, end + sign.length + 1).includes(sign)
  const [first] = numbers
  const priced = numbers.find(isBeside)
  return first === undefined || priced === undefined || isBeside(first) ? text : plain.slice(priced.start)
}

/** Joins segments; cents are often in an element of their own: "173<sup>34</sup> Lei", "87" "." "11". */
export function joinedText(page: Page, from: number, to: number, limit: number): string {
  let text = ''
  for (let at = from; at < to && text.length <= limit; at++) {
    const segment = page.segments[at]
    if (!segment) break
    const part = segment.text
    const afterDigit = /\d$/.test(text)
    if (afterDigit && isCents(page, segment)) text += `.${part.replace(/^[.,]/, '')}`
    else if (afterDigit && /^[.,]$/.test(part)) text += part
    else if (/\d[.,]$/.test(text) && /^\d{1,2}(?!\d)/.test(part)) text += part
    // Two adjacent numbers are not one number with a space in it.
    else text += text === '' ? part : afterDigit && /^\d/.test(part) ? ` / ${part}` : ` ${part}`
  }
  return text
}

export function isCents(page: Page, segment: Segment): boolean {
  const { text, node } = segment
  if (!/^[.,]?\d{2}$/.test(text)) return false
  const tag = page.tree.names[node]
  return (
    tag === 'sup' ||
    tag === 'small' ||
    CENTS_NAME.test(page.context.names(node)) ||
    isSecondOfTwo(page, segment)
  )
}

const WHOLE_AND_CENTS = /^\D{0,6}\d{1,3}(?:[.,\s]?\d{3})*\s+\d{2}\D{0,6}$/u
const MAX_PIECES = 4

/** `<span>229</span><span>99</span> €`: two numbers and a currency, and nothing else in their element. */
function isSecondOfTwo(page: Page, { at, node }: Segment): boolean {
  const before = page.segments[at - 1]
  const parent = parentOf(page.tree, node)
  if (!before || before.node === node || parent === undefined || !/\d$/.test(before.text)) return false
  const [from, to] = segmentRange(page, parent)
  if (from >= at || to - from > MAX_PIECES) return false
  const written = page.segments
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
  return WHOLE_AND_CENTS.test(written) && findCurrency(written) !== undefined
}
