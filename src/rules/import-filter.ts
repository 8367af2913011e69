// Conditions on the rows of a file, for `wares watch import --where`: `name contains boots`, `updated_at after 2027-01-31`. Pure.

export type RowFilter = (row: Readonly<Record<string, string>>) => boolean

const TESTS: Readonly<Record<string, (cell: string, value: string) => boolean>> = {
  contains: (cell, value) => cell.toLowerCase().includes(value.toLowerCase()),
  lacks: (cell, value) => !cell.toLowerCase().includes(value.toLowerCase()),
  is: (cell, value) => cell === value,
  after: (cell, value) => timeOf(cell) > timeOf(value),
  before: (cell, value) => timeOf(cell) < timeOf(value),
}

export function parseRowFilter(text: string): RowFilter | { readonly error: string } {
  const [column = '', word = '', ...rest] = text.trim().split(/\s+/)
  const value = rest.join(' ')
  const test = Object.hasOwn(TESTS, word) ? TESTS[word] : undefined
  if (!test || value === '')
    return {
      error: `it must be a column, one of ${Object.keys(TESTS).join(', ')}, and a value: "name contains boots"`,
    }
  if ((word === 'after' || word === 'before') && Number.isNaN(timeOf(value)))
    return { error: `${value} is not a day such as 2027-01-31` }
  return row => test(row[column.toLowerCase()] ?? '', value)
}

/** NaN for a cell without a time, which is neither before nor after. */
function timeOf(text: string): number {
  return Date.parse(text)
}
