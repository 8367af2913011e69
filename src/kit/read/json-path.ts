// Parses one subtree of a large JSON text; the rest is validated and skipped in place.
import { type Bytes, decodeUtf8, toBytes } from './bytes.ts'
import { checkJson, type JsonSpan } from './json-check.ts'
import { skipJsonSpace } from './json-scalar.ts'

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
