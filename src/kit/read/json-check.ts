// Checks JSON in bytes by its grammar without building values, and notes where the value at a path stands.
import { type Bytes, decodeUtf8 } from './bytes.ts'
import { skipJsonSpace, skipScalar, skipString } from './json-scalar.ts'

export interface JsonSpan {
  /** Bounds of the value at the path; both -1 when nothing is there. */
  from: number
  to: number
  /** Where the whole value ends. */
  end: number
}

/** Every check answers the position after what it took, or -1 when the text is not JSON there. */
type End = number

/** Takes a name and its colon; `at` is at the opening quote. */
function skipName(bytes: Bytes, at: number, limit: number): End {
  const { data } = bytes
  if (at >= limit || data[at] !== 0x22) return -1
  at = skipString(bytes, at + 1, limit)
  if (at < 0) return -1
  if (at < limit && data[at] !== 0x3a) at = skipJsonSpace(bytes, at, limit)
  if (at >= limit || data[at] !== 0x3a) return -1
  at++
  return at < limit && (data[at] as number) <= 0x20 ? skipJsonSpace(bytes, at, limit) : at
}

/** Takes any value, however deep, without recursion: the brackets that close what is open are kept on a stack. */
function skipValue(bytes: Bytes, at: number, limit: number): End {
  const { data } = bytes
  const stack: number[] = []
  let close = 0
  for (;;) {
    if (at >= limit) return -1
    const byte = data[at] as number
    if (byte === 0x22) at = skipString(bytes, at + 1, limit)
    else if (byte === 0x7b || byte === 0x5b) {
      at = skipJsonSpace(bytes, at + 1, limit)
      if (at < limit && data[at] === byte + 2) at++
      else {
        stack.push(close)
        close = byte + 2
        if (byte === 0x7b) at = skipName(bytes, at, limit)
        if (at < 0) return -1
        continue
      }
    } else at = skipScalar(bytes, at, limit)
    // After a value: close what ends here, then go to the next value of the innermost open bracket.
    for (;;) {
      if (at < 0) return -1
      if (close === 0) return at
      if (at < limit && (data[at] as number) <= 0x20) at = skipJsonSpace(bytes, at, limit)
      if (at >= limit) return -1
      const next = data[at++] as number
      if (next === 0x2c) {
        if (at < limit && (data[at] as number) <= 0x20) at = skipJsonSpace(bytes, at, limit)
        if (close === 0x7d) at = skipName(bytes, at, limit)
        break
      }
      if (next !== close) return -1
      close = stack.pop() as number
    }
    if (at < 0) return -1
  }
}

interface Search {
  readonly bytes: Bytes
  readonly limit: number
  readonly path: readonly (string | number)[]
  readonly span: JsonSpan
}

/** Whether the name between the two positions is the wanted one; escapes and non-ASCII text are decoded first. */
function nameEquals(bytes: Bytes, start: number, end: number, wanted: string): boolean {
  let same = end - start === wanted.length
  for (let i = start; i < end; i++) {
    const byte = bytes.data[i] as number
    if (byte >= 0x80 || byte === 0x5c) return JSON.parse(decodeUtf8(bytes, start - 1, end + 1)) === wanted
    if (same && byte !== wanted.charCodeAt(i - start)) same = false
  }
  return same
}

function searchObject(search: Search, at: number, depth: number): End {
  const { bytes, limit } = search
  const { data } = bytes
  const wanted = String(search.path[depth])
  at = skipJsonSpace(bytes, at + 1, limit)
  if (at < limit && data[at] === 0x7d) return at + 1
  for (;;) {
    const name = at + 1
    at = skipName(bytes, at, limit)
    if (at < 0) return -1
    let nameEnd = at - 1
    while (data[nameEnd] !== 0x22) nameEnd--
    at = nameEquals(bytes, name, nameEnd, wanted)
      ? searchValue(search, at, depth + 1)
      : skipValue(bytes, at, limit)
    if (at < 0) return -1
    at = skipJsonSpace(bytes, at, limit)
    if (at >= limit) return -1
    if (data[at] === 0x7d) return at + 1
    if (data[at] !== 0x2c) return -1
    at = skipJsonSpace(bytes, at + 1, limit)
  }
}

function searchArray(search: Search, at: number, depth: number): End {
  const { bytes, limit } = search
  const { data } = bytes
  const wanted = String(search.path[depth])
  at = skipJsonSpace(bytes, at + 1, limit)
  if (at < limit && data[at] === 0x5d) return at + 1
  for (let position = 0; ; position++) {
    at = String(position) === wanted ? searchValue(search, at, depth + 1) : skipValue(bytes, at, limit)
    if (at < 0) return -1
    at = skipJsonSpace(bytes, at, limit)
    if (at >= limit) return -1
    if (data[at] === 0x5d) return at + 1
    if (data[at] !== 0x2c) return -1
    at = skipJsonSpace(bytes, at + 1, limit)
  }
}

/** Takes the value at `at`, which lies `depth` steps along the path. */
function searchValue(search: Search, at: number, depth: number): End {
  const { bytes, limit, path, span } = search
  // A repeated name makes all that was found under its first occurrence void.
  span.from = -1
  span.to = -1
  const open = at < limit ? bytes.data[at] : 0
  if (depth < path.length && open === 0x7b) return searchObject(search, at, depth)
  if (depth < path.length && open === 0x5b) return searchArray(search, at, depth)
  const end = skipValue(bytes, at, limit)
  if (depth === path.length) {
    span.from = at
    span.to = end
  }
  return end
}

/** Checks the JSON value at `at` and finds the value at `path` in it; undefined when it is not JSON. */
export function checkJson(
  bytes: Bytes,
  at: number,
  limit: number,
  path: readonly (string | number)[] = [],
): JsonSpan | undefined {
  const span: JsonSpan = { from: -1, to: -1, end: -1 }
  span.end = searchValue({ bytes, limit, path, span }, skipJsonSpace(bytes, at, limit), 0)
  return span.end < 0 ? undefined : span
}
