// Conditions on the rows of a file, for `wares watch import --where`: `name contains boots`, `price under 50`. Pure.

import { splitRule } from './rule-words.ts'

export type RowFilter = (row: Readonly<Record<string, string>>) => boolean

const TESTS = {
  contains: (cell: string, value: string) => cell.toLowerCase().includes(value.toLowerCase()),
  lacks: (cell: string, value: string) => !cell.toLowerCase().includes(value.toLowerCase()),
  is: (cell: string, value: string) => cell === value,
  after: (cell: string, value: string) => timeOf(cell) > timeOf(value),
  before: (cell: string, value: string) => timeOf(cell) < timeOf(value),
  under: (cell: string, value: string) => amountOf(cell) < amountOf(value),
  over: (cell: string, value: string) => amountOf(cell) > amountOf(value),
}
const WORDS = ['contains', 'lacks', 'is', 'after', 'before', 'under', 'over'] as const

export function parseRowFilter(text: string): RowFilter | { readonly error: string } {
  const { field: column, word, value } = splitRule(text, WORDS)
  if (word === undefined || value === '')
    return {
      error: `it must be a column, one of ${WORDS.join(', ')}, and a value: "name contains boots"`,
    }
  if ((word === 'after' || word === 'before') && Number.isNaN(timeOf(value)))
    return { error: `${value} is not a day such as 2027-01-31` }
  if ((word === 'under' || word === 'over') && Number.isNaN(amountOf(value)))
    return { error: `${value} is not an amount such as 50 or 49.90` }
  const test = TESTS[word]
  const name = column.toLowerCase()
  // A price takes two columns.
  return row => test(row[name] ?? row[`${name}.amount`] ?? '', value)
}

/** NaN for a cell without an amount, which is neither under nor over. */
function amountOf(text: string): number {
  return /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** NaN for a cell without a time, which is neither before nor after. */
function timeOf(text: string): number {
  return Date.parse(text)
}
