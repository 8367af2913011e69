// Output helpers of all commands: tables for people, JSON for programs. Colours only on a terminal.
import { styleText } from 'node:util'
import { fitText, fitTextEnd, padText, plainLine, terminalWidth, textWidth } from './terminal-text.ts'

/** True for `--json`, or if the output is a pipe. */
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

/** A removal has no answer of its own; agents get the same. */
export function printRemoved(id: string, how: 'removed' | 'revoked', options: JsonOptions): void {
  if (wantsJson(options)) printJson({ [how]: id })
  else console.log(`${id} is ${how}.`)
}

interface TableOptions {
  /** Columns that are never shortened: names by which people ask. */
  readonly keep?: readonly string[]
}

/** A column in which no row has a value takes no room. */
export function printTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { keep = [] }: TableOptions = {},
): void {
  const isFilled = columns.map(
    (name, place) =>
      rows.length === 0 || keep.includes(name) || rows.some(cells => !/^-?$/.test(cells[place] ?? '')),
  )
  const filled = <T>(cells: readonly T[]) => cells.filter((_, place) => isFilled[place])
  const isFixed = filled(columns).map(name => keep.includes(name))
  const [head = '', ...lines] = tableLines(filled(columns), rows.map(filled), terminalWidth(), isFixed)
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
  isFixed: readonly boolean[] = [],
): string[] {
  const table = [columns, ...rows].map(cells => cells.map(plainLine))
  const widths = columnWidths(table, columns.length, width, isFixed)
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
  const distinctTexts = (fit: typeof fitText) => new Set(Array.from(cells, cell => fit(cell, width))).size
  return distinctTexts(fitTextEnd) > distinctTexts(fitText) ? fitTextEnd : fitText
}

function columnWidths(
  table: readonly (readonly string[])[],
  count: number,
  width: number | undefined,
  isFixed: readonly boolean[],
): number[] {
  const widths = Array.from({ length: count }, (_, place) =>
    table.reduce((widest, cells) => Math.max(widest, textWidth(cells[place] ?? '')), 0),
  )
  let excess = width === undefined ? 0 : tableWidth(widths) - width
  while (excess > 0) {
    const free = widths.map((one, place) => (isFixed[place] ? 0 : one))
    const widest = Math.max(...free)
    if (widest <= COLUMN_MIN) break
    const place = free.indexOf(widest)
    const second = Math.max(COLUMN_MIN, ...free.filter((_, other) => other !== place))
    const cut = Math.min(excess, Math.max(1, widest - Math.max(second, COLUMN_MIN)))
    widths[place] = widest - cut
    excess -= cut
  }
  return widths
}

export function tableWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) + GAP.length * Math.max(0, widths.length - 1)
}
