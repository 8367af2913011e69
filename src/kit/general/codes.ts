// Codes of an article: GTINs by their check digit, and makers' codes in one spelling. Equal codes mean the same article.

/** Also the minus sign, the soft hyphen and what has no width: codes are copied out of printed pages. */
const SEPARATORS = /[\s\p{Pd}_./\\·\u2212\u00AD\u200B-\u200D\u2060]+/gu

/** The GTIN without superfluous leading zeros, or undefined where length or check digit say that it is none. */
export function gtin(text: string | number | null | undefined): string | undefined {
  const digits = String(text ?? '').replace(SEPARATORS, '')
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits) || !hasCheckDigit(digits)) return undefined
  return digits.length === 14 ? digits.replace(/^0/, '') : digits
}

/** 14 digits, so that GTINs of all lengths can be compared. */
export function gtinKey(text: string | number | null | undefined): string | undefined {
  return gtin(text)?.padStart(14, '0')
}

/** Case and separators do not count: `kv4821 410`, `KV4821-410` and `KV4821410` are one style code. */
export function codeKey(text: string | null | undefined): string | undefined {
  const key = (text ?? '').normalize('NFKC').replace(SEPARATORS, '').toUpperCase()
  return /^[\p{L}\p{N}]+$/u.test(key) ? key : undefined
}

/** GS1: weights 3 and 1 from the right, the sum with the check digit a multiple of ten. */
function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
