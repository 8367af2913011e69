// Article codes: GTINs validated by check digit, manufacturer codes in one spelling. Equal codes mean the same article.

/** Includes the minus sign, the soft hyphen and zero-width characters: codes are copied from rendered pages. */
const SEPARATORS = /[\s\p{Pd}_./\\·\u2212\u00AD\u200B-\u200D\u2060]+/gu

/** The GTIN without superfluous leading zeros; undefined when its length or check digit is wrong. */
export function gtin(text: string | number | null | undefined): string | undefined {
  const digits = String(text ?? '').replace(SEPARATORS, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || !hasCheckDigit(digits)) return undefined
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

/** GS1: weights 3 and 1 from the right; the sum including the check digit is a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
