// What every command prints with: tables for people, JSON for programs. Colours only where they are seen.
import { styleText } from 'node:util'

/** A program reads the output: it was asked for JSON, or stands at the other end of a pipe. */
export function wantsJson({ json }: { readonly json?: boolean | undefined }): boolean {
  return json === true || !process.stdout.isTTY
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const [head = '', ...lines] = tableLines(columns, rows, process.stdout.columns)
  console.log([styleText('bold', head), ...lines].join('\n'))
}

/** The last column gives way when the terminal is too narrow. */
export function tableLines(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  terminalWidth: number | undefined,
): string[] {
  const widths = columns.map((column, place) =>
    Math.max(column.length, ...rows.map(row => row[place]?.length ?? 0)),
  )
  return [columns, ...rows].map(cells => {
    const line = cells
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd()
    return terminalWidth && line.length > terminalWidth ? `${line.slice(0, terminalWidth - 1)}…` : line
  })
}
