// Reads JSON as pages write it and JavaScript literals as data; nothing is ever evaluated.
import { parseLiteral, parsePrimary } from './literal.ts'
import { unknownValue } from './literal-collections.ts'
import type { Cursor } from './literal-tokens.ts'

export interface RelaxedOptions {
  /**
   * What the text is meant to be. In JavaScript, the default, operators may follow a value and `\q` is `q`; in JSON the
   * value ends where it ends, and a backslash before a `q` is most likely one that nobody escaped, and stays.
   */
  readonly syntax?: 'javascript' | 'json'
}

export interface RelaxedValue {
  readonly value: unknown
  /** Position after the value. */
  readonly end: number
}

/**
 * The value of a JSON text or of a JavaScript literal, or undefined when there is none. Strict JSON is tried first.
 *
 * Beyond JSON it takes comments, single quotes, templates without holes, unquoted names, trailing commas, raw control
 * characters, hexadecimal numbers, `!0`, `void 0`, joined strings, `JSON.parse('…')`, `new Date('…')` (its argument).
 * Of `condition ? a : b` with an unknown condition it takes the first branch that can be read: pages write the
 * desktop or the available case first. A member with any other expression is left out, as JSON does with undefined;
 * in an array null stands for it.
 */
export function parseRelaxedJson(text: string, options: RelaxedOptions = {}): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return readRelaxedJsonAt(text, 0, options)?.value
  }
}

/** The literal that starts at `at`; what follows it is not looked at. */
export function readRelaxedJsonAt(
  text: string,
  at: number,
  options: RelaxedOptions = {},
): RelaxedValue | undefined {
  const isJson = options.syntax === 'json'
  const cursor: Cursor = { text, at, depth: 0, skipped: 0, jsonEscapes: isJson }
  const value = isJson ? parsePrimary(cursor) : parseLiteral(cursor)
  return value === undefined || value === unknownValue ? undefined : { value, end: cursor.at }
}
