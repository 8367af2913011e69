// Writes the histories of all watches into a folder, one file per day (UTC). A later run continues at the last day that is there.
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Api, Watch } from '../../../client/src/api.ts'
import { makeFolder, writing } from '../../runtime/file-trouble.ts'
import { writeTable } from '../../answer/table/table-file.ts'
import { HISTORY_COLUMNS, historyRows } from '../../watch/history/history-table.ts'
import { paginate } from '../connect/pages-of.ts'

type Source = Pick<Api['watches'], 'list' | 'history'>

export interface HistoryExport {
  readonly folder: string
  readonly format: 'parquet' | 'csv'
  readonly isForExcel?: boolean
  readonly nowMs: number
}

export interface ExportedDay {
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
  for await (const { created_at: at } of watchesOf(watches))
    oldest = Math.min(oldest ?? Infinity, Date.parse(at))
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
