// The text of an element that shows a price, with its parts joined as a person reads them.
import { findCurrency } from '../values/currency.ts'
import { findNumbers, type FoundNumber, plainDigits } from '../values/number.ts'
import { parentOf, type TextRun, segmentRange } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'

const CENTS_NAME = /cent|dec(?:imal)?|fraction|minor|sup(?:$|[-_\s])|small|kop|gr(?:$|[-_\s])/i

// "352.00 – 376.45"
function isRange(plain: string, numbers: readonly FoundNumber[]): boolean {
  const between = plain.slice(numbers[0]?.end, numbers[1]?.start)
  return numbers.length === 2 && /^\D{0,5}[-–—~][^\d%]{0,5}$/.test(between)
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
export function joinedText(page: ReaderPage, from: number, to: number, limit: number): string {
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

export function isCents(page: ReaderPage, segment: TextRun): boolean {
  const { node } = segment
  if (!/^[.,]?\d{2}$/.test(plainDigits(segment.text))) return false
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
function isSecondOfTwo(page: ReaderPage, { at, node }: TextRun): boolean {
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
