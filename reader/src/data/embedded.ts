// Reads the state that pages embed in scripts: JSON in typed script elements and values assigned to globals.
import { findAssignments } from './script/assignment.ts'
import { type Bytes, decodeUtf8, toBytes } from '../html/bytes.ts'
import { decodeEntities } from '../html/entities.ts'
import { checkJson, followPath, parseSpan, type Path, readJsonPath } from './json-check.ts'
import { parseRelaxedJson, readRelaxedJsonAt } from './script/relaxed-json.ts'
import { eachScript, type ScriptElement, type ScriptQuery } from './script/script-scanner.ts'

/**
 * The value that the page's scripts assign to a global, or the part of it at `path`; undefined when there is none.
 *
 * `metaData` finds `window.metaData = …`, `var metaData = …`, `window['metaData'] = …`; dots name members
 * (`shop.config`), and a leading `*.` matches any owner (`*.viewPayload` finds `window.anything.viewPayload = …`).
 * A string of JSON is parsed. Comments and strings are ignored. A page may assign the same global several times,
 * first as a stub: the fullest value is returned.
 */
export function readAssigned(html: string | Uint8Array, name: string, path: Path = []): unknown {
  return mostComplete(readAllAssigned(html, name, path))
}

/** Every value that the page's scripts assign to a global, in document order. */
export function readAllAssigned(html: string | Uint8Array, name: string, path: Path = []): unknown[] {
  const bytes = toBytes(html)
  const lastName = name.slice(name.lastIndexOf('.') + 1)
  const values: unknown[] = []
  let remaining = bytes.length * MAX_READS
  eachScript(bytes, { contains: lastName }, script => {
    for (const start of findAssignments(bytes, script.start, script.end, name)) {
      const value = readValue(bytes, start, script.end, path)
      if (value !== undefined) values.push(value)
      remaining -= script.end - start
      if (remaining < 0) return true
    }
    return false
  })
  return values
}

/** Bounds the total work per page, in page lengths: a script may contain thousands of assignments. */
const MAX_READS = 32

/** The JSON in the matching script, or the part of it at `path`; the fullest of several. */
export function readScriptJson(html: string | Uint8Array, wanted: ScriptQuery, path: Path = []): unknown {
  return mostComplete(readAllScriptJson(html, wanted, path))
}

/** The JSON in every matching script, in document order; scripts without JSON are skipped. */
export function readAllScriptJson(
  html: string | Uint8Array,
  wanted: ScriptQuery,
  path: Path = [],
): unknown[] {
  const bytes = toBytes(html)
  const values: unknown[] = []
  eachScript(bytes, wanted, script => {
    const value = readBody(bytes, script, path)
    if (value !== undefined) values.push(value)
    return false
  })
  return values
}

function readBody(bytes: Bytes, script: ScriptElement, path: Path): unknown {
  const { start, end } = script
  const value = readStrict(bytes, start, end, path)
  if (value !== notStrict) return value
  const text = decodeUtf8(bytes, start, end).trimStart().replace(wrapping, '')
  const plain = /^\s*[[{]\s*&(?:quot|#34);/.test(text) ? decodeEntities(text, 'text') : text
  return readInside(readRelaxedJsonAt(plain, 0, { syntax: 'json' })?.value, path)
}

/** Comment and CDATA markers before a script's text. */
const wrapping = /^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/

/** The value at `start`: strict JSON parsed in place, otherwise a JavaScript literal. */
function readValue(bytes: Bytes, start: number, end: number, path: Path): unknown {
  const value = readStrict(bytes, start, end, path)
  return value === notStrict
    ? readInside(readRelaxedJsonAt(decodeUtf8(bytes, start, end), 0)?.value, path)
    : value
}

const notStrict = Symbol('not strict JSON')

/** The part at `path` of the strict JSON at `start`. */
function readStrict(bytes: Bytes, start: number, end: number, path: Path): unknown {
  const first = skipSpace(bytes, start, end)
  const isString = bytes.data[first] === 0x22
  const span = checkJson(bytes, first, end, isString ? [] : path)
  if (span === undefined || !endsExpression(bytes, span.end, end)) return notStrict
  const value = parseSpan(bytes, span)
  return isString ? readInside(value, path) : value
}

/** The part of a value at `path`; a string of JSON is parsed first. */
function readInside(value: unknown, path: Path): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return followPath(value, path)
  try {
    return readJsonPath(value, path)
  } catch {
    const inner = parseRelaxedJson(value)
    return inner === undefined ? followPath(value, path) : followPath(inner, path)
  }
}

function skipSpace(bytes: Bytes, at: number, end: number): number {
  while (at < end && (bytes.data[at] as number) <= 0x20) at++
  return at
}

/** Whether the value is a complete expression, unlike in `{} || other`. */
function endsExpression(bytes: Bytes, at: number, end: number): boolean {
  const next = skipSpace(bytes, at, end)
  return next >= end || !'.[(|&?+=<>'.includes(String.fromCharCode(bytes.data[next] as number))
}

/** The value with the most data, the first of equals; undefined for an empty list. */
export function mostComplete<T>(values: readonly T[]): T | undefined {
  if (values.length < 2) return values[0]
  const sizes = values.map(sizeOf)
  return values[sizes.indexOf(Math.max(...sizes))]
}

/** How many strings, numbers and booleans a value contains, at any depth. Empty strings and nulls do not count. */
function sizeOf(value: unknown): number {
  let size = 0
  // An explicit stack instead of recursion: pages control the depth.
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) pending.push(inner)
    } else if (next !== undefined && next !== null && next !== '') size++
  }
  return size
}
