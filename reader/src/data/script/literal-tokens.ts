// The tokens of JavaScript literals: space and comments, strings, numbers, names, and where an expression ends.

export interface Cursor {
  readonly text: string
  at: number
  depth: number
  /** Characters of code skipped so far; limits how often each is skipped. */
  skipped: number
  /** Whether the text is meant as JSON: unknown escapes keep their backslash, and damaged members are repaired. */
  readonly isJson: boolean
}

const space = /[\s\ufeff]+/y
const lineComment = /\/\/[^\n\r\u2028\u2029]*/y

export function skipSpace(cursor: Cursor): void {
  const { text, at } = cursor
  const code = text.charCodeAt(at)
  // Most tokens follow each other directly.
  if (code > 0x20 && code !== 0x2f && code < 0x80) return
  for (;;) {
    const before = cursor.at
    space.lastIndex = before
    if (space.test(text)) cursor.at = space.lastIndex
    if (text[cursor.at] !== '/') return
    lineComment.lastIndex = cursor.at
    if (lineComment.test(text)) cursor.at = lineComment.lastIndex
    else if (text[cursor.at + 1] === '*') {
      const close = text.indexOf('*/', cursor.at + 2)
      if (close >= 0) cursor.at = close + 2
    }
    if (cursor.at === before) return
  }
}

export function consume(cursor: Cursor, token: string): boolean {
  skipSpace(cursor)
  if (!cursor.text.startsWith(token, cursor.at)) return false
  cursor.at += token.length
  return true
}

const identifier = /[\p{L}_$][\p{L}\p{N}\p{M}_$\u200c\u200d]*/uy

/** The name at the cursor; empty when there is none. */
export function readIdentifier(cursor: Cursor): string {
  identifier.lastIndex = cursor.at
  const match = identifier.exec(cursor.text)
  if (match === null) return ''
  cursor.at += match[0].length
  return match[0]
}

const number =
  /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:[0-9][0-9_]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y

export function readNumber(cursor: Cursor): number | undefined {
  number.lastIndex = cursor.at
  const match = number.exec(cursor.text)
  if (match === null) return undefined
  cursor.at += match[0].length
  if (cursor.text[cursor.at] === 'n') cursor.at++
  return Number(match[0].replaceAll('_', ''))
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const numericEscape = /u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y

/** The string at the cursor, including raw line breaks and control characters; undefined when it is unterminated or has substitutions. */
export function readString(cursor: Cursor): string | undefined {
  const { text } = cursor
  const quote = text[cursor.at]
  let at = cursor.at + 1
  let value = ''
  let pieceStart = at
  for (; at < text.length; at++) {
    const letter = text[at]
    if (letter === quote) {
      cursor.at = at + 1
      return value + text.slice(pieceStart, at)
    }
    if (quote === '`' && letter === '$' && text[at + 1] === '{') return undefined
    if (letter !== '\\') continue
    const escape = readEscape(text, at + 1, cursor.isJson)
    value += text.slice(pieceStart, at) + escape.value
    pieceStart = escape.end
    at = escape.end - 1
  }
  return undefined
}

function readEscape(text: string, at: number, json: boolean): { value: string; end: number } {
  const letter = text[at] ?? ''
  const simple = escapes[letter]
  if (simple !== undefined) return { value: simple, end: at + 1 }
  numericEscape.lastIndex = at
  const numeric = numericEscape.exec(text)
  if (numeric !== null) {
    const code = Number.parseInt(numeric[1] ?? numeric[2] ?? numeric[3] ?? '', 16)
    return { value: code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code), end: at + numeric[0].length }
  }
  if (letter === '\r' && text[at + 1] === '\n') return { value: '', end: at + 2 }
  if (letter === '\n' || letter === '\r') return { value: '', end: at + 1 }
  if (json) return { value: '"\'\\/'.includes(letter) ? letter : `\\${letter}`, end: at + 1 }
  if (letter === 'v') return { value: '\v', end: at + 1 }
  return { value: letter === '0' ? '\0' : letter, end: at + 1 }
}

/** Nobody nests templates deeper than this. */
const maxTemplateDepth = 50

/** The position after the string or template at `at`; a plain string also ends at a line break. */
function skipQuoted(text: string, at: number, depth: number): number {
  const quote = text[at]
  for (at++; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\') at++
    else if (letter === quote) return at + 1
    else if (quote === '`' && letter === '$' && text[at + 1] === '{')
      at = skipBrackets(text, at + 2, depth + 1)
    else if (quote !== '`' && letter === '\n') return at
  }
  return text.length
}

/** The position of the bracket that closes the one open at `at`. */
function skipBrackets(text: string, at: number, depth: number): number {
  let end = skipExpression(text, at, depth)
  while (text[end] === ',' || text[end] === ';') end = skipExpression(text, end + 1, depth)
  return end
}

/** The position after the regular expression at `at`. */
function skipPattern(text: string, at: number): number {
  let inClass = false
  for (at++; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\n') return at
    if (letter === '\\') at++
    else if (letter === '[') inClass = true
    else if (letter === ']') inClass = false
    else if (letter === '/' && !inClass) return at + 1
  }
  return text.length
}

/** Whether the slash at `at` starts a regular expression rather than a division. */
function startsPattern(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && /\s/.test(text[before] as string)) before--
  if (before < 0) return true
  if (/[\w$)\]}"'`]/.test(text[before] as string)) {
    return /(?:^|[^\w$.])(?:return|typeof|case|in|of|void|delete|throw|new|else|do)$/.test(
      text.slice(Math.max(0, before - 10), before + 1),
    )
  }
  return true
}

/** The position of the `,`, `;` or closing bracket that ends the expression at `at`. */
export function skipExpression(text: string, at: number, templateDepth = 0): number {
  if (templateDepth > maxTemplateDepth) return text.length
  const start = at
  let depth = 0
  while (at < text.length) {
    const letter = text[at] as string
    if (letter === '"' || letter === "'" || letter === '`') at = skipQuoted(text, at, templateDepth)
    else if (letter === '/' && text[at + 1] === '/') at = endOf(text, '\n', at)
    else if (letter === '/' && text[at + 1] === '*') at = endOf(text, '*/', at + 2)
    else if (letter === '/' && (at === start || startsPattern(text, at))) at = skipPattern(text, at)
    else {
      if (letter === '(' || letter === '[' || letter === '{') depth++
      else if (letter === ')' || letter === ']' || letter === '}') {
        if (depth === 0) return at
        depth--
      } else if (depth === 0 && (letter === ',' || letter === ';')) return at
      at++
    }
  }
  return at
}

/** The position after the next `mark`, or the end of the text. */
function endOf(text: string, mark: string, at: number): number {
  const index = text.indexOf(mark, at)
  return index < 0 ? text.length : index + mark.length
}
