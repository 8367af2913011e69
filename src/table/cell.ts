// One cell of a table as text: never JSON, and nothing that a spreadsheet would run as a formula.

/** Between the values of one cell; a value that holds it has a backslash before it. */
const SEPARATOR = '|'

/** What spreadsheets take for the beginning of a formula, in full width too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

export function cellText(values: readonly unknown[]): string {
  const texts = values.map(plainText)
  const joined = texts.length === 1 ? (texts[0] ?? '') : joinTexts(texts)
  // An apostrophe is how spreadsheets mark a text; a number needs none.
  return FORMULA.test(joined) && !NUMBER.test(joined) ? `'${joined}` : joined
}

/** Empty at the end says nothing; in between it keeps the columns of a list in step. */
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
  // Where the keys are data there is no column for each.
  return joinTexts(Object.entries(value).map(([key, one]) => `${key}=${plainText(one)}`))
}
