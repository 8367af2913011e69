// Reads lenient JSON and JavaScript literals as data, without evaluating code.
import { parseLiteral, parsePrimary } from './literal.ts'
import { NOT_DATA } from './literal-collections.ts'
import type { Cursor } from './literal-tokens.ts'

export interface RelaxedOptions {
  /**
   * The intended syntax. In JavaScript, the default, operators may follow a value and `\q` is `q`. In JSON, nothing may
   * follow the value, and the backslash of `\q` is preserved: most likely somebody forgot to escape it.
   */
  readonly syntax?: 'javascript' | 'json'
}

export interface RelaxedValue {
  readonly value: unknown
  /** The position after the value. */
  readonly end: number
}

/**
 * The value of a JSON text or a JavaScript literal; undefined when there is none. Strict JSON is tried first.
 *
 * Beyond JSON it accepts comments, single quotes, templates without substitutions, unquoted names, trailing commas, raw
 * control characters, hexadecimal numbers, `!0`, `void 0`, concatenated strings, `JSON.parse('…')` and `new Date('…')`
 * (its argument). For `condition ? a : b` with an unknown condition it takes the first branch that can be read: pages
 * write the desktop or the available case first. A member with any other expression is dropped, as JSON does with
 * undefined; in an array it becomes null.
 */
export function parseRelaxedJson(text: string, options: RelaxedOptions = {}): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return readRelaxedJsonAt(text, 0, options)?.value
  }
}

/** The literal that starts at `at`; any text after it is ignored. */
export function readRelaxedJsonAt(
  text: string,
  at: number,
  options: RelaxedOptions = {},
): RelaxedValue | undefined {
  const isJson = options.syntax === 'json'
  const cursor: Cursor = { text, at, depth: 0, skipped: 0, isJson }
  const value = isJson ? parsePrimary(cursor) : parseLiteral(cursor)
  return value === undefined || value === NOT_DATA ? undefined : { value, end: cursor.at }
}
