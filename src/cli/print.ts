// What every command prints with: tables for people, JSON for programs, plain errors.

/** An error whose message is all that the user needs. */
export function plainError(message: string): Error {
  return Object.assign(new Error(message), { name: 'PlainError' })
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, place) =>
    Math.max(column.length, ...rows.map(row => row[place]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd()
  console.log([line(columns), ...rows.map(line)].join('\n'))
}
