// Conditions on the rows of a file, for `wares watch import --where`: `name contains boots`, `price under 50`. Pure.

import { timeMs } from '../fields.ts'
import { parseAmount } from './condition.ts'
import { holds, splitRule } from './rule-words.ts'

export interface RowFilter {
  readonly column: string
  /** Whether a file with these columns has its column. */
  isIn(columns: ReadonlySet<string>): boolean
  matches(row: Readonly<Record<string, string>>): boolean
}

const TESTS = {
  contains: (cell: string, value: string) => cell.toLowerCase().includes(value.toLowerCase()),
  lacks: (cell: string, value: string) => !cell.toLowerCase().includes(value.toLowerCase()),
  is: (cell: string, value: string) => plainAmount(cell) === plainAmount(value),
  after: (cell: string, value: string) => timeMs(cell) > timeMs(value),
  before: (cell: string, value: string) => timeMs(cell) < timeMs(value),
}
const WORDS = ['contains', 'lacks', 'is', 'after', 'before'] as const
const SIGNS = ['<=', '>=', '<', '>'] as const

export function parseRowFilter(text: string): RowFilter | { readonly error: string } {
  const { field: column, word, value } = splitRule(text, [...WORDS, ...SIGNS])
  if (word === undefined || value === '')
    return {
      error: `it must be a column, one of ${WORDS.join(', ')}, under, over, at most, at least, and a value: "name contains boots"`,
    }
  if ((word === 'after' || word === 'before') && Number.isNaN(timeMs(value)))
    return { error: `${value} is not a day such as 2027-01-31` }
  const meant = word === 'is' ? splitRule(`${column} ${value}`, SIGNS) : undefined
  if (meant?.word !== undefined && 'amount' in parseAmount(meant.value))
    return { error: `"is" compares with one value; write "${column} ${value}"` }
  const name = column.toLowerCase()
  // A price takes two columns.
  const names = [name, `${name}.amount`]
  const filter = {
    column,
    isIn: (columns: ReadonlySet<string>) => names.some(one => columns.has(one)),
  }
  const cellOf = (row: Readonly<Record<string, string>>) =>
    names.map(one => row[one]).find(cell => cell !== undefined) ?? ''
  if (!isSign(word)) return { ...filter, matches: row => TESTS[word](cellOf(row), value) }
  const bound = parseAmount(value)
  if ('error' in bound) return bound
  const { amount, currency } = bound
  return {
    ...filter,
    matches: row =>
      holds[word](amountOf(cellOf(row)) - Number(amount)) &&
      (currency === undefined || row[`${name}.currency`]?.toUpperCase() === currency),
  }
}

function isSign(word: string): word is (typeof SIGNS)[number] {
  return SIGNS.some(one => one === word)
}

/** 23.00 is 23; a number with zeros in front is a code. */
function plainAmount(text: string): string {
  return /^\d{1,12}\.\d{1,6}$/.test(text.trim()) ? String(Number(text)) : text
}

/** NaN for a cell without an amount, which is neither under nor over. */
function amountOf(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
}
