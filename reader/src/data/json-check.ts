// Validates JSON in bytes without building values, and locates the value at a path.
import { type Bytes, decodeUtf8, type PageData, toBytes } from '../html/bytes.ts'
import { skipJsonSpace, skipScalar, skipString, specialByteMask } from './json-scalar.ts'

export interface JsonSpan {
  /** Bounds of the value at the path; both -1 when there is none. */
  from: number
  to: number
  /** The end of the whole value. */
  end: number
}

/** The position after the token, or -1 when the text there is not JSON. */
type End = number

/** Skips white space. Generated JSON has none, so the check is inlined here and the loop is elsewhere. */
function skipSpace(data: PageData, at: number): End {
  return (data[at] as number) <= 0x20 ? skipJsonSpace(data, at) : at
}

/** Skips the colon after a name. */
function skipColon(data: PageData, at: number): End {
  at = skipSpace(data, at)
  return data[at] === 0x3a ? skipSpace(data, at + 1) : -1
}

/**
 * Skips a value of any depth without recursion: a stack holds the expected closing brackets. Most of a page's state is
 * strings, so the loop of `skipString` is repeated here: calling it takes a quarter more time.
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
      // Escapes, control characters and the end of the page are rare enough for a call.
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
    // After a value: close the brackets that end here, then continue with the next value of the innermost open one.
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

/** Whether the name between two positions is the wanted one; escapes and non-ASCII text are decoded first. */
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

/** Checks the value at `at`, which is `depth` steps along the path. */
function searchValue(search: Search, at: number, depth: number): End {
  const { bytes, path, span } = search
  // A repeated name overrides everything found under its first occurrence.
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
 * Checks the JSON value at `at` and locates the value at `path` in it; undefined when it is not JSON or extends beyond
 * `limit`. Only the end is compared with the limit, so that no step on the way has to check it.
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

/** Member names and array indexes from the root to the wanted value. */
export type Path = readonly (string | number)[]

/**
 * The value at `path` in `JSON.parse(text)`; undefined when there is none. Bytes are read as UTF-8.
 *
 * The result equals that of a full parse: the last of two equal names wins, escaped names match, only own members are
 * followed. So does the error: skipped parts are validated too, and a text that is not JSON goes to JSON.parse as a
 * whole, which throws its SyntaxError.
 */
export function readJsonPath(json: string | Uint8Array, path: Path): unknown {
  // A string may contain a lone surrogate, which UTF-8 cannot encode.
  if (typeof json === 'string' && !json.isWellFormed()) return followPath(JSON.parse(json), path)
  const bytes = toBytes(json)
  const { length } = bytes.data
  const span = checkJson(bytes, 0, length, path)
  if (span === undefined || skipJsonSpace(bytes.data, span.end) !== length) {
    const text = typeof json === 'string' ? json : decodeUtf8(bytes, 0, length).replace(/^\ufeff/, '')
    return followPath(JSON.parse(text), path)
  }
  return parseSpan(bytes, span)
}

/** Parses the located part of a validated text. */
export function parseSpan(bytes: Bytes, span: JsonSpan): unknown {
  return span.from < 0 ? undefined : JSON.parse(decodeUtf8(bytes, span.from, span.to))
}

/** Follows a path through parsed data, by own members and array indexes only. */
export function followPath(value: unknown, path: Path): unknown {
  let current = value
  for (const step of path) {
    if (Array.isArray(current)) current = isPosition(step) ? current[Number(step)] : undefined
    else if (typeof current === 'object' && current !== null && Object.hasOwn(current, step)) {
      current = (current as Record<string | number, unknown>)[step]
    } else return undefined
  }
  return current
}

function isPosition(step: string | number): boolean {
  return typeof step === 'number' ? Number.isSafeInteger(step) && step >= 0 : /^(?:0|[1-9][0-9]*)$/.test(step)
}
