// `wares history`: writes what the watches saw into files for analysts: CSV or Parquet.
import { Command, InvalidArgumentError, Option } from 'commander'
import { mergeHistory } from '../watch/history.ts'
import { exportHistory } from '../watch/export-history.ts'
import { CHANGE_COLUMNS, changeRow, HISTORY_COLUMNS, historyRows } from '../watch/history-table.ts'
import { createTableFile, type TableFile } from '../table/table-file.ts'
import { withWatches } from './open-watches.ts'

interface OutOptions {
  out: string
  excel?: boolean
}

const EXCEL = 'start CSV with a byte order mark, so that Excel reads it as UTF-8'
const CHANGES_PAGE = 1_000

export function historyCommand(): Command {
  const history = new Command('history')
  history
    .command('export')
    .description('write the histories of all watches, one file per day; a later run continues')
    .argument('<folder>')
    .addOption(
      new Option('--format <format>', 'format of the files').choices(['parquet', 'csv']).default('parquet'),
    )
    .option('--excel', EXCEL)
    .action(exportAll)
  history
    .command('save')
    .description('write the history of one watch')
    .argument('<id>')
    .requiredOption('--out <file>', 'a name that ends in .csv or .parquet', parseOut)
    .option('--excel', EXCEL)
    .action(save)
  history
    .command('changes')
    .description('write the feed of changes')
    .requiredOption('--out <file>', 'a name that ends in .csv or .parquet', parseOut)
    .option('--excel', EXCEL)
    .action(saveChanges)
  return history
}

async function exportAll(
  folder: string,
  { format, excel }: { format: 'parquet' | 'csv'; excel?: boolean },
): Promise<void> {
  await withWatches(async watches => {
    let days = 0
    const options = { folder, format, isForExcel: excel === true, nowMs: Date.now() }
    for await (const { day, rows, file } of exportHistory(watches, options)) {
      days++
      console.log(`${day}: ${rows} rows in ${file}`)
    }
    console.log(days === 0 ? 'No watch has a history yet.' : `${days} days written.`)
  })
}

async function save(id: string, { out, excel }: OutOptions): Promise<void> {
  await withWatches(async ({ actions, history }) => {
    const watch = await actions.find(id)
    const period = { fromMs: watch.createdAtMs, toMs: Date.now() }
    const whole = mergeHistory(await history.spans(watch, period), period, { isWhole: true })
    const file = await createTableFile(out, HISTORY_COLUMNS, { isForExcel: excel })
    console.log(`${await writeAll(file, historyRows(watch, whole))} rows in ${out}.`)
  })
}

async function saveChanges({ out, excel }: OutOptions): Promise<void> {
  await withWatches(async ({ history }) => {
    async function* rows(): AsyncGenerator<readonly unknown[]> {
      for (let after = 0; ; ) {
        const page = await history.changes({ after, limit: CHANGES_PAGE })
        for (const change of page) yield changeRow(change)
        const last = page.at(-1)
        if (!last || page.length < CHANGES_PAGE) return
        after = last.id
      }
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
