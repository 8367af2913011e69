// A parser of JavaScript literals and of the few expressions around them that still are data.
import {
  type Cursor,
  readIdentifier,
  readNumber,
  readString,
  skipExpression,
  skipSpace,
} from './literal-text.ts'

export type { Cursor }

/** An expression that is not data: a call, a name, a function. */
export const unknownValue = Symbol('unknown value')
/** Not a literal at all: the text ends or goes wrong inside an object, array or string. */
const broken = undefined

type Value = unknown
/** Each level of brackets takes about ten calls; strict JSON of any depth never comes here. */
const maxDepth = 200

/** The expression at the cursor: its value, `unknownValue`, or undefined when the text is broken. */
export function parseLiteral(cursor: Cursor): Value {
  const condition = parseLogical(cursor)
  if (condition === broken || !take(cursor, '?')) return condition
  const first = parseLiteral(cursor)
  if (first === broken || !take(cursor, ':')) return broken
  const second = parseLiteral(cursor)
  if (second === broken) return broken
  if (condition === unknownValue) return first === unknownValue ? second : first
  return condition ? first : second
}

/** Takes `token` when it is next. */
function take(cursor: Cursor, token: string): boolean {
  skipSpace(cursor)
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

/** `a || b`, `a ?? b`, `a && b`: of an unknown and a known value the known one counts. */
function parseLogical(cursor: Cursor): Value {
  let left = parseComparison(cursor)
  while (left !== broken) {
    const or = take(cursor, '||') || take(cursor, '??')
    if (!or && !take(cursor, '&&')) return left
    const right = parseComparison(cursor)
    if (right === broken) return broken
    if (left === unknownValue) left = right
    else if (right !== unknownValue && or !== Boolean(left)) left = right
  }
  return left
}

const comparison = /===?|!==?|[<>]=?(?!<)|(?:in|instanceof)\b/y

function parseComparison(cursor: Cursor): Value {
  let left = parseSum(cursor)
  while (left !== broken) {
    skipSpace(cursor)
    comparison.lastIndex = cursor.at
    const operator = comparison.exec(cursor.text)
    if (operator === null) return left
    cursor.at += operator[0].length
    if (parseSum(cursor) === broken) return broken
    left = unknownValue
  }
  return left
}

/** Joins strings; other sums are not worked out. */
function parseSum(cursor: Cursor): Value {
  let left = parseUnary(cursor)
  while (left !== broken) {
    skipSpace(cursor)
    const operator = cursor.text[cursor.at]
    if (operator === undefined || !'+-*/%'.includes(operator)) return left
    cursor.at++
    const right = parseUnary(cursor)
    if (right === broken) return broken
    left = operator === '+' && isText(left) && isText(right) ? `${left}${right}` : unknownValue
  }
  return left
}

function isText(value: Value): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function parseUnary(cursor: Cursor): Value {
  skipSpace(cursor)
  const sign = cursor.text[cursor.at]
  if (sign === '!' || sign === '-' || sign === '+') {
    cursor.at++
    const value = parseUnary(cursor)
    if (value === broken || value === unknownValue) return value
    if (sign === '!') return !value
    if (typeof value !== 'number') return unknownValue
    return sign === '-' ? -value : value
  }
  return parseMember(cursor)
}

/** A primary expression with the member accesses and calls behind it, none of which is data. */
function parseMember(cursor: Cursor): Value {
  let value = parsePrimary(cursor)
  while (value !== broken) {
    skipSpace(cursor)
    const next = cursor.text[cursor.at]
    if (next === '(') {
      if (parseArguments(cursor) === broken) return broken
    } else if (next === '[') {
      cursor.at++
      if (parseLiteral(cursor) === broken || !take(cursor, ']')) return broken
    } else if (next === '.' || cursor.text.startsWith('?.', cursor.at)) {
      cursor.at += next === '.' ? 1 : 2
      readIdentifier(cursor)
    } else return value
    value = unknownValue
  }
  return value
}

function parsePrimary(cursor: Cursor): Value {
  skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === undefined) return broken
  if (next === '{') return nest(cursor, parseObject)
  if (next === '[') return nest(cursor, parseArray)
  if (next === '"' || next === "'" || next === '`')
    return readString(cursor) ?? (next === '`' ? skipUnknown(cursor) : broken)
  if ((next >= '0' && next <= '9') || next === '.') return readNumber(cursor)
  if (next === '(') return nest(cursor, parseGroup)
  if (next === '/') return skipUnknown(cursor)
  return parseWord(cursor)
}

function nest(cursor: Cursor, parse: (cursor: Cursor) => Value): Value {
  if (cursor.depth >= maxDepth) return broken
  cursor.depth++
  const value = parse(cursor)
  cursor.depth--
  return value
}

/** Goes past an expression that is code. */
function skipUnknown(cursor: Cursor): Value {
  cursor.at = skipExpression(cursor.text, cursor.at)
  return unknownValue
}

