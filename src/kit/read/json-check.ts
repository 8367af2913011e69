// Checks JSON in bytes by its grammar without building values, and notes where the value at a path stands.
import { decodeUtf8 } from './markup.ts'

export interface JsonSpan {
  /** Bounds of the value at the path; both -1 when nothing is there. */
  from: number
  to: number
  /** Where the whole value ends. */
  end: number
}

/** Bytes a string may hold as they are: all but controls, the quote and the backslash. */
const plain = new Uint8Array(256).fill(1, 0x20)
plain[0x22] = 0
plain[0x5c] = 0
const isEscape = new Uint8Array(256)
for (const letter of '"\\/bfnrt') isEscape[letter.charCodeAt(0)] = 1
const isHex = new Uint8Array(256)
for (const letter of '0123456789abcdefABCDEF') isHex[letter.charCodeAt(0)] = 1

/** Every check answers the position after what it took, or -1 when the text is not JSON there. */
type End = number

function skipSpace(bytes: Uint8Array, at: number, limit: number): End {
  while (at < limit) {
    const byte = bytes[at] as number
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return at
    at++
  }
  return at
}

/** Takes a string whose opening quote is before `at`. */
function skipString(bytes: Uint8Array, at: number, limit: number): End {
  for (;;) {
    while (at < limit && plain[bytes[at] as number] === 1) at++
    if (at >= limit) return -1
    const byte = bytes[at] as number
    if (byte === 0x22) return at + 1
    if (byte !== 0x5c || at + 1 >= limit) return -1
    const escape = bytes[at + 1] as number
    if (isEscape[escape] === 1) at += 2
    else if (escape === 0x75 && at + 5 < limit && hexAt(bytes, at + 2)) at += 6
    else return -1
  }
}

function hexAt(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (isHex[bytes[i] as number] === 0) return false
  return true
}

function skipDigits(bytes: Uint8Array, at: number, limit: number): End {
  const start = at
  while (at < limit && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39) at++
  return at === start ? -1 : at
}

