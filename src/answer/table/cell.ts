// The text of a table cell: never JSON, and nothing that a spreadsheet would run as a formula.

/** Separates the values in a cell; escaped with a backslash inside a value. */
const SEPARATOR = '|'

/** What spreadsheets treat as the start of a formula, including full-width characters. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

export function cellText(values: readonly unknown[]): string {
  const texts = values.map(plainText)
  const joined = texts.length === 1 ? (texts[0] ?? '') : joinTexts(texts)
  // Spreadsheets read a leading apostrophe as "text"; a number needs none.
  return FORMULA.test(joined) && !NUMBER.test(joined) ? `'${joined}` : joined
}

/** Trailing empty values are dropped; others keep the columns of a list aligned. */
function joinTexts(texts: readonly string[]): string {
  if (texts.every(text => text === '')) return ''
  return texts
    .map(text => text.replaceAll('\\', '\\\\').replaceAll(SEPARATOR, `\\${SEPARATOR}`))
    .join(SEPARATOR)
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') throw new TypeError(`no cell can hold a ${typeof value}`)
  if (Array.isArray(value)) return joinTexts(value.map(plainText))
  // The keys of a map are data, so they have no columns of their own.
  return joinTexts(Object.entries(value).map(([key, one]) => `${key}=${plainText(one)}`))
}
