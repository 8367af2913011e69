// Parses JavaScript literals, and the few expressions around them that are still data.
import {
  broken,
  isText,
  parseArray,
  parseObject,
  skipUnknown,
  NOT_DATA,
  type Value,
} from './literal-collections.ts'
import { type Cursor, readIdentifier, readNumber, readString, skipSpace, consume } from './literal-tokens.ts'

/** Each level of brackets takes about ten calls. Strict JSON of any depth never gets here. */
const maxDepth = 200

/** The expression at the cursor: its value, `unknownValue`, or undefined when the text is malformed. */
export function parseLiteral(cursor: Cursor): Value {
  const condition = parseLogical(cursor)
  if (condition === broken || !consume(cursor, '?')) return condition
  const first = nest(cursor, parseLiteral)
  if (first === broken || !consume(cursor, ':')) return broken
  const second = nest(cursor, parseLiteral)
  if (second === broken) return broken
  if (condition === NOT_DATA) return first === NOT_DATA ? second : first
  return condition ? first : second
}

/** `a || b`, `a ?? b`, `a && b`: a known value takes precedence over an unknown one. */
function parseLogical(cursor: Cursor): Value {
  let left = parseComparison(cursor)
  while (left !== broken) {
    const or = consume(cursor, '||') || consume(cursor, '??')
    if (!or && !consume(cursor, '&&')) return left
    const right = parseComparison(cursor)
    if (right === broken) return broken
    if (left === NOT_DATA) left = right
    else if (right !== NOT_DATA && or !== Boolean(left)) left = right
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
    left = NOT_DATA
  }
  return left
}

/** Concatenates strings; other arithmetic is not evaluated. */
function parseSum(cursor: Cursor): Value {
  let left = parseUnary(cursor)
  // An object is never an operand: an operator after one belongs to the end of a comment, as in `{…}-->`.
  while (left !== broken && (left === null || typeof left !== 'object')) {
    skipSpace(cursor)
    const operator = cursor.text[cursor.at]
    if (operator === undefined || !'+-*/%'.includes(operator)) return left
    cursor.at++
    const right = parseUnary(cursor)
    if (right === broken) return broken
    left = operator === '+' && isText(left) && isText(right) ? `${left}${right}` : NOT_DATA
  }
  return left
}

function parseUnary(cursor: Cursor): Value {
  skipSpace(cursor)
  const sign = cursor.text[cursor.at]
  if (sign === '!' || sign === '-' || sign === '+') {
    cursor.at++
    const value = nest(cursor, parseUnary)
    if (value === broken || value === NOT_DATA) return value
    if (sign === '!') return !value
    if (typeof value !== 'number') return NOT_DATA
    return sign === '-' ? -value : value
  }
  return parseMember(cursor)
}

/** A primary expression followed by member accesses and calls, which are not data. */
function parseMember(cursor: Cursor): Value {
  let value = parsePrimary(cursor)
  while (value !== broken) {
    skipSpace(cursor)
    const next = cursor.text[cursor.at]
    if (next === '(') {
      if (parseArguments(cursor) === broken) return broken
    } else if (next === '[') {
      cursor.at++
      if (parseLiteral(cursor) === broken || !consume(cursor, ']')) return broken
    } else if (next === '.' || cursor.text.startsWith('?.', cursor.at)) {
      cursor.at += next === '.' ? 1 : 2
      readIdentifier(cursor)
    } else return value
    value = NOT_DATA
  }
  return value
}

/** One value without operators or calls after it. */
export function parsePrimary(cursor: Cursor): Value {
  skipSpace(cursor)
  const next = cursor.text[cursor.at]
  if (next === undefined) return broken
  if (next === '{') return nest(cursor, object => parseObject(object, parseLiteral))
  if (next === '[') return nest(cursor, array => parseArray(array, parseLiteral))
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

function parseGroup(cursor: Cursor): Value {
  const start = cursor.at
  cursor.at++
  const value = parseLiteral(cursor)
  if (value !== broken && consume(cursor, ')') && !consume(cursor, '=>')) return value
  // The text ends inside the group, so the groups around it are unterminated too.
  if (cursor.at >= cursor.text.length) return broken
  cursor.at = start
  return skipUnknown(cursor)
}

const keywordValues: Readonly<Record<string, Value>> = {
  true: true,
  false: false,
  null: null,
  undefined: NOT_DATA,
  NaN: null,
  Infinity: null,
}

/** Calls that pass their argument through. */
const passThroughCalls = new Set(['Object.freeze', 'Object.seal', 'String', 'Number'])

function parseWord(cursor: Cursor): Value {
  const start = cursor.at
  const word = readIdentifier(cursor)
  if (word === '') return broken
  if (Object.hasOwn(keywordValues, word)) return keywordValues[word]
  if (word === 'void' || word === 'typeof') return nest(cursor, parseUnary) === broken ? broken : NOT_DATA
  if (word === 'new') {
    readDotted(cursor)
    skipSpace(cursor)
    return cursor.text[cursor.at] === '(' ? parseArguments(cursor) : NOT_DATA
  }
  if (word === 'function' || word === 'class' || word === 'async' || consume(cursor, '=>')) {
    cursor.at = start
    return skipUnknown(cursor)
  }
  cursor.at = start
  const name = readDotted(cursor)
  skipSpace(cursor)
  // `a = b = {…}`: an assignment has the value of its right-hand side.
  if (/^=(?![=>])/.test(cursor.text.slice(cursor.at, cursor.at + 2)) && consume(cursor, '='))
    return nest(cursor, parseLiteral)
  if (cursor.text[cursor.at] !== '(') return NOT_DATA
  const argument = parseArguments(cursor)
  if (typeof argument === 'string' && name === 'JSON.parse') return parseNested(argument)
  if (typeof argument === 'string' && name === 'decodeURIComponent') return decodePercent(argument)
  return argument === broken || passThroughCalls.has(name) ? argument : NOT_DATA
}

function parseNested(text: string): Value {
  const cursor: Cursor = { text, at: 0, depth: 0, skipped: 0, isJson: true }
  const value = parseLiteral(cursor)
  skipSpace(cursor)
  return value === broken || cursor.at < text.length ? NOT_DATA : value
}

function decodePercent(text: string): Value {
  try {
    return decodeURIComponent(text)
  } catch {
    return NOT_DATA
  }
}

function readDotted(cursor: Cursor): string {
  let name = ''
  do {
    skipSpace(cursor)
    name += `${name === '' ? '' : '.'}${readIdentifier(cursor)}`
  } while (consume(cursor, '.'))
  return name
}

/** The first argument of a call; unknown when there is none. */
function parseArguments(cursor: Cursor): Value {
  cursor.at++
  let first: Value = NOT_DATA
  for (let position = 0; !consume(cursor, ')'); position++) {
    if (position > 0 && !consume(cursor, ',')) return broken
    const value = nest(cursor, parseLiteral)
    if (value === broken) return broken
    if (position === 0) first = value
  }
  return first
}
