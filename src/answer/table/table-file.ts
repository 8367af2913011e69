// A file of rows under one set of columns: Parquet by its ending, or else CSV; written as the rows come.
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { cellText } from './cell.ts'
import type { ColumnHead } from './columns.ts'
import { BYTE_ORDER_MARK, writeCells } from './csv.ts'
import { createParquetFile } from './parquet-file.ts'
import { writeError } from '../../runtime/file-trouble.ts'

interface TableFile {
  write(row: readonly unknown[]): Promise<void>
  /** Completes the file under its name. */
  close(): Promise<unknown>
  /** Removes what was written. */
  abort(): Promise<void>
}

interface TableFileOptions {
  /** Starts CSV with a byte order mark, so that Excel reads it as UTF-8. */
  readonly isForExcel?: boolean | undefined
}

/** The number of rows. The file appears under its name when it is complete; a failure leaves nothing. */
export async function writeTable(
  path: string,
  columns: readonly ColumnHead[],
  rows: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
  { isForExcel = false }: TableFileOptions = {},
): Promise<number> {
  let file: TableFile | undefined
  let count = 0
  try {
    file = path.toLowerCase().endsWith('.parquet')
      ? await createParquetFile(path, columns)
      : await createCsvFile(path, columns, isForExcel)
    for await (const row of rows) {
      await file.write(row)
      count++
    }
    await file.close()
    return count
  } catch (error) {
    await file?.abort()
    throw writeError(path, error)
  }
}

/** Rows are collected up to this size before they are written. */
const CHUNK_CHARS = 256 * 1024

async function createCsvFile(
  path: string,
  columns: readonly ColumnHead[],
  isForExcel: boolean,
): Promise<TableFile> {
  const partial = `${path}.partial`
  const handle: FileHandle = await open(partial, 'w', 0o644)
  let chunk = `${isForExcel ? BYTE_ORDER_MARK : ''}${csvLine(columns.map(({ name }) => name))}`
  async function flush(): Promise<void> {
    const whole = chunk
    chunk = ''
    await handle.appendFile(whole)
  }
  return {
    async write(row) {
      chunk += csvLine(row)
      if (chunk.length >= CHUNK_CHARS) await flush()
    },
    async close() {
      await flush()
      await handle.datasync()
      await handle.close()
      await rename(partial, path)
    },
    async abort() {
      await handle.close()
      await rm(partial, { force: true })
    },
  }
}

export function csvLine(row: readonly unknown[]): string {
  return `${writeCells(row.map(value => cellText(Array.isArray(value) ? value : [value])))}\r\n`
}
