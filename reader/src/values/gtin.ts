// Recognises trade numbers (GTIN, ISBN, ISSN, ISMN) by length, prefix and check digit.

type GtinKind = 'isbn10' | 'isbn13' | 'issn' | 'ismn' | 'gtin8' | 'upc' | 'gtin13' | 'gtin14'
export type Gtin = { kind: GtinKind; value: string }

// No number with its label is longer.
const MAX_LENGTH = 200
const LABEL =
  /^\W*(?:isbn|issn|ismn|gtin|ean|upc|jan|barcode|código de barras|код)(?!\p{L})(?:[\s_-]?(?:8|10|12|13|14)(?!\d))?(?:[\s_-]*(?:code|number|no|nr))?[\s.:#№)-]*|^\W*(?:ean|gtin|upc|isbn)[\s_-]?(?:code|number|nummer|nr|no)[\s.:#№)-]*/iu
const LABEL_BEHIND = /(?<![\s(])[\s(]+(?:isbn|gtin|ean|upc|jan)(?:-?1[0234]|-?8)?\)?$/i
const AROUND = /^[\s([{'"‐–—-]+|(?<![\s)\]}'".,;‐–—-])[\s)\]}'".,;‐–—-]+$/g
// "EAN134006381333931": the label's digits run into the number.
const LABEL_DIGITS = /^[\s_-]?(?:8|10|12|13|14)[\s_-]?(?=\d)/

// GS1 Digital Link: "https://id.gs1.org/01/09506000134352/10/ABC".
const GS1_LINK = /^https?:\/\/\S*?\/(?:01|gtin)\/(\d{8,14})(?=[/?#]|$)/i

/** The number in a text, without label and hyphens, if its check digit is valid. */
export function parseGtin(text: string | number | null | undefined): Gtin | undefined {
  if (text === null || text === undefined) return undefined
  const whole = String(text).slice(0, MAX_LENGTH).trim()
  const linked = GS1_LINK.exec(whole)?.[1]
  // A link always has fourteen digits, filled up with zeros.
  if (linked !== undefined) return classify(linked.replace(/^0(?=\d{13}$)/, ''))
  const rest = withoutLabels(whole)
  const code = parseExact(rest)
  if (code || rest === whole) return code
  const glued = parseExact(rest.replace(LABEL_DIGITS, ''))
  if (glued) return glued
  // Other words may follow a labelled number: "ISBN 978-0-306-40615-7 (hardback)".
  const words = rest.match(/(?<![\p{L}\d])\d[\d‐-–-]{6,}[\dX](?![\p{L}\d])/giu) ?? []
  return words.map(word => classify(compact(word) ?? '')).find(gtin => gtin !== undefined)
}

function parseExact(text: string): Gtin | undefined {
  const exact = compact(text.replace(AROUND, ''))
  return exact === undefined ? undefined : classify(exact)
}

function withoutLabels(text: string): string {
  let rest = text.replace(LABEL_BEHIND, '')
  for (let label = LABEL.exec(rest); label && label[0] !== ''; label = LABEL.exec(rest)) {
    rest = rest.slice(label[0].length)
  }
  return rest
}

function compact(text: string): string | undefined {
  return /^[\dM][\d\s‐-–-]*[\dX]$/i.test(text) ? text.replace(/[^\dMX]/gi, '').toUpperCase() : undefined
}

function classify(written: string): Gtin | undefined {
  const value = withLostZero(written)
  const kind = kindOf(value)
  return kind && { kind, value }
}

/** A UPC that was stored as a number lost its first zero, which most of them have. */
function withLostZero(digits: string): string {
  return /^[1-9]\d{10}$/.test(digits) ? `0${digits}` : digits
}

function kindOf(value: string): GtinKind | undefined {
  // ISSN before GTIN-8: both have eight characters, and publications are looked up by ISSN.
  if (value.length === 8 && modulo11(value, 8)) return 'issn'
  if (value.length === 10 && modulo11(value, 10)) return 'isbn10'
  // Before 2008 an ISMN began with M instead of 9790.
  if (/^M\d{9}$/.test(value) && checkDigitHolds(`9790${value.slice(1)}`)) return 'ismn'
  if (!/^\d+$/.test(value) || !checkDigitHolds(value)) return undefined
  if (value.length === 8) return 'gtin8'
  if (value.length === 12) return 'upc'
  if (value.length === 14) return 'gtin14'
  if (value.length !== 13) return undefined
  if (value.startsWith('9790')) return 'ismn'
  return /^97[89]/.test(value) ? 'isbn13' : 'gtin13'
}

// GS1: weights 3 and 1 from the right; the sum including the check digit is a multiple of ten.
function checkDigitHolds(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}

function modulo11(value: string, weight: number): boolean {
  if (!/^\d+[\dX]$/.test(value)) return false
  const sum = Array.from(value).reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (weight - index),
    0,
  )
  return sum % 11 === 0 && /[1-9]/.test(value)
}

/** Includes the minus sign, the soft hyphen and zero-width characters: codes are copied from rendered pages. */
const SEPARATORS = /[\s\p{Pd}_./\\·\u2212\u00AD\u200B-\u200D\u2060]+/gu

/** The GTIN without superfluous leading zeros, and with one that was lost; undefined when its length or check digit is wrong. */
export function gtin(text: string | number | null | undefined): string | undefined {
  const digits = withLostZero(String(text ?? '').replace(SEPARATORS, ''))
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || !checkDigitHolds(digits)) return undefined
  return digits.length === 14 ? digits.replace(/^0/, '') : digits
}

/** Padded to 14 digits, so that GTINs of all lengths compare equal. */
export function gtinKey(text: string | number | null | undefined): string | undefined {
  return gtin(text)?.padStart(14, '0')
}

/** One point with one or two digits after it: `KB-1.5` is not `KB-15`. More points, or three digits, group the number. */
const DECIMAL_POINT = /(?<![\d.,])(\d+)[.,](\d{1,2})(?![\d.,])/g
/** In place of the point; no code has it. */
const POINT = '\u2024'

/** Ignores case and separators: `kv4821 410`, `KV4821-410` and `KV4821410` are the same style code. */
export function codeKey(text: string | null | undefined): string | undefined {
  const key = (text ?? '')
    .normalize('NFKC')
    .replace(DECIMAL_POINT, `$1${POINT}$2`)
    .replace(SEPARATORS, '')
    .toUpperCase()
  return /^[\p{L}\p{N}\u2024]+$/u.test(key) ? key : undefined
}
