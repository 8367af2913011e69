// Reads and writes watches as CSV, for `import` and `export`. Pure.
import { parseCells, writeCells } from '../table/csv.ts'
import { intervalText } from './interval.ts'
import type { Watch } from './watch.ts'
import type { WatchInput } from './watch-input.ts'

const COLUMNS = ['url', 'operation', 'params', 'every', 'when', 'name', 'keep_days'] as const

export type ImportLine =
  | { readonly line: number; readonly input: WatchInput }
  | { readonly line: number; readonly error: string }

export function exportCsv(watches: readonly Watch[]): string {
  const rows = watches.map(watch => {
    const isUrl = watch.operation === 'general.product' && Object.keys(watch.params).join() === 'url'
    return [
      isUrl ? String(watch.params.url) : '',
      isUrl ? '' : watch.operation,
      isUrl ? '' : JSON.stringify(watch.params),
      intervalText(watch.everyS),
      watch.when ?? '',
      watch.name,
      watch.keepDays === null ? '' : String(watch.keepDays),
    ]
  })
  return [COLUMNS, ...rows].map(cells => `${writeCells(cells)}\n`).join('')
}

/** The first line names the columns; without column names, each line is a URL. */
export function parseImport(text: string): ImportLine[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = parseCells(lines[0] ?? '')?.map(name => name.trim().toLowerCase()) ?? []
  const hasHead = names.some(name => (COLUMNS as readonly string[]).includes(name))
  const columns = hasHead ? names : ['url']
  return lines.flatMap((record, place): ImportLine[] => {
    if ((place === 0 && hasHead) || record.trim() === '') return []
    return [{ line: place + 1, ...readRecord(record, columns) }]
  })
}

function readRecord(record: string, columns: readonly string[]): { input: WatchInput } | { error: string } {
  const cells = parseCells(record)
  if (!cells) return { error: 'a quoted cell is not closed' }
  if (cells.length > columns.length)
    return { error: `there are ${cells.length} cells for ${columns.length} columns` }
  const input: Record<string, unknown> = {}
  for (const [place, name] of columns.entries()) {
    const cell = cells[place]?.trim() ?? ''
    if (cell === '') continue
    if (name === 'params') {
      try {
        input.params = JSON.parse(cell)
      } catch {
        return { error: 'params is not valid JSON' }
      }
    } else input[name] = name === 'keep_days' ? Number(cell) : cell
  }
  return { input }
}
