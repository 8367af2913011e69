// CSV by RFC 4180: writes a record, and reads records out of lines. A cell in quotes may have line breaks.

export interface CsvRecord {
  /** Where it begins, from 1. */
  readonly line: number
  readonly text: string
  /** Undefined for a line that is no record. */
  readonly cells: readonly string[] | undefined
}

interface Line {
  readonly line: number
  readonly text: string
}

/** A record whose last line ends within a quoted cell. */
interface OpenRecord {
  readonly lines: Line[]
  readonly cells: string[]
  chars: number
  /** The cell so far. */
  quoted: string | undefined
}

function emptyRecord(): OpenRecord {
  return { lines: [], cells: [], chars: 0, quoted: undefined }
}

/** A quote that nobody closes would take in the rest of the file: it spoils its own line only. */
export const RECORD_MAX_CHARS = 64 * 1024

/** `lines` without their ends. Empty lines between records are left out; one that `isPlain` has no cells but itself. */
export async function* readRecords(
  lines: AsyncIterable<string> | Iterable<string>,
  isPlain: (line: string) => boolean = () => false,
): AsyncGenerator<CsvRecord> {
  const waiting: Line[] = []
  let open: OpenRecord | undefined
  const giveUp = ({ lines: [first, ...others] }: OpenRecord): CsvRecord[] => {
    open = undefined
    waiting.unshift(...others)
    return first ? [{ ...first, cells: undefined }] : []
  }
  function* readWaiting(): Generator<CsvRecord> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (!open && next.text.trim() === '') continue
      if (!open && isPlain(next.text)) {
        yield { ...next, cells: [next.text] }
        continue
      }
      const record = open ?? emptyRecord()
      const state = readLine(next.text, record)
      record.lines.push(next)
      record.chars += next.text.length
      open = undefined
      if (state === 'wrong' || record.chars > RECORD_MAX_CHARS) yield* giveUp(record)
      else if (state === 'open') open = record
      else yield { ...joined(record.lines), cells: record.cells }
    }
  }
  let line = 0
  for await (const text of lines) {
    waiting.push({ line: ++line, text })
    yield* readWaiting()
  }
  while (open) {
    yield* giveUp(open)
    yield* readWaiting()
  }
}

function joined(lines: readonly Line[]): Line {
  return { line: lines[0]?.line ?? 0, text: lines.map(one => one.text).join('\n') }
}

/** Adds the cells of a line to the record. */
function readLine(text: string, record: OpenRecord): 'open' | 'closed' | 'wrong' {
  let offset = 0
  if (record.quoted !== undefined) record.quoted += '\n'
  for (;;) {
    if (record.quoted === undefined && text[offset] === '"') {
      record.quoted = ''
      offset++
    }
    if (record.quoted === undefined) {
      const comma = text.indexOf(',', offset)
      const end = comma === -1 ? text.length : comma
      record.cells.push(text.slice(offset, end))
      offset = end
    } else {
      const inside = /(?:[^"]|"")*/y
      inside.lastIndex = offset
      const [piece = ''] = inside.exec(text) ?? []
      record.quoted += piece.replaceAll('""', '"')
      offset += piece.length
      if (offset === text.length) return 'open'
      offset++
      if (offset < text.length && text[offset] !== ',') return 'wrong'
      record.cells.push(record.quoted)
      record.quoted = undefined
    }
    if (offset >= text.length) return 'closed'
    offset++
  }
}

/** The cells of one record; undefined when a quoted cell is not closed or continues after its closing quote. */
export function parseCells(record: string): string[] | undefined {
  const parsed = emptyRecord()
  return readLine(record, parsed) === 'closed' ? parsed.cells : undefined
}

/** Why a file with this first line cannot be read; undefined if it can. It may also be a URL or JSON, of a list without a head. */
export function headProblem(text: string, names: readonly string[]): string | undefined {
  if (text.includes('\0') || text.startsWith('\uFFFD\uFFFD'))
    return 'the file is encoded in UTF-16; save it as UTF-8'
  const [first = '', ...others] = names
  if (/^\s*(?:https?:|\{)/i.test(first)) return undefined
  const [separator] = (others.length === 0 && /[;\t]/.exec(first)) || []
  if (separator !== undefined)
    return `the columns are separated by ${separator === ';' ? '";"' : 'tabs'}; save the file with commas`
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) < place)
  return twice === undefined ? undefined : `there are two columns ${JSON.stringify(twice)}`
}

export function writeCells(cells: readonly string[]): string {
  return cells.map(cell => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** At the start of a file, it makes Excel read UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'
