// The journal of a catalog that is being collected: pages of rows, each with the cursor after it. A page counts once its last
// line is on disk, so a process that is killed at any moment loses at most the page that it was writing.
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { type CatalogRow, catalogRow } from '../../general/catalog/catalog-row.ts'
import type { PlainSchema } from '../../kit/json/schema.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { holdFileLock } from '../../state/sqlite/file-lock.ts'
import { type Column, columnsOf } from '../../table/columns.ts'
import { createTableFile } from '../../table/table-file.ts'

export type JournalRow = CatalogRow

interface JournalPage {
  readonly rows: readonly JournalRow[]
  /** Null after the last page. */
  readonly cursor: string | null
  readonly used: number
}

export interface Journal {
  /** Where to go on; undefined at the beginning. */
  readonly cursor: string | null | undefined
  readonly used: number
  count(): number
  add(page: JournalPage): void
  /** Writes the output in one step, and removes the journal. */
  finish(): Promise<void>
  /** Keeps what was collected; nothing stays if that is nothing. */
  close(): void
}

/** Flat, as the answers have them; a moment is one. */
const COLUMNS: readonly Column[] = columnsOf(catalogRow as PlainSchema).map(one =>
  one.name === 'updated_at' ? Object.assign(one, { type: 'timestamp' as const }) : one,
)

/** `out`: `.csv` or `.parquet` for a table, or `.ndjson` for one JSON object per line. */
export function openJournal(shop: string, out: string): Journal {
  const path = `${out}.part`
  const release = holdFileLock(`${path}.lock`)
  if (!release)
    throw operatorError(
      `${out} is being written by another \`wares catalog\`; wait for it, or choose another file.`,
    )
  const known = existsSync(path) ? readOrRelease(() => readJournal(path, shop), release) : undefined
  const rows = new Map(known?.rows.map(one => [one.url, one]))
  const file = openSync(path, known ? 'r+' : 'w')
  let end = known?.end ?? 0
  let isFinished = false
  if (known) ftruncateSync(file, end)
  else end += writeSync(file, `${JSON.stringify({ catalog: shop })}\n`, end)
  return {
    cursor: known?.cursor,
    used: known?.used ?? 0,
    count: () => rows.size,
    add({ rows: page, cursor, used }) {
      const fresh = page.filter(one => !rows.has(one.url))
      const lines = fresh.map(one => `${JSON.stringify(one)}\n`).join('')
      end += writeSync(file, `${lines}${JSON.stringify({ cursor, used })}\n`, end)
      fsyncSync(file)
      for (const one of fresh) rows.set(one.url, one)
    },
    async finish() {
      await writeOutput(out, [...rows.values()])
      isFinished = true
      closeSync(file)
      await rm(path)
      release()
      await rm(`${path}.lock`, { force: true })
    },
    close() {
      if (isFinished) return
      closeSync(file)
      release()
      if (rows.size === 0) for (const one of [path, `${path}.lock`]) rmSync(one, { force: true })
    },
  }
}

function readOrRelease<T>(read: () => T, release: () => void): T {
  try {
    return read()
  } catch (error) {
    release()
    throw error
  }
}

interface KnownJournal {
  readonly rows: readonly JournalRow[]
  readonly cursor: string | null | undefined
  readonly used: number
  /** Bytes up to the last complete page. */
  readonly end: number
}

function readJournal(path: string, shop: string): KnownJournal | undefined {
  const bytes = readFileSync(path)
  let known: KnownJournal | undefined
  const rows: JournalRow[] = []
  let pending: JournalRow[] = []
  let from = 0
  for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
    const line = JSON.parse(bytes.toString('utf8', from, to)) as Partial<
      JournalRow & JournalPage & { catalog: string }
    >
    from = to + 1
    if (line.catalog !== undefined) {
      if (line.catalog !== shop)
        throw operatorError(
          `${path} belongs to the catalog of ${line.catalog}; remove it, or choose another file.`,
        )
      known = { rows, cursor: undefined, used: 0, end: from }
    } else if (line.url === undefined) {
      rows.push(...pending)
      pending = []
      known = { rows, cursor: line.cursor ?? null, used: line.used ?? 0, end: from }
    } else pending.push(line as JournalRow)
  }
  return known
}

async function writeOutput(out: string, rows: readonly JournalRow[]): Promise<void> {
  if (!/\.(?:csv|parquet)$/i.test(out)) return writeLines(out, rows)
  const file = await createTableFile(out, COLUMNS)
  for (const row of rows) await file.write(COLUMNS.map(({ values }) => values(row)[0] ?? null))
  await file.close()
}

function writeLines(out: string, rows: readonly JournalRow[]): void {
  const draft = `${out}.new`
  const file = openSync(draft, 'w')
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const lines = rows.slice(from, from + ROWS_AT_ONCE).map(one => `${JSON.stringify(one)}\n`)
    writeSync(file, lines.join(''))
  }
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, out)
}

const ROWS_AT_ONCE = 1_000
