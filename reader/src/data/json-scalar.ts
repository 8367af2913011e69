// The tokens of JSON in bytes: where a string, number or literal ends.
import { type Bytes, type PageData } from '../html/bytes.ts'

const isEscape = new Uint8Array(256)
for (const letter of '"\\/bfnrt') isEscape[letter.charCodeAt(0)] = 1
const isHex = new Uint8Array(256)
for (const letter of '0123456789abcdefABCDEF') isHex[letter.charCodeAt(0)] = 1

/** The position after the token, or -1 when the text there is not JSON. */
type End = number

export function skipJsonSpace(data: PageData, at: number): End {
  for (;;) {
    const byte = data[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at
    at++
  }
}

/**
 * Marks the bytes of a word that are a quote, a control character or a backslash; only the lowest mark is exact. Swapping
 * 0x20 and 0x22 puts the quote and the control characters below 0x21, where one subtraction finds them.
 */
export function specialByteMask(word: number): number {
  const low = word ^ 0x02020202
  const backslash = word ^ 0x5c5c5c5c
  return (((low - 0x21212121) & ~low) | ((backslash - 0x01010101) & ~backslash)) & 0x80808080
}

/** Skips a string whose opening quote is before `at`, four bytes at a time as in `nextByte`. */
export function skipString(bytes: Bytes, at: number): End {
  const { data, view } = bytes
  const lastWord = bytes.length - 4
  while (at <= lastWord) {
    const special = specialByteMask(view.getInt32(at, true))
    if (special === 0) at += 4
    else {
      at += (31 - Math.clz32(special & -special)) >> 3
      if (data[at] === 0x22) return at + 1
      at = data[at] === 0x5c ? skipEscape(bytes, at + 1) : -1
      if (at < 0) return -1
    }
  }
  return skipStringEnd(bytes, at)
}

/** The last bytes of the page, one by one. */
function skipStringEnd(bytes: Bytes, at: number): End {
  while (at < bytes.length) {
    const byte = bytes.data[at] as number
    if (byte === 0x22) return at + 1
    if (byte < 0x20) return -1
    at = byte === 0x5c ? skipEscape(bytes, at + 1) : at + 1
    if (at < 0) return -1
  }
  return -1
}

/** Skips the rest of an escape, after the backslash. */
function skipEscape(bytes: Bytes, at: number): End {
  const { data, length } = bytes
  if (at >= length) return -1
  if (isEscape[data[at] as number] === 1) return at + 1
  if (data[at] !== 0x75 || at + 5 > length) return -1
  for (let i = at + 1; i < at + 5; i++) if (isHex[data[i] as number] === 0) return -1
  return at + 5
}

function skipDigits(data: PageData, at: number): End {
  let byte = data[at] as number
  if (!(byte >= 0x30 && byte <= 0x39)) return -1
  do byte = data[++at] as number
  while (byte >= 0x30 && byte <= 0x39)
  return at
}

function skipNumber(data: PageData, at: number): End {
  if (data[at] === 0x2d) at++
  at = data[at] === 0x30 ? at + 1 : skipDigits(data, at)
  if (at > 0 && data[at] === 0x2e) at = skipDigits(data, at + 1)
  if (at > 0 && (data[at] === 0x65 || data[at] === 0x45)) {
    at++
    at = skipDigits(data, data[at] === 0x2b || data[at] === 0x2d ? at + 1 : at)
  }
  return at
}

function skipWord(data: PageData, at: number, word: string): End {
  for (let i = 0; i < word.length; i++) if (data[at + i] !== word.charCodeAt(i)) return -1
  return at + word.length
}

/** Skips a number, true, false or null. */
export function skipScalar(data: PageData, at: number): End {
  switch (data[at]) {
    case 0x74:
      return skipWord(data, at, 'true')
    case 0x66:
      return skipWord(data, at, 'false')
    case 0x6e:
      return skipWord(data, at, 'null')
    default:
      return skipNumber(data, at)
  }
}
