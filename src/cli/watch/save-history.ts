// `wares watch history --out`, `wares watch changes --out`: writes what the watches saw into files for analysts: CSV or Parquet.
import { invalidCommandLine } from '../options/invalid-command-line.ts'
import { type ChangePage, feed } from '../../../client/src/api.ts'
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

/** Of one watch into a file, or of all into a folder, where a later run continues. */
export function saveHistory(id: string | undefined, options: OutOptions): Promise<void> {
  return id === undefined ? exportAll(options) : saveOne(id, options)
}

async function exportAll({ out: folder, format = 'parquet', excel, ...options }: OutOptions): Promise<void> {
  const { exportHistory } = await import('./export-history.ts')
  await withWaresClient(options, async ({ watches }) => {
    let days = 0
    const source = {
      list: (query: Parameters<typeof watches.list>[0]) => retryWhenRateLimited(() => watches.list(query)),
      history: (...asked: Parameters<typeof watches.history>) =>
        retryWhenRateLimited(() => watches.history(...asked)),
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
