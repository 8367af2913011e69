// Parses arrays and objects in JavaScript literals.
import {
  type Cursor,
  readIdentifier,
  readNumber,
  readString,
  skipExpression,
  skipSpace,
  consume,
} from './literal-tokens.ts'

/** An expression that is not data: a call, a name, a function. */
export const NOT_DATA = Symbol('unknown value')
/** Not a literal: the text ends or is malformed inside an object, array or string. */
export const broken = undefined

export type Value = unknown
/** Parses the expression at the cursor. */
type Parse = (cursor: Cursor) => Value

export function isText(value: Value): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** How often, in total, the same code may be skipped: nested groups are parsed before they are skipped. */
const maxPasses = 8

/** Skips an expression that is code. */
export function skipUnknown(cursor: Cursor): Value {
  const end = skipExpression(cursor.text, cursor.at)
  cursor.skipped += end - cursor.at
  cursor.at = end
  return cursor.skipped > cursor.text.length * maxPasses ? broken : NOT_DATA
}

export function parseArray(cursor: Cursor, parse: Parse): Value {
  const items: unknown[] = []
  cursor.at++
  for (;;) {
    if (consume(cursor, ']')) return items
    if (consume(cursor, ',')) {
      items.push(null)
      continue
    }
    const spread = consume(cursor, '...')
    const value = parse(cursor)
    if (value === broken) return broken
    if (spread && Array.isArray(value)) for (const item of value as unknown[]) items.push(item)
    else if (!spread) items.push(value === NOT_DATA ? null : value)
    if (!consume(cursor, ',') && cursor.text[cursor.at] !== ']') return broken
  }
}

export function parseObject(cursor: Cursor, parse: Parse): Value {
  const object: Record<string, unknown> = {}
  cursor.at++
  for (;;) {
    if (consume(cursor, '}')) return object
    if (cursor.isJson && consume(cursor, ',')) continue
    if (consume(cursor, '...')) {
      const value = parse(cursor)
      if (value === broken) return broken
      if (typeof value === 'object' && value !== null) Object.assign(object, value)
    } else {
      const name = parseName(cursor, parse)
      if (name === undefined) return broken
      const value = consume(cursor, ':') ? parseMember(cursor, parse) : skipShorthand(cursor)
      if (value === broken) return broken
      if (value !== NOT_DATA) setOwn(object, name, value)
    }
    const isNext = consume(cursor, ',') || (cursor.isJson && cursor.text[cursor.at] === '"')
    if (!isNext && cursor.text[cursor.at] !== '}') return broken
  }
}

/** In JSON, a value that a template printed badly is repaired, or its member is left out; the others are read. */
function parseMember(cursor: Cursor, parse: Parse): Value {
  const { at } = cursor
  const value = parse(cursor)
  if (!cursor.isJson || (value !== broken && isMemberEnd(cursor))) return value
  cursor.at = at
  return repairValue(cursor)
}

/** The comma before it may be missing, if the name has quotes. */
const nextMember = /[},]|"[^"]{0,200}"\s*:|'[^']{0,200}'\s*:|[\p{L}_$][\p{L}\p{N}_$]*\s*:/uy

function isMemberEnd(cursor: Cursor): boolean {
  const { at, text } = cursor
  const isSeparated = consume(cursor, ',')
  skipSpace(cursor)
  nextMember.lastIndex = cursor.at
  const isEnd = nextMember.test(text) && (isSeparated || /["}]/.test(text[cursor.at] ?? ''))
  cursor.at = at
  return isEnd
}

/** The name of the next member or the end of the object; templates that nobody filled in have braces too. */
const boundary = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|"[@\w-]{1,60}"\s*:|[{}]/g
/** `1,299.00`, `129,90 €`: as text it is read as a printed price is. */
const unquotedAmount = /^[^\d{}%"]{0,4}\d[\d.,'’\s]*[^\d{}%"]{0,4}$/

function repairValue(cursor: Cursor): Value {
  const { text, at } = cursor
  boundary.lastIndex = at
  let next = boundary.exec(text)
  while (next !== null && /^\{[{%]/.test(next[0])) next = boundary.exec(text)
  if (next === null || next[0] === '{') return broken
  cursor.at = next.index
  const written = text.slice(at, next.index).trim().replace(/,$/, '').trimEnd()
  if (unquotedAmount.test(written)) return written
  // Quotes that were not escaped: `"Lamp 12" black"`.
  const inner = /^"([^]*)"$/.exec(written)?.[1]
  if (inner === undefined) return NOT_DATA
  const quoted = `"${inner.replace(/(?<!\\)"/g, '\\"')}"`
  return readString({ ...cursor, text: quoted, at: 0 }) ?? NOT_DATA
}

/** `{ name }` and `{ name() {…} }` are code, not data. */
function skipShorthand(cursor: Cursor): Value {
  const next = cursor.text[cursor.at]
  return next === ',' || next === '}' ? NOT_DATA : next === '(' ? skipUnknown(cursor) : broken
}

/** Defines `__proto__` like any other member, as JSON.parse does. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

function parseName(cursor: Cursor, parse: Parse): string | undefined {
  skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === '"' || next === "'") return readString(cursor)
  if (next === '[') {
    cursor.at++
    const value = parse(cursor)
    return value !== broken && consume(cursor, ']') ? (isText(value) ? String(value) : '') : undefined
  }
  if (next !== undefined && next >= '0' && next <= '9') return String(readNumber(cursor))
  const word = readIdentifier(cursor)
  return word === '' ? undefined : word
}
