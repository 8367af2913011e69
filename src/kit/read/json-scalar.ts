// The words of JSON in bytes: where a string, number or literal ends.
import type { Bytes } from './bytes.ts'

const isEscape = new Uint8Array(256)
for (const letter of '"\\/bfnrt') isEscape[letter.charCodeAt(0)] = 1
const isHex = new Uint8Array(256)
for (const letter of '0123456789abcdefABCDEF') isHex[letter.charCodeAt(0)] = 1

/** Every function answers the position after what it took, or -1 when the text is not JSON there. */
type End = number

export function skipJsonSpace(bytes: Bytes, at: number, limit: number): End {
  const { data } = bytes
  while (at < limit) {
    const byte = data[at] as number
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at
    at++
  }
  return at
}

/**
 * Takes a string whose opening quote is before `at`. Four bytes a step: `special` marks the bytes that are a quote, a
 * backslash or a control, and its lowest mark is always right (see `nextByte`).
 */
export function skipString(bytes: Bytes, at: number, limit: number): End {
  const { data, view } = bytes
  while (at + 4 <= limit) {
    const word = view.getInt32(at, true)
    const quote = word ^ 0x22222222
    const backslash = word ^ 0x5c5c5c5c
    const special =
      (((quote - 0x01010101) & ~quote) |
        ((backslash - 0x01010101) & ~backslash) |
        ((word - 0x20202020) & ~word)) &
      0x80808080
    if (special === 0) {
      at += 4
      continue
    }
    at += (31 - Math.clz32(special & -special)) >> 3
    const byte = data[at]
    if (byte === 0x22) return at + 1
    if (byte !== 0x5c) return -1
    at = skipEscape(bytes, at + 1, limit)
    if (at < 0) return -1
  }
  return skipStringEnd(bytes, at, limit)
}

/** The last bytes of the text, one by one. */
function skipStringEnd(bytes: Bytes, at: number, limit: number): End {
  while (at < limit) {
    const byte = bytes.data[at] as number
    if (byte === 0x22) return at + 1
    if (byte < 0x20) return -1
    at = byte === 0x5c ? skipEscape(bytes, at + 1, limit) : at + 1
    if (at < 0) return -1
  }
  return -1
}

/** Takes what follows a backslash. */
function skipEscape(bytes: Bytes, at: number, limit: number): End {
  if (at >= limit) return -1
  const { data } = bytes
  if (isEscape[data[at] as number] === 1) return at + 1
  if (data[at] !== 0x75 || at + 5 > limit) return -1
  for (let i = at + 1; i < at + 5; i++) if (isHex[data[i] as number] === 0) return -1
  return at + 5
}

function skipDigits(bytes: Bytes, at: number, limit: number): End {
  const { data } = bytes
  const start = at
  while (at < limit && (data[at] as number) >= 0x30 && (data[at] as number) <= 0x39) at++
  return at === start ? -1 : at
}

function skipNumber(bytes: Bytes, at: number, limit: number): End {
  const { data } = bytes
  if (data[at] === 0x2d) at++
  if (at >= limit) return -1
  at = data[at] === 0x30 ? at + 1 : skipDigits(bytes, at, limit)
  if (at < 0) return -1
  if (at < limit && data[at] === 0x2e) {
    at = skipDigits(bytes, at + 1, limit)
    if (at < 0) return -1
  }
  if (at < limit && ((data[at] as number) | 0x20) === 0x65) {
    at++
    if (at < limit && (data[at] === 0x2b || data[at] === 0x2d)) at++
    return skipDigits(bytes, at, limit)
  }
  return at
}

function skipWord(bytes: Bytes, at: number, limit: number, word: string): End {
  if (at + word.length > limit) return -1
  for (let i = 0; i < word.length; i++) if (bytes.data[at + i] !== word.charCodeAt(i)) return -1
  return at + word.length
}

/** Takes a number, true, false or null. */
export function skipScalar(bytes: Bytes, at: number, limit: number): End {
  switch (bytes.data[at]) {
    case 0x74:
      return skipWord(bytes, at, limit, 'true')
    case 0x66:
      return skipWord(bytes, at, limit, 'false')
    case 0x6e:
      return skipWord(bytes, at, limit, 'null')
    default:
      return skipNumber(bytes, at, limit)
  }
}
