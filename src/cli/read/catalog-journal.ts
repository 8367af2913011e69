// The journal of a catalog that is being collected: pages of rows, each with the cursor after it. A page counts once its last
// line is on disk, so a process that is killed at any moment loses at most the page that it was writing.
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CatalogRow, catalogRow } from '../../extract/list/catalog-row.ts'
import type { PlainSchema } from '#kit/schema/schema'
import { writing } from '../../runtime/file-trouble.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { holdFileLock } from '../../store/sqlite/file-lock.ts'
import { type Column, columnsOf } from '../../answer/table/columns.ts'
import { isStale } from '../../watch/lists/catalog-state.ts'
import { writeTable } from '../../answer/table/table-file.ts'

export type JournalRow = CatalogRow

interface JournalPage {
  readonly rows: readonly JournalRow[]
  /** The cursor with which the page was requested; undefined for the first. */
  readonly asked: string | undefined
  /** Null after the last page. */
  readonly cursor: string | null
  readonly used: number
}

/** The flat columns of answers; `updated_at` is a timestamp. */
const COLUMNS: readonly Column[] = columnsOf(catalogRow as PlainSchema).map(column =>
  column.name === 'updated_at' ? Object.assign(column, { type: 'timestamp' as const }) : column,
)

/** `out`: `.csv` or `.parquet` for a table, or `.ndjson` for one JSON object per line. */
export function openJournal(shop: string, out: string, nowMs: number) {
  const path = `${out}.part`
  const release = writing(out, () => {
    realpathSync(dirname(path))
    return holdFileLock(`${path}.lock`)
  })
  if (!release)
    throw operatorError(
      `${out} is being written by another \`wares catalog\`; wait for it, or choose another file.`,
    )
  const journal = existsSync(path) ? readOrRelease(() => readJournal(path, shop), release) : undefined
  const isOutdated = journal !== undefined && journal.cursor !== null && isOld(path, journal, nowMs)
  const resumed = isOutdated ? undefined : journal
  const rows = new Map(resumed?.rows.map(one => [one.url, one]))
  const file = writing(path, () => openSync(path, resumed ? 'r+' : 'w'))
  let end = resumed?.end ?? 0
  let isFinished = false
  if (resumed) ftruncateSync(file, end)
  else end += append(`${JSON.stringify({ catalog: shop })}\n`)
  function append(text: string): number {
    return writing(path, () => {
      const bytes = writeSync(file, text, end)
      fsyncSync(file)
      return bytes
    })
  }
  return {
    /** Where to continue; undefined at the beginning. The last page of a list that may have moved is read again. */
    cursor: resumed?.cursor,
    /** Whether the journal was too old to continue. */
    isOutdated,
    count: () => rows.size,
    add({ rows: page, asked, cursor, used }: JournalPage): void {
      const fresh = page.filter(one => !rows.has(one.url))
      const lines = fresh.map(one => `${JSON.stringify(one)}\n`).join('')
      end += append(`${lines}${JSON.stringify({ asked, cursor, used })}\n`)
      for (const row of fresh) rows.set(row.url, row)
    },
    /** Writes the output in one step, and removes the journal. */
    async finish() {
      await writeOutput(out, [...rows.values()])
      isFinished = true
      closeSync(file)
      await rm(path)
      release()
      await rm(`${path}.lock`, { force: true })
    },
    /** Keeps the journal, or removes it if it has no rows. */
    close() {
      if (isFinished) return
      closeSync(file)
      release()
      if (rows.size === 0) for (const leftover of [path, `${path}.lock`]) rmSync(leftover, { force: true })
    },
  }
}

/** A journal expires as a run of a watch does: the prices of a list must be of one time. */
function isOld(path: string, { rows }: KnownJournal, nowMs: number): boolean {
  const { mtimeMs } = statSync(path)
  return isStale({ startedAtMs: mtimeMs, steppedAtMs: mtimeMs, source: rows.at(-1)?.source }, nowMs)
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
  /** Bytes up to the last complete page. */
  readonly end: number
}

function readJournal(path: string, shop: string): KnownJournal | undefined {
  const bytes = readFileSync(path)
  let journal: KnownJournal | undefined
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
      journal = { rows, cursor: undefined, end: from }
    } else if (line.url === undefined) {
      rows.push(...pending)
      pending = []
      const isAgain = line.cursor && rows.at(-1)?.source !== 'sitemap'
      journal = { rows, cursor: isAgain ? line.asked : (line.cursor ?? null), end: from }
    } else pending.push(line as JournalRow)
  }
  return journal
}

async function writeOutput(out: string, rows: readonly JournalRow[]): Promise<void> {
  if (!/\.(?:csv|parquet)$/i.test(out)) return writing(out, () => writeLines(out, rows))
  const cells = rows.values().map(row => COLUMNS.map(({ values }) => values(row)[0] ?? null))
  await writeTable(out, COLUMNS, cells)
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