function parseGroup(cursor: Cursor): Value {
  const start = cursor.at
  cursor.at++
  const value = parseLiteral(cursor)
  if (value !== broken && take(cursor, ')') && !take(cursor, '=>')) return value
  cursor.at = start
  return skipUnknown(cursor)
}

const words: Readonly<Record<string, Value>> = {
  true: true,
  false: false,
  null: null,
  undefined: unknownValue,
  NaN: null,
  Infinity: null,
}

/** Calls that only carry the data in their argument. */
const carriers = new Set(['Object.freeze', 'Object.seal', 'String', 'Number'])

function parseWord(cursor: Cursor): Value {
  const start = cursor.at
  const word = readIdentifier(cursor)
  if (word === '') return broken
  if (Object.hasOwn(words, word)) return words[word]
  if (word === 'void' || word === 'typeof') return parseUnary(cursor) === broken ? broken : unknownValue
  if (word === 'new') {
    readDotted(cursor)
    skipSpace(cursor)
    return cursor.text[cursor.at] === '(' ? parseArguments(cursor) : unknownValue
  }
  if (word === 'function' || word === 'class' || word === 'async' || take(cursor, '=>')) {
    cursor.at = start
    return skipUnknown(cursor)
  }
  cursor.at = start
  const name = readDotted(cursor)
  skipSpace(cursor)
  // `a = b = {…}`: an assignment has the value of its right side.
  if (/^=(?![=>])/.test(cursor.text.slice(cursor.at, cursor.at + 2)) && take(cursor, '='))
    return parseLiteral(cursor)
  if (cursor.text[cursor.at] !== '(') return unknownValue
  const argument = parseArguments(cursor)
  if (typeof argument === 'string' && name === 'JSON.parse') return parseNested(argument)
  if (typeof argument === 'string' && name === 'decodeURIComponent') return decodePercent(argument)
  return argument === broken || carriers.has(name) ? argument : unknownValue
}

function parseNested(text: string): Value {
  const cursor: Cursor = { text, at: 0, depth: 0, jsonEscapes: true }
  const value = parseLiteral(cursor)
  skipSpace(cursor)
  return value === broken || cursor.at < text.length ? unknownValue : value
}

function decodePercent(text: string): Value {
  try {
    return decodeURIComponent(text)
  } catch {
    return unknownValue
  }
}

function readDotted(cursor: Cursor): string {
  let name = ''
  do {
    skipSpace(cursor)
    name += `${name === '' ? '' : '.'}${readIdentifier(cursor)}`
  } while (take(cursor, '.'))
  return name
}

/** The first argument of a call; unknown when there is none. */
function parseArguments(cursor: Cursor): Value {
  cursor.at++
  let first: Value = unknownValue
  for (let position = 0; !take(cursor, ')'); position++) {
    if (position > 0 && !take(cursor, ',')) return broken
    const value = nest(cursor, parseLiteral)
    if (value === broken) return broken
    if (position === 0) first = value
  }
  return first
}

function parseArray(cursor: Cursor): Value {
  const items: unknown[] = []
  cursor.at++
  for (;;) {
    if (take(cursor, ']')) return items
    if (take(cursor, ',')) {
      items.push(null)
      continue
    }
    const spread = take(cursor, '...')
    const value = parseLiteral(cursor)
    if (value === broken) return broken
    if (spread && Array.isArray(value)) items.push(...(value as unknown[]))
    else if (!spread) items.push(value === unknownValue ? null : value)
    if (!take(cursor, ',') && cursor.text[cursor.at] !== ']') return broken
  }
}

function parseObject(cursor: Cursor): Value {
  const object: Record<string, unknown> = {}
  cursor.at++
  for (;;) {
    if (take(cursor, '}')) return object
    if (take(cursor, '...')) {
      const value = parseLiteral(cursor)
      if (value === broken) return broken
      if (typeof value === 'object' && value !== null) Object.assign(object, value)
    } else {
      const name = parseName(cursor)
      if (name === undefined) return broken
      const value = take(cursor, ':') ? parseLiteral(cursor) : skipShorthand(cursor)
      if (value === broken) return broken
      if (value !== unknownValue) setOwn(object, name, value)
    }
    if (!take(cursor, ',') && cursor.text[cursor.at] !== '}') return broken
  }
}

/** `{ name }` and `{ name() {…} }` hold code, not data. */
function skipShorthand(cursor: Cursor): Value {
  const next = cursor.text[cursor.at]
  return next === ',' || next === '}' ? unknownValue : next === '(' ? skipUnknown(cursor) : broken
}

/** As JSON.parse does: a member called `__proto__` is a member like any other. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}

function parseName(cursor: Cursor): string | undefined {
  skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === '"' || next === "'") return readString(cursor)
  if (next === '[') {
    cursor.at++
    const value = parseLiteral(cursor)
    return value !== broken && take(cursor, ']') ? (isText(value) ? String(value) : '') : undefined
  }
  if (next !== undefined && next >= '0' && next <= '9') return String(readNumber(cursor))
  const word = readIdentifier(cursor)
  return word === '' ? undefined : word
}
