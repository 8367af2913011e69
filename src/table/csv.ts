// CSV by RFC 4180: writes and parses the cells of a record.

/** The cells of one record; undefined when a quoted cell is not closed or continues after its closing quote. */
export function parseCells(record: string): string[] | undefined {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (record[at] === '"') {
      const quoted = /"((?:[^"]|"")*)"/y
      quoted.lastIndex = at
      const found = quoted.exec(record)
      if (!found) return undefined
      cells.push((found[1] ?? '').replaceAll('""', '"'))
      at = quoted.lastIndex
      if (at < record.length && record[at] !== ',') return undefined
    } else {
      const comma = record.indexOf(',', at)
      const end = comma === -1 ? record.length : comma
      cells.push(record.slice(at, end))
      at = end
    }
    if (at >= record.length) return cells
    at++
  }
}

export function writeCells(cells: readonly string[]): string {
  return cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** At the start of a file, it makes Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
