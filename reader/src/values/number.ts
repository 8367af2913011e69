// Finds the number in a price text and converts it to an exact decimal, whatever its separators.

const APOSTROPHES = /(?<=\d)['’‘´`ʼ](?=\d)/g
// Printable ASCII without apostrophes and double spaces, which most texts are.
const PLAIN = /^(?:[!-&(-_a-~]| (?! ))*$/
const NUMBER = /\.?\d[\d\s.,]*/g
const PERCENT = /\s*%/y
const CENTS_AFTER_EURO = /(?: \d\d|\d+)(?!\d|[.,]\d)/y

// Arabic, Persian, the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer, and full width: ten digits each, in order.
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0xff10,
]
const OTHER_DIGIT = new RegExp(
  `[${ZEROS.map(zero => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
)

function digitValue(code: number): number {
  return code - (ZEROS.findLast(zero => zero <= code) ?? code)
}

/** Whether a text has a digit, of any script that prices are written in. */
export function hasDigit(text: string): boolean {
  return /\d/.test(text) || (!PLAIN.test(text) && text.search(OTHER_DIGIT) >= 0)
}

export type FoundNumber = { text: string; start: number; end: number }

/** Normalises digits of other scripts, no-break spaces and apostrophe grouping. */
export function plainDigits(text: string): string {
  if (PLAIN.test(text)) return MULTIPLIED.test(text) ? withoutMultipliers(text) : text
  const plain = text
    .replace(OTHER_DIGIT, digit => String(digitValue(digit.charCodeAt(0))))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/\s+/g, ' ')
    .replace(APOSTROPHES, '')
  return MULTIPLIED.test(plain) ? withoutMultipliers(plain) : plain
}

const FACTORS: Readonly<Record<string, number>> = {
  千: 1e3,
  천: 1e3,
  tsd: 1e3,
  tausend: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  lakh: 1e5,
  lac: 1e5,
  crore: 1e7,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
}
const HAN = '[千천万萬만億亿억]'
const WORD = /(?<![\d.,])(\d{1,6}(?:[.,]\d{1,2})?) ?(lakh|lac|crore|tsd|tausend)s?(?!\p{L})\.?/giu
// "1만 2900원", "2億3500万円": what follows is smaller and belongs to the same number.
const HAN_NUMBER = new RegExp(
  `(?<![\\d.,])(?:\\d{1,6}(?:[.,]\\d{1,2})?${HAN} ?)+(?:(?:\\d{1,4}|\\d,\\d{3})(?=[원円元]))?`,
  'gu',
)
// "12 Euro 50": the word takes the place of the separator.
const EURO_WORD = /(?<=\d) ?(?:euros?|eur) (?=\d\d ?(?:$|cents?(?!\p{L})))/iu
const MULTIPLIED = new RegExp(`\\d ?(?:${HAN}|lakh|lac|crore|tsd|tausend|eur)`, 'iu')

function withoutMultipliers(text: string): string {
  return text
    .replace(WORD, (_, number: string, word: string) => multiplied(number, word.toLowerCase()))
    .replace(HAN_NUMBER, text => {
      const parts = text.match(new RegExp(`\\d[\\d.,]*${HAN}?`, 'gu')) ?? []
      const sum = parts.reduce(
        (total, part) => total + (/\d$/.test(part) ? Number(part.replaceAll(',', '')) : ofHan(part)),
        0,
      )
      return String(sum)
    })
    .replace(EURO_WORD, ' € ')
}

function ofHan(part: string): number {
  return Number(multiplied(part.replace(/[^\d.,]/gu, ''), part.at(-1) ?? ''))
}

function multiplied(number: string, word: string): string {
  return String(Math.round(Number(number.replace(',', '.')) * (FACTORS[word] ?? 1)))
}

/** All numbers in a text (in plain digits) that may be amounts; percentages are not. */
export function findNumbers(text: string): FoundNumber[] {
  const euro = findAroundEuro(text)
  if (euro) return [euro]
  const numbers: FoundNumber[] = []
  for (const match of text.matchAll(NUMBER))
    for (const { text: run, start, end } of splitRuns(match[0], match.index))
      if (!isPercentage(text, end)) numbers.push({ text: trimNumber(run, text[start - 1]), start, end })
  return numbers
}

function isPercentage(text: string, end: number): boolean {
  PERCENT.lastIndex = end
  return PERCENT.test(text)
}

/** "12 € 50": the only symbol in the text takes the place of the separator. */
function findAroundEuro(text: string): FoundNumber | undefined {
  const sign = text.indexOf('€')
  if (sign < 0 || text.includes('€', sign + 1)) return undefined
  CENTS_AFTER_EURO.lastIndex = sign + 1
  const last = text.slice(0, sign).trimEnd().length - 1
  if (!isDigit(text[last]) || !CENTS_AFTER_EURO.test(text)) return undefined
  let start = last
  for (let at = last; at >= 0 && (isDigit(text[at]) || ' .,'.includes(text[at] as string)); at--)
    if (isDigit(text[at])) start = at
  // "6.00 € 12 pieces"
  if (/[.,]\d\d$/.test(text.slice(start, last + 1))) return undefined
  const end = CENTS_AFTER_EURO.lastIndex
  return { text: text.slice(start, end).replaceAll(' ', ''), start, end }
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9'
}

// Spaces group thousands ("9 800") or follow a separator ("119. 95"); any other space separates two numbers.
function splitRuns(run: string, start: number): FoundNumber[] {
  if (!/\s/.test(run)) return [{ text: run, start, end: start + run.length }]
  const numbers: FoundNumber[] = []
  let from = 0
  for (const gap of run.matchAll(/ (?=[\d.])/g)) {
    const before = run.slice(from, gap.index)
    const after = run.slice(gap.index + gap[0].length)
    const groups = /^\d{3}(?!\d)/.test(after) && /(?:^| )\d{1,3}$/.test(before.slice(-4))
    const cents =
      /^\d{1,2}(?!\d)/.test(after) && /^(?:\d{1,3}(?:[., ]\d{3})*|\d+)\s?[.,]$/.test(before.trim())
    // "28 .00": a space before the separator.
    const point = /^\.\d{1,2}(?!\d)/.test(after) && /^[\d ]+$/.test(before)
    if (groups || cents || point) continue
    numbers.push({ text: before, start: start + from, end: start + gap.index })
    from = gap.index + gap[0].length
  }
  numbers.push({
    text: run.slice(from),
    start: start + from,
    end: start + from + run.slice(from).trimEnd().length,
  })
  return numbers
}

function trimNumber(text: string, before: string | undefined): string {
  if (!text.includes('.') && !text.includes(',')) return text.trim()
  if (isDigit(text[0]) && isDigit(text.at(-1))) return text
  const trimmed = text.replace(/(?<![.,])[.,]+$/, '')
  // "Rs.268", "S/.268": the dot ends the abbreviation. "$.75": it starts the decimals.
  const leads = before !== undefined && /[\p{L}/]/u.test(before)
  return (trimmed.split('.').length === 2 && !leads ? trimmed : trimmed.replace(/^\.+/, '')).trim()
}

/**
 * The exact decimal of a number text. Without a known separator, the last one starts the decimals if one, two or more
 * than three digits follow: three are nearly always a group of thousands.
 */
export function toDecimal(text: string, separator?: string, threeDecimals = false): string | undefined {
  const compact = text.replaceAll(' ', '')
  if (!isGrouped(compact)) return undefined
  const decimalSign = separator ?? guessSeparator(compact, threeDecimals)
  const at = decimalSign ? compact.lastIndexOf(decimalSign) : -1
  const whole = digitsOf(at < 0 ? compact : compact.slice(0, at))
  const decimals = at < 0 ? '' : digitsOf(compact.slice(at + 1))
  if (whole === '' && decimals === '') return undefined
  const integer = whole.replace(/^0+(?=\d)/, '') || '0'
  return decimals ? `${integer}.${decimals}` : integer
}

/** Whether what is between two separators is a group: "12.5.3" and "12.05.2026" are no amounts. */
function isGrouped(compact: string): boolean {
  const groups = compact.replace(/^[.,]+/, '').split(/[.,]/)
  if (groups.length < 3) return true
  const between = groups.slice(1, -1).filter(group => group !== '')
  return between.every(group => group.length === 3) || INDIAN.test(compact)
}

// All groups but the last have two digits.
const INDIAN = /^\d{1,2}(?:,\d\d){1,8},\d{3}(?:\.\d*)?$/

function guessSeparator(compact: string, threeDecimals: boolean): string | undefined {
  const last = /([.,€])(\d+)$/.exec(compact)
  const separator = last?.[1]
  const decimals = last?.[2]
  if (!separator || !decimals) return undefined
  if (separator === '€' || decimals.length !== 3) {
    // "1.234.56": the last group is not a group of thousands, so it is the decimals.
    return separator
  }
  // A group of thousands cannot follow a lone zero, and dinars have a thousand minor units.
  const lone = compact.split(separator).length === 2
  return lone && (/^0[.,]/.test(compact) || threeDecimals) ? separator : undefined
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** A decimal with its point moved to the right: an amount in a smaller unit. */
export function shiftDecimalPoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const moved = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '')
  return fraction.length > places ? `${moved}.${fraction.slice(places)}` : moved
}

// A double holds every decimal of so many digits; what follows them is left of a calculation.
const EXACT_DIGITS = 15

/** 24.990000000000002 is 24.99. */
export function withoutNoise(number: number): number {
  return Number.isInteger(number) ? number : Number(number.toPrecision(EXACT_DIGITS))
}
