// Checks JSON in bytes by its grammar without building values, and notes where the value at a path stands.
import { type Bytes, decodeUtf8 } from './bytes.ts'
import { specialByteMask, skipJsonSpace, skipScalar, skipString } from './json-scalar.ts'

export interface JsonSpan {
  /** Bounds of the value at the path; both -1 when nothing is there. */
  from: number
  to: number
  /** Where the whole value ends. */
  end: number
}

/** Every check answers the position after what it took, or -1 when the text is not JSON there. */
type End = number

/** Skips white space; JSON that machines write has none, so this is small enough to cost nothing then. */
function skipSpace(data: Buffer, at: number): End {
  return (data[at] as number) <= 0x20 ? skipJsonSpace(data, at) : at
}

/** Takes the colon after a name. */
function skipColon(data: Buffer, at: number): End {
  at = skipSpace(data, at)
  return data[at] === 0x3a ? skipSpace(data, at + 1) : -1
}

/**
 * Takes any value, however deep, without recursion: the brackets that close what is open are kept on a stack. Most of
 * a page's state is strings, so the loop of `skipString` stands here again: calling it costs a quarter more time.
 */
function skipValue(bytes: Bytes, at: number): End {
  const { data, view } = bytes
  const lastPair = bytes.length - 8
  const stack: number[] = []
  let close = 0
  let isName = false
  for (;;) {
    const byte = data[at] as number
    if (byte === 0x22) {
      at++
      let special = 0
      while (at <= lastPair) {
        special = specialByteMask(view.getInt32(at, true))
        if (special !== 0) break
        special = specialByteMask(view.getInt32(at + 4, true))
        at += special === 0 ? 8 : 4
        if (special !== 0) break
      }
      if (special !== 0) at += (31 - Math.clz32(special & -special)) >> 3
      // An escape, a control or the end of the page is rare enough for a call.
      if (special !== 0 && data[at] === 0x22) at++
      else at = skipString(bytes, at)
      if (isName && at > 0) {
        if (data[at] === 0x3a && (data[at + 1] as number) > 0x20) at++
        else at = skipColon(data, at)
        if (at < 0) return -1
        isName = false
        continue
      }
    } else if (isName) return -1
    else if (byte === 0x7b || byte === 0x5b) {
      at = skipSpace(data, at + 1)
      if (data[at] === byte + 2) at++
      else {
        stack.push(close)
        close = byte + 2
        isName = byte === 0x7b
        continue
      }
    } else at = skipScalar(data, at)
    if (at < 0) return -1
    // After a value: close what ends here, then go to the next value of the innermost open bracket.
    for (;;) {
      if (close === 0) return at
      at = skipSpace(data, at)
      const next = data[at++]
      if (next === 0x2c) break
      if (next !== close) return -1
      close = stack.pop() as number
    }
    at = skipSpace(data, at)
    isName = close === 0x7d
  }
}

interface Search {
  readonly bytes: Bytes
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
  const { bytes } = search
  const { data } = bytes
  const wanted = String(search.path[depth])
  at = skipSpace(data, at + 1)
  if (data[at] === 0x7d) return at + 1
  for (;;) {
    const name = at + 1
    const nameEnd = data[at] === 0x22 ? skipString(bytes, name) : -1
    at = nameEnd < 0 ? -1 : skipColon(data, nameEnd)
    if (at < 0) return -1
    const isWanted = nameEquals(bytes, name, nameEnd - 1, wanted)
    at = isWanted ? searchValue(search, at, depth + 1) : skipValue(bytes, at)
    if (at < 0) return -1
    at = skipSpace(data, at)
    if (data[at] === 0x7d) return at + 1
    if (data[at] !== 0x2c) return -1
    at = skipSpace(data, at + 1)
  }
}

function searchArray(search: Search, at: number, depth: number): End {
  const { bytes } = search
  const { data } = bytes
  const wanted = String(search.path[depth])
  at = skipSpace(data, at + 1)
  if (data[at] === 0x5d) return at + 1
  for (let position = 0; ; position++) {
    at = String(position) === wanted ? searchValue(search, at, depth + 1) : skipValue(bytes, at)
    if (at < 0) return -1
    at = skipSpace(data, at)
    if (data[at] === 0x5d) return at + 1
    if (data[at] !== 0x2c) return -1
    at = skipSpace(data, at + 1)
  }
}

/** Takes the value at `at`, which lies `depth` steps along the path. */
function searchValue(search: Search, at: number, depth: number): End {
  const { bytes, path, span } = search
  // A repeated name makes all that was found under its first occurrence void.
  span.from = -1
  span.to = -1
  const open = depth < path.length ? bytes.data[at] : 0
  if (open === 0x7b) return searchObject(search, at, depth)
  if (open === 0x5b) return searchArray(search, at, depth)
  const end = skipValue(bytes, at)
  if (depth === path.length) {
    span.from = at
    span.to = end
  }
  return end
}

/**
 * Checks the JSON value at `at` and finds the value at `path` in it; undefined when it is not JSON or goes beyond
 * `limit`. Only the end is held against the limit: on the way no check has to know it.
 */
export function checkJson(
  bytes: Bytes,
  at: number,
  limit: number,
  path: readonly (string | number)[] = [],
): JsonSpan | undefined {
  const span: JsonSpan = { from: -1, to: -1, end: -1 }
  span.end = searchValue({ bytes, path, span }, skipSpace(bytes.data, at), 0)
  return span.end < 0 || span.end > limit ? undefined : span
}
