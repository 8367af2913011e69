// `wares history`: writes what the watches saw into files for analysts: CSV or Parquet.
import { Command, InvalidArgumentError, Option } from 'commander'
import { type ChangePage, feed } from '../../../client/src/api.ts'
import { CHANGE_COLUMNS, changeRow, HISTORY_COLUMNS, historyRows } from '../../watch/history/history-table.ts'
import { createTableFile, type TableFile } from '../../table/table-file.ts'
import { addServerOptions, type ServerOptions, withWares } from '../connect/connect.ts'
import { pagesOf } from '../connect/pages-of.ts'
import { patiently } from '../connect/patiently.ts'

interface OutOptions extends ServerOptions {
  out: string
  excel?: boolean
}

const EXCEL = 'start CSV with a byte order mark, so that Excel reads it as UTF-8'
const CHANGES_PAGE = 1_000

export function historyCommand(): Command {
  const history = new Command('history')
  addServerOptions(
    history
      .command('export')
      .description('write the histories of all watches, one file per day; a later run continues')
      .argument('<folder>')
      .addOption(
        new Option('--format <format>', 'format of the files').choices(['parquet', 'csv']).default('parquet'),
      )
      .option('--excel', EXCEL),
  ).action(exportAll)
  const toFile = (name: string, about: string) =>
    addServerOptions(
      history
        .command(name)
        .description(about)
        .requiredOption('--out <file>', 'a name that ends in .csv or .parquet', parseOut)
        .option('--excel', EXCEL),
    )
  toFile('save', 'write the history of one watch').argument('<id>').action(save)
  toFile('changes', 'write the feed of changes').action(saveChanges)
  return history
}

interface ExportOptions extends ServerOptions {
  format: 'parquet' | 'csv'
  excel?: boolean
}

async function exportAll(folder: string, { format, excel, ...options }: ExportOptions): Promise<void> {
  const { exportHistory } = await import('./export-history.ts')
  await withWares(options, async ({ watches }) => {
    let days = 0
    const source = {
      list: (query: Parameters<typeof watches.list>[0]) => patiently(() => watches.list(query)),
      history: (...asked: Parameters<typeof watches.history>) => patiently(() => watches.history(...asked)),
    }
    const how = { folder, format, isForExcel: excel === true, nowMs: Date.now() }
    for await (const { day, rows, file } of exportHistory(source, how)) {
      days++
      console.log(`${day}: ${rows} rows in ${file}`)
    }
    console.log(days === 0 ? 'No watch has a history yet.' : `${days} days written.`)
  })
}

async function save(id: string, { out, excel, ...options }: OutOptions): Promise<void> {
  await withWares(options, async ({ watches }) => {
    const watch = await watches.get(id)
    const { spans } = await watches.history(id, { spans: 'all' })
    const file = await createTableFile(out, HISTORY_COLUMNS, { isForExcel: excel })
    console.log(`${await writeAll(file, historyRows(watch, spans))} rows in ${out}.`)
  })
}

async function saveChanges({ out, excel, ...options }: OutOptions): Promise<void> {
  await withWares(options, async wares => {
    async function* rows(): AsyncGenerator<readonly unknown[]> {
      const pages = pagesOf(async (after = '0') => {
        const query = { after, limit: String(CHANGES_PAGE) }
        const { changes, cursor } = (await wares.ask('GET', feed.changes, { query })).body as ChangePage
        return { changes, next: changes.length < CHANGES_PAGE ? null : cursor }
      })
      for await (const { changes } of pages) for (const change of changes) yield changeRow(change)
    }
    const file = await createTableFile(out, CHANGE_COLUMNS, { isForExcel: excel })
    console.log(`${await writeAll(file, rows())} rows in ${out}.`)
  })
}

async function writeAll(
  file: TableFile,
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): Promise<number> {
  let count = 0
  try {
    for await (const row of rows) {
      await file.write(row)
      count++
    }
    await file.close()
  } catch (error) {
    await file.abort()
    throw error
  }
  return count
}

/** Other extensions are refused, because the content would not match them. */
function parseOut(file: string): string {
  if (/\.(?:csv|parquet)$/i.test(file)) return file
  throw new InvalidArgumentError('it must end in .csv or .parquet')
}
