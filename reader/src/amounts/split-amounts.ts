// Splits a text into the amounts of money that it prints, each with its sign and the words on both sides.
import { currencyFromSymbol, findCurrency, minorUnits } from '../values/currency.ts'
import { MULTIPLIED } from '../values/price.ts'
import { type FoundNumber, findNumbers, toDecimal } from '../values/number.ts'
import { MEASURE_AFTER } from '../words/price-words.ts'

export interface WrittenAmount {
  /** Exact decimal; of a range, the lower end. */
  readonly amount: string
  /** The higher end of a range. */
  readonly upTo: string | undefined
  /** As written; undefined for a number that stands beside signed ones. */
  readonly sign: string | undefined
  /** Where the amount begins and ends in the text, with its sign. */
  readonly start: number
  readonly end: number
}

/** Whether a sign stands for money on this page: a word such as "Nu" does so in Bhutan only. */
export type AcceptSign = (sign: string) => boolean

interface Signs {
  readonly before: string | undefined
  readonly after: string | undefined
}

const RANGE =
  /^(?:[-–—~〜～]|to|till?|tot|bis|à|a|al|la|hasta|até|até|do|до|έως|ως|đến|ถึง|sampai|hingga|إلى|עד|から|到|至)$/iu
const AND = /^(?:and|und|et|y|e|en|och|og|i|a|ja|és|și|и|та|і|και|ve|ile|dan|và|و)$/iu
const BETWEEN =
  /(?:^|\s)(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|mellom|między|mezi|medzi|între|между|між|između|μεταξύ|antara|giữa|بين)\s\D{0,8}$/iu
const ROUNDED = /^\s?[KkM](?![\p{L}\d])/u
// "1299:-", "49,-": a dash in place of the cents marks a price without a symbol.
const DASH_FOR_CENTS = /^\s?[:.,]\s?[-–—]{1,2}(?![\p{L}\d])/u
// "-5 €", "− £5": a reduction.
const NEGATIVE = /(?:^|[^\p{L}\d\s.,])\s?[-−–]\s?(?:\p{Sc}|[A-Z]{3}|kr\.?)?\s?$/u
const CENTS = /[.,]\d\d$/
const ONE_DECIMAL = /[.,]\d$/

/** `plain`: in plain digits. Signed amounts, and unsigned ones beside them that have cents. */
export function splitAmounts(plain: string, accept: AcceptSign): WrittenAmount[] {
  const numbers = findNumbers(plain).map(number => withoutTail(plain, number))
  if (numbers.length === 0) return []
  const signs = numbers.map((number, index) => signsOf(plain, number, numbers, index, accept))
  const isSigned = signs.some(({ before, after }) => (before ?? after) !== undefined)
  const isLeading = signs.find(({ before, after }) => (before ?? after) !== undefined)?.before !== undefined
  const isSentence = !isSigned && plain.length > MAX_UNSIGNED
  const amounts: WrittenAmount[] = []
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as FoundNumber
    const next = numbers[index + 1]
    const sign = signOf(signs, index, isLeading)
    const nextSign = next && signOf(signs, index + 1, isLeading)
    if (next && (sign ?? nextSign) !== undefined && isRange(plain, number, next, sign, nextSign)) {
      const written = describe(plain, number, next, sign ?? nextSign)
      if (written) amounts.push(written)
      index++
      continue
    }
    if (sign === undefined && (isSentence || !isUnsignedAmount(plain, number))) continue
    const tail = plain.slice(number.end)
    if (ROUNDED.test(tail) || MULTIPLIED.test(tail) || NEGATIVE.test(plain.slice(0, number.start))) continue
    const written = describe(plain, number, undefined, sign)
    if (written) amounts.push(written)
  }
  return amounts
}

/** "£20.00, now": the comma belongs to the sentence. */
function withoutTail(plain: string, { text, start, end }: FoundNumber): FoundNumber {
  const kept = endWithout(plain.slice(start, end), '.,')
  return { text: text.slice(0, endWithout(text, '.,')), start, end: start + kept }
}

function describe(
  plain: string,
  number: FoundNumber,
  upper: FoundNumber | undefined,
  sign: string | undefined,
): WrittenAmount | undefined {
  const hasThree = hasThreeDecimals(sign)
  const amount = toDecimal(number.text, undefined, hasThree)
  if (amount === undefined || Number(amount) <= 0) return undefined
  const last = upper ?? number
  const upTo = upper && toDecimal(upper.text, undefined, hasThree)
  const end = endWithSign(plain, last.end, sign ?? '-')
  const isAfter = sign !== undefined && plain.slice(last.end, end).endsWith(sign)
  const start = sign === undefined || isAfter ? number.start : startWithSign(plain, number.start, sign)
  return { amount, upTo, sign, start, end }
}

/** Dinars have a thousand minor units; those of Iraq are not printed. */
function hasThreeDecimals(sign: string | undefined): boolean {
  const currency = sign === undefined ? undefined : currencyFromSymbol(sign)
  return currency !== undefined && currency !== 'IQD' && minorUnits(currency) === 3
}

function startWithSign(plain: string, start: number, sign: string): number {
  const lead = plain.slice(0, start).trimEnd().replace(/[.:]$/, '')
  return lead.endsWith(sign) ? lead.length - sign.length : start
}

function endWithSign(plain: string, end: number, sign: string): number {
  const gap = /^[.,]?\s?[-–—]{0,2}\s*/.exec(plain.slice(end))?.[0].length ?? 0
  return plain.startsWith(sign, end + gap) ? end + gap + sign.length : end + (gap > 1 ? gap : 0)
}

