// Reads the state that pages embed in scripts: JSON in typed script elements and values assigned to globals.
import { findAssignments } from './assignment.ts'
import { decodeEntities } from './entities.ts'
import { checkJson } from './json-check.ts'
import { followPath, type Path, parseSpan, readJsonPath } from './json-path.ts'
import { parseRelaxed, readRelaxedAt } from './relaxed-json.ts'
import { decodeUtf8 } from './markup.ts'
import {
  eachScript,
  findScript,
  findScripts,
  type ScriptElement,
  toBytes,
  type WantedScript,
} from './scan.ts'

/**
 * The value that a script of the page assigns to a global, or what stands at `path` in it; undefined when there is
 * none.
 *
 * `metaData` finds `window.metaData = …`, `var metaData = …`, `window['metaData'] = …`; dots name members of it
 * (`shop.config`), and a leading `*.` stands for any owner (`*.viewPayload` finds `window.anything.viewPayload = …`).
 * A string that holds JSON is read as that JSON. The first assignment whose value can be read counts; the same text in
 * comments and strings does not.
 */
export function readAssigned(html: string | Uint8Array, name: string, path: Path = []): unknown {
  const bytes = toBytes(html)
  const lastName = name.slice(name.lastIndexOf('.') + 1)
  let value: unknown
  eachScript(bytes, { contains: lastName }, script => {
    for (const start of findAssignments(bytes, script.start, script.end, name)) {
      value = readValue(bytes, start, script.end, path)
      if (value !== undefined) return true
    }
    return false
  })
  return value
}

/** The JSON of the first wanted script that holds any, or what stands at `path` in it. */
export function readScriptJson(html: string | Uint8Array, wanted: WantedScript, path: Path = []): unknown {
  const bytes = toBytes(html)
  const script = findScript(bytes, wanted)
  return script === undefined ? undefined : readBody(bytes, script, path)
}

/** The JSON of every wanted script, in document order; scripts that hold none are left out. */
export function readAllScriptJson(
  html: string | Uint8Array,
  wanted: WantedScript,
  path: Path = [],
): unknown[] {
  const bytes = toBytes(html)
  return findScripts(bytes, wanted)
    .map(script => readBody(bytes, script, path))
    .filter(value => value !== undefined)
}

function readBody(bytes: Uint8Array, script: ScriptElement, path: Path): unknown {
  const { start, end } = script
  const span = checkJson(bytes, start, end, path)
  if (span !== undefined && restIsSpace(bytes, span.end, end)) return parseSpan(bytes, span)
  const text = decodeUtf8(bytes, start, end).replace(wrapping, '')
  const plain = /^\s*[[{]\s*&(?:quot|#34);/.test(text) ? decodeEntities(text, 'text') : text
  return readInside(readRelaxedAt(plain, 0)?.value, path)
}

/** Comment and CDATA marks before a script's text. */
const wrapping = /^\s*(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/

/** The value at `start`: strict JSON in place, without decoding the rest, or else a JavaScript literal. */
function readValue(bytes: Uint8Array, start: number, end: number, path: Path): unknown {
  const isString = bytes[start] === 0x22
  const span = checkJson(bytes, start, end, isString ? [] : path)
  if (span !== undefined && endsExpression(bytes, span.end, end)) {
    const value = parseSpan(bytes, span)
    return isString ? readInside(value, path) : value
  }
  return readInside(readRelaxedAt(decodeUtf8(bytes, start, end), 0)?.value, path)
}

/** What stands at `path` in a value; a string that holds JSON is read first. */
function readInside(value: unknown, path: Path): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return followPath(value, path)
  try {
    return readJsonPath(value, path)
  } catch {
    const inner = parseRelaxed(value)
    return inner === undefined ? followPath(value, path) : followPath(inner, path)
  }
}

function restIsSpace(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && (bytes[at] as number) <= 0x20) at++
  return at >= end
}

/** Whether nothing behind the value makes it part of a larger expression, as in `{} || other`. */
function endsExpression(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && (bytes[at] as number) <= 0x20) at++
  return at >= end || !'.[(|&?+=<>'.includes(String.fromCharCode(bytes[at] as number))
}
