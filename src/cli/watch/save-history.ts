// `wares watch history --out`, `wares watch changes --out`: writes what the watches saw into files for analysts: CSV or Parquet.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { type Api, type ChangePage, feed, type Watch } from '../../../client/src/api.ts'
import { makeFolder, writing } from '../../runtime/file-trouble.ts'
import { CHANGE_COLUMNS, changeRow, HISTORY_COLUMNS, historyRows } from '../../watch/history/history-table.ts'
import { writeTable } from '../../answer/table/table-file.ts'
import { type ServerOptions, withWaresClient } from '../connect/connect.ts'
import { paginate } from '../connect/pages-of.ts'
import { retryWhenRateLimited } from '../connect/patiently.ts'

export interface OutOptions extends ServerOptions {
  out: string
  format?: 'parquet' | 'csv'
  excel?: boolean
}

const CHANGES_PAGE = 1_000

/** Writes the history of one watch into a file, or all histories into a folder, where a later run continues. */
export function saveHistory(id: string | undefined, options: OutOptions): Promise<void> {
  return id === undefined ? exportAll(options) : saveOne(id, options)
}

async function exportAll({ out: folder, format = 'parquet', excel, ...options }: OutOptions): Promise<void> {
  await withWaresClient(options, async ({ watches }) => {
    let days = 0
    const source = {
      list: (query: Parameters<typeof watches.list>[0]) => retryWhenRateLimited(() => watches.list(query)),
      history: (...request: Parameters<typeof watches.history>) =>
        retryWhenRateLimited(() => watches.history(...request)),
    }
    const how = { folder, format, isForExcel: excel === true, nowMs: Date.now() }
    for await (const { day, rows, file } of exportHistory(source, how)) {
      days++
      console.log(`${day}: ${rows} rows in ${file}`)
    }
    console.log(days === 0 ? 'No watch has a history yet.' : `${days} days written.`)
  })
}

async function saveOne(id: string, { out, excel, ...options }: OutOptions): Promise<void> {
  checkOut(out)
  await withWaresClient(options, async ({ watches }) => {
    const watch = await watches.get(id)
    const { spans } = await watches.history(id, { spans: 'all' })
    const count = await writeTable(out, HISTORY_COLUMNS, historyRows(watch, spans), { isForExcel: excel })
    console.log(`${count} rows in ${out}.`)
  })
}

export async function saveChanges({ out, excel, ...options }: OutOptions): Promise<void> {
  checkOut(out)
  await withWaresClient(options, async wares => {
    async function* rows(): AsyncGenerator<readonly unknown[]> {
      const pages = paginate(async (after = '0') => {
        const query = { after, limit: String(CHANGES_PAGE) }
        const { changes, cursor } = (await wares.ask('GET', feed.changes, { query })).body as ChangePage
        return { changes, next: changes.length < CHANGES_PAGE ? null : cursor }
      })
      for await (const { changes } of pages) for (const change of changes) yield changeRow(change)
    }
    const count = await writeTable(out, CHANGE_COLUMNS, rows(), { isForExcel: excel })
    console.log(`${count} rows in ${out}.`)
  })
}

/** Other extensions are refused, because the content would not match them. */
function checkOut(file: string): void {
  if (!/\.(?:csv|parquet)$/i.test(file)) throw invalidCommandLine('--out must end in .csv or .parquet.')
}

type Source = Pick<Api['watches'], 'list' | 'history'>

interface HistoryExport {
  readonly folder: string
  readonly format: 'parquet' | 'csv'
  readonly isForExcel?: boolean
  readonly nowMs: number
}

interface ExportedDay {
  readonly day: string
  readonly rows: number
  readonly file: string
}

const DAY_MS = 86_400_000
/** The name that DuckDB, pandas and Spark read as a column. */
const DAY_FOLDER = /^day=(\d{4}-\d\d-\d\d)$/
const PAGE = 200

/**
 * Days that are over do not change, so only the newest day that is there, which was not over when it was written, is written
 * again. Rows of a span that lasts several days are in each of them, cut at midnight.
 */
export async function* exportHistory(
  watches: Source,
  { folder, format, isForExcel, nowMs }: HistoryExport,
): AsyncGenerator<ExportedDay> {
  const last = lastDay(folder, `history.${format}`)
  const firstMs = last === undefined ? await oldestMs(watches) : Date.parse(last)
  if (firstMs === undefined) return
  for (let dayMs = startOfDay(firstMs); dayMs <= nowMs; dayMs += DAY_MS) {
    const day = new Date(dayMs).toISOString().slice(0, 10)
    const file = join(folder, `day=${day}`, `history.${format}`)
    const rows = rowsBetween(watches, dayMs, Math.min(dayMs + DAY_MS - 1, nowMs))
    const first = await rows.next()
    if (first.done === true) continue
    writing(file, () => makeFolder(dirname(file)))
    const count = await writeTable(file, HISTORY_COLUMNS, followedBy(first.value, rows), { isForExcel })
    yield { day, rows: count, file }
  }
}

type HistoryRow = readonly unknown[]

async function* rowsBetween(watches: Source, fromMs: number, toMs: number): AsyncGenerator<HistoryRow> {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
  for await (const watch of watchesOf(watches)) {
    if (Date.parse(watch.created_at) > toMs) continue
    const { spans } = await watches.history(watch.id, { from, to, spans: 'all' })
    yield* historyRows(watch, spans)
  }
}

async function* followedBy<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

async function* watchesOf({ list }: Source): AsyncGenerator<Watch> {
  const pages = paginate(after => list({ limit: PAGE, ...(after !== undefined && { after }) }))
  for await (const page of pages) yield* page.watches
}

async function oldestMs(watches: Source): Promise<number | undefined> {
  let oldest: number | undefined
  for await (const { created_at: createdAt } of watchesOf(watches))
    oldest = Math.min(oldest ?? Infinity, Date.parse(createdAt))
  return oldest
}

/** The newest day with a complete file. */
function lastDay(folder: string, name: string): string | undefined {
  const days = writing(join(folder, name), () => namesIn(folder)).flatMap(
    one => DAY_FOLDER.exec(one)?.[1] ?? [],
  )
  return days.toSorted().findLast(day => namesIn(join(folder, `day=${day}`)).includes(name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function startOfDay(ms: number): number {
  return ms - (ms % DAY_MS)
}