/** Of signs on both sides, the one on the side where this text writes its signs, unless it belongs to a neighbour. */
function signOf(signs: readonly Signs[], index: number, isLeading: boolean): string | undefined {
  const { before, after } = signs[index] as Signs
  if (before === undefined || after === undefined) {
    const isOfPrevious = before !== undefined && !isLeading && signs[index - 1]?.after === before
    const isOfNext = after !== undefined && isLeading && signs[index + 1]?.before === after
    return isOfPrevious || isOfNext ? undefined : (before ?? after)
  }
  // "$12.00 CAD": the code says which dollar.
  const code = [before, after].find(sign => /^[A-Z]{3}$/.test(sign))
  return code ?? (isLeading ? before : after)
}

function isRange(
  plain: string,
  low: FoundNumber,
  high: FoundNumber,
  lowSign: string | undefined,
  highSign: string | undefined,
): boolean {
  let between = plain.slice(low.end, high.start)
  // "Lamp 2.0 – £49.00" ends a name: whoever writes the sign first writes it before the lower end.
  const isOfName = lowSign === undefined && highSign !== undefined && between.includes(highSign)
  if (isOfName || ONE_DECIMAL.test(low.text)) return false
  for (const sign of [lowSign, highSign]) if (sign !== undefined) between = between.replace(sign, ' ')
  const word = between
    .replace(/[(（][^()（）]{0,16}[)）]/g, '')
    .replace(/[\s.*†‡¹²³]/gu, '')
    .replace(/^,{0,2}[-–—]?(?=\p{L})/u, '')
  const isJoined = RANGE.test(word) || (AND.test(word) && BETWEEN.test(plain.slice(0, low.start)))
  if (!isJoined || MEASURE_AFTER.test(plain.slice(high.end))) return false
  const [from, to] = [Number(toDecimal(low.text)), Number(toDecimal(high.text))]
  // "3 - 4,50 €" counts; "2026 - 5 €" does not.
  return from > 0 && from < to && to <= from * MAX_SPAN
}

const MAX_SPAN = 50

/** "1.299,00", "2,359", "49,-": written as money is, and nothing beside it says that it is something else. */
function isUnsignedAmount(plain: string, { text, start, end }: FoundNumber): boolean {
  const after = plain.slice(end)
  if (DASH_FOR_CENTS.test(after)) return true
  if (!CENTS.test(text) && !THOUSANDS.test(text)) return false
  return !MEASURE_AFTER.test(after) && !NOT_AFTER.test(after) && !NOT_BEFORE.test(plain.slice(0, start))
}

// In a sentence a number without a sign counts something else.
const MAX_UNSIGNED = 60
const THOUSANDS = /^\d{1,3}(?:[.,']\d{3})+(?:[.,]\d\d)?$/
// A size, a share, a date, a version, a mark out of ten.
const NOT_AFTER = /^\s?(?:[x×*]\s?\d|%|[/.-]\d|\p{L}{1,3}\d)/u
const NOT_BEFORE = /(?:\d\s?[.:/x×*-]\s?|[-./\p{L}])$/u

function signsOf(
  plain: string,
  { start, end }: FoundNumber,
  numbers: readonly FoundNumber[],
  index: number,
  accept: AcceptSign,
): Signs {
  // "12 € 50"
  if (numbers[index]?.text.includes('€')) return { before: undefined, after: '€' }
  const lead = plain.slice(numbers[index - 1]?.end ?? 0, start)
  const tail = plain.slice(end, numbers[index + 1]?.start)
  // "number 1 £6.00", "6.00€ 12 pieces": a sign is of the number that it touches.
  const before = index > 0 && /^\S+\s+$/.test(lead) ? undefined : signAtEnd(lead)
  const after =
    index < numbers.length - 1 && /^\s+(?:[-–—]\s+)?\S+$/.test(tail) ? undefined : signAtStart(tail)
  return {
    before: before !== undefined && accept(before) ? before : undefined,
    after: after !== undefined && accept(after) ? after : undefined,
  }
}

const LAST_TOKENS = /(?:(\S{1,5})\s)?(\S{1,16})\s*$/u
const FIRST_TOKENS = /^[.,]?\s?[-–—]{0,2}\s*(\S{1,24})(?:\s(\S{1,4}))?/u

function signAtEnd(lead: string): string | undefined {
  const [, first, last] = LAST_TOKENS.exec(lead) ?? []
  if (last === undefined) return undefined
  const token = last.slice(0, endWithout(last, ':.'))
  for (const written of first === undefined ? [last, token] : [`${first} ${last}`, last, token]) {
    const sign = currencyBefore(written)
    if (sign !== undefined && written.endsWith(sign)) return sign
  }
  return undefined
}

function signAtStart(tail: string): string | undefined {
  const [, first, second] = FIRST_TOKENS.exec(tail) ?? []
  if (first === undefined) return undefined
  for (const written of second === undefined ? [first] : [`${first} ${second}`, first]) {
    const sign = currencyAfter(written)
    if (sign !== undefined && written.startsWith(sign)) return sign
  }
  return undefined
}

const MEMORY = 4096

function remembered(read: (text: string) => string | undefined): (text: string) => string | undefined {
  const memory = new Map<string, string | undefined>()
  return text => {
    if (memory.has(text)) return memory.get(text)
    if (memory.size >= MEMORY) memory.clear()
    const value = read(text)
    memory.set(text, value)
    return value
  }
}

const currencyBefore = remembered(text => findCurrency(`${text} 0`))
const currencyAfter = remembered(text => findCurrency(`0 ${text}`))

/** The length of a text without the given characters at its end. */
export function endWithout(text: string, characters: string): number {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return end
}