function skipNumber(bytes: Uint8Array, at: number, limit: number): End {
  if (bytes[at] === 0x2d) at++
  if (at >= limit) return -1
  at = bytes[at] === 0x30 ? at + 1 : skipDigits(bytes, at, limit)
  if (at < 0) return -1
  if (at < limit && bytes[at] === 0x2e) {
    at = skipDigits(bytes, at + 1, limit)
    if (at < 0) return -1
  }
  if (at < limit && ((bytes[at] as number) | 0x20) === 0x65) {
    at++
    if (at < limit && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++
    return skipDigits(bytes, at, limit)
  }
  return at
}

function skipWord(bytes: Uint8Array, at: number, limit: number, word: string): End {
  if (at + word.length > limit) return -1
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return -1
  return at + word.length
}

/** Takes a string, number, true, false or null. */
function skipScalar(bytes: Uint8Array, at: number, limit: number): End {
  switch (bytes[at]) {
    case 0x22:
      return skipString(bytes, at + 1, limit)
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

/** Takes a name and its colon; `at` is at the opening quote. */
function skipName(bytes: Uint8Array, at: number, limit: number): End {
  if (at >= limit || bytes[at] !== 0x22) return -1
  at = skipString(bytes, at + 1, limit)
  if (at < 0) return -1
  if (bytes[at] !== 0x3a) at = skipSpace(bytes, at, limit)
  if (at >= limit || bytes[at] !== 0x3a) return -1
  return skipSpace(bytes, at + 1, limit)
}

/** Takes any value, however deep, without recursion: the open brackets are kept on `stack`. */
function skipValue(bytes: Uint8Array, at: number, limit: number): End {
  const stack: number[] = []
  for (;;) {
    if (at >= limit) return -1
    const byte = bytes[at] as number
    if (byte === 0x7b || byte === 0x5b) {
      const close = byte + 2
      at = skipSpace(bytes, at + 1, limit)
      if (at < limit && bytes[at] === close) at++
      else {
        stack.push(close)
        if (close === 0x7d) at = skipName(bytes, at, limit)
        if (at < 0) return -1
        continue
      }
    } else {
      at = byte === 0x22 ? skipString(bytes, at + 1, limit) : skipScalar(bytes, at, limit)
      if (at < 0) return -1
    }
    at = nextValue(bytes, at, limit, stack)
    if (at < 0) return -1
    if (stack.length === 0) return at
  }
}

/** After a value: closes what ends here, then goes to the next value of the innermost open bracket. */
function nextValue(bytes: Uint8Array, at: number, limit: number, stack: number[]): End {
  while (stack.length > 0) {
    at = skipSpace(bytes, at, limit)
    if (at >= limit) return -1
    const close = stack[stack.length - 1] as number
    if (bytes[at] === 0x2c) {
      at = skipSpace(bytes, at + 1, limit)
      return close === 0x7d ? skipName(bytes, at, limit) : at
    }
    if (bytes[at] !== close) return -1
    stack.pop()
    at++
  }
  return at
}

interface Search {
  readonly bytes: Uint8Array
  readonly limit: number
  readonly path: readonly (string | number)[]
  readonly span: JsonSpan
}

/** Whether the name between the two positions is the wanted one; escapes and non-ASCII text are decoded first. */
function nameEquals(bytes: Uint8Array, start: number, end: number, wanted: string): boolean {
  let simple = end - start === wanted.length
  let i = start
  for (; i < end; i++) {
    const byte = bytes[i] as number
    if (byte >= 0x80 || byte === 0x5c) return JSON.parse(decodeUtf8(bytes, start - 1, end + 1)) === wanted
    if (simple && byte !== wanted.charCodeAt(i - start)) simple = false
  }
  return simple
}

function searchObject(search: Search, at: number, depth: number): End {
  const { bytes, limit } = search
  const wanted = String(search.path[depth])
  at = skipSpace(bytes, at + 1, limit)
  if (bytes[at] === 0x7d && at < limit) return at + 1
  for (;;) {
    const name = at + 1
    at = skipName(bytes, at, limit)
    if (at < 0) return -1
    let nameEnd = at - 1
    while (bytes[nameEnd] !== 0x22) nameEnd--
    at = nameEquals(bytes, name, nameEnd, wanted)
      ? searchValue(search, at, depth + 1)
      : skipValue(bytes, at, limit)
    if (at < 0) return -1
    at = skipSpace(bytes, at, limit)
    if (at >= limit) return -1
    if (bytes[at] === 0x7d) return at + 1
    if (bytes[at] !== 0x2c) return -1
    at = skipSpace(bytes, at + 1, limit)
  }
}

function searchArray(search: Search, at: number, depth: number): End {
  const { bytes, limit } = search
  const wanted = String(search.path[depth])
  at = skipSpace(bytes, at + 1, limit)
  if (bytes[at] === 0x5d && at < limit) return at + 1
  for (let position = 0; ; position++) {
    at = String(position) === wanted ? searchValue(search, at, depth + 1) : skipValue(bytes, at, limit)
    if (at < 0) return -1
    at = skipSpace(bytes, at, limit)
    if (at >= limit) return -1
    if (bytes[at] === 0x5d) return at + 1
    if (bytes[at] !== 0x2c) return -1
    at = skipSpace(bytes, at + 1, limit)
  }
}

/** Takes the value at `at`, which lies `depth` steps along the path. */
function searchValue(search: Search, at: number, depth: number): End {
  const { bytes, limit, path, span } = search
  // A repeated name makes all that was found under its first occurrence void.
  span.from = -1
  span.to = -1
  if (depth < path.length && at < limit && bytes[at] === 0x7b) return searchObject(search, at, depth)
  if (depth < path.length && at < limit && bytes[at] === 0x5b) return searchArray(search, at, depth)
  const end = skipValue(bytes, at, limit)
  if (depth === path.length) {
    span.from = at
    span.to = end
  }
  return end
}

/** Checks the JSON value at `at` and finds the value at `path` in it; undefined when it is not JSON. */
export function checkJson(
  bytes: Uint8Array,
  at: number,
  limit: number,
  path: readonly (string | number)[] = [],
): JsonSpan | undefined {
  const span: JsonSpan = { from: -1, to: -1, end: -1 }
  span.end = searchValue({ bytes, limit, path, span }, skipSpace(bytes, at, limit), 0)
  return span.end < 0 ? undefined : span
}
