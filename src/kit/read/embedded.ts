// Reads the state that pages embed in scripts: JSON in typed script elements and values assigned to globals.
import { findAssignments } from './assignment.ts'
import { type Bytes, decodeUtf8, toBytes } from './bytes.ts'
import { decodeEntities } from './entities.ts'
import { fullest } from './fullest.ts'
import { checkJson } from './json-check.ts'
import { followPath, type Path, parseSpan, readJsonPath } from './json-path.ts'
import { parseRelaxedJson, readRelaxedJsonAt } from './relaxed-json.ts'
import { eachScript, type ScriptElement, type ScriptQuery } from './script-scanner.ts'

/**
 * The value that the scripts of the page assign to a global, or what stands at `path` in it; undefined when there is
 * none.
 *
 * `metaData` finds `window.metaData = …`, `var metaData = …`, `window['metaData'] = …`; dots name members of it
 * (`shop.config`), and a leading `*.` stands for any owner (`*.viewPayload` finds `window.anything.viewPayload = …`).
 * A string that holds JSON is read as that JSON. The same text in comments and strings does not count. A page may
 * assign the same global several times, first of all as a stub: the fullest value counts.
 */
export function readAssigned(html: string | Uint8Array, name: string, path: Path = []): unknown {
  return fullest(readAllAssigned(html, name, path))
}

/** Every value that the scripts of the page assign to a global, in document order. */
export function readAllAssigned(html: string | Uint8Array, name: string, path: Path = []): unknown[] {
  const bytes = toBytes(html)
  const lastName = name.slice(name.lastIndexOf('.') + 1)
  const values: unknown[] = []
  let left = bytes.length * MAX_READS
  eachScript(bytes, { contains: lastName }, script => {
    for (const start of findAssignments(bytes, script.start, script.end, name)) {
      const value = readValue(bytes, start, script.end, path)
      if (value !== undefined) values.push(value)
      left -= script.end - start
      if (left < 0) return true
    }
    return false
  })
  return values
}

/** How often, on the whole, what follows an assignment is read: a script may have thousands of them. */
const MAX_READS = 32

/** The JSON of the wanted script, or what stands at `path` in it; the fullest of several. */
export function readScriptJson(html: string | Uint8Array, wanted: ScriptQuery, path: Path = []): unknown {
  return fullest(readAllScriptJson(html, wanted, path))
}

/** The JSON of every wanted script, in document order; scripts that hold none are left out. */
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

/** Comment and CDATA marks before a script's text. */
const wrapping = /^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/

/** The value at `start`: strict JSON in place, without decoding the rest, or else a JavaScript literal. */
function readValue(bytes: Bytes, start: number, end: number, path: Path): unknown {
  const value = readStrict(bytes, start, end, path)
  return value === notStrict
    ? readInside(readRelaxedJsonAt(decodeUtf8(bytes, start, end), 0)?.value, path)
    : value
}

const notStrict = Symbol('not strict JSON')

/** The strict JSON at `start` and what stands at `path` in it. */
function readStrict(bytes: Bytes, start: number, end: number, path: Path): unknown {
  const first = skipSpace(bytes, start, end)
  const isString = bytes.data[first] === 0x22
  const span = checkJson(bytes, first, end, isString ? [] : path)
  if (span === undefined || !endsExpression(bytes, span.end, end)) return notStrict
  const value = parseSpan(bytes, span)
  return isString ? readInside(value, path) : value
}

/** What stands at `path` in a value; a string that holds JSON is read first. */
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

/** Whether nothing behind the value makes it part of a larger expression, as in `{} || other`. */
function endsExpression(bytes: Bytes, at: number, end: number): boolean {
  const next = skipSpace(bytes, at, end)
  return next >= end || !'.[(|&?+=<>'.includes(String.fromCharCode(bytes.data[next] as number))
}
