// Output helpers of all commands: tables for people, JSON for programs. Colours only on a terminal.
import { styleText } from 'node:util'
import { fitText, fitTextEnd, padText, plainLine, terminalWidth, textWidth } from './terminal-text.ts'

/** With `--json`, or if the output is a pipe. */
export function wantsJson({ json, output }: JsonOptions): boolean {
  return output === undefined ? json === true || !process.stdout.isTTY : output === 'json'
}

interface JsonOptions {
  readonly json?: boolean | undefined
  /** src/cli/main.ts gives it to every command that takes `--json`. */
  readonly output?: string | undefined
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const [head = '', ...lines] = tableLines(columns, rows, terminalWidth())
  console.log([styleText('bold', head), ...lines].join('\n'))
}

const GAP = '  '
/** A narrower column would be unreadable. */
const COLUMN_MIN = 6

/** If the table is wider than the terminal, the widest columns shrink first. */
export function tableLines(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): string[] {
  const table = [columns, ...rows].map(cells => cells.map(plainLine))
  const widths = columnWidths(table, columns.length, width)
  const fits = widths.map((one, place) => fitOf(new Set(table.map(cells => cells[place] ?? '')), one))
  return table.map(cells => {
    const line = cells
      .map((cell, place) => padText((fits[place] ?? fitText)(cell, widths[place] ?? 0), widths[place] ?? 0))
      .join(GAP)
      .trimEnd()
    return width === undefined ? line : fitText(line, width)
  })
}

/** Cuts the ends of cells, or the beginnings of names and URLs that would look the same without their ends. */
function fitOf(cells: ReadonlySet<string>, width: number): typeof fitText {
  if (cells.values().some(cell => cell.includes(' ') && textWidth(cell) > width)) return fitText
  const shown = (fit: typeof fitText) => new Set(Array.from(cells, cell => fit(cell, width))).size
  return shown(fitTextEnd) > shown(fitText) ? fitTextEnd : fitText
}

function columnWidths(
  table: readonly (readonly string[])[],
  count: number,
  width: number | undefined,
): number[] {
  const widths = Array.from({ length: count }, (_, place) =>
    table.reduce((widest, cells) => Math.max(widest, textWidth(cells[place] ?? '')), 0),
  )
  let excess = width === undefined ? 0 : tableWidth(widths) - width
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= COLUMN_MIN) break
    const place = widths.indexOf(widest)
    const second = Math.max(COLUMN_MIN, ...widths.filter((_, other) => other !== place))
    const cut = Math.min(excess, Math.max(1, widest - Math.max(second, COLUMN_MIN)))
    widths[place] = widest - cut
    excess -= cut
  }
  return widths
}

export function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) + GAP.length * Math.max(0, widths.length - 1)
}
