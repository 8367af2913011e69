// A file of rows under one set of columns: Parquet by its ending, or else CSV; written as the rows come.
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { cellText } from './cell.ts'
import type { ColumnHead } from './columns.ts'
import { BYTE_ORDER_MARK, writeCells } from './csv.ts'
import { createParquetFile } from './parquet-file.ts'

export interface TableFile {
  write(row: readonly unknown[]): Promise<void>
  /** Completes the file under its name. */
  close(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}

export interface TableFileOptions {
  /** Starts CSV with a byte order mark, so that Excel reads it as UTF-8. */
  readonly isForExcel?: boolean | undefined
}

/** The file appears under its name when it is complete. */
export async function createTableFile(
  path: string,
  columns: readonly ColumnHead[],
  { isForExcel = false }: TableFileOptions = {},
): Promise<TableFile> {
  const ending = path.toLowerCase().split('.').at(-1)
  if (ending === 'parquet') {
    const file = await createParquetFile(path, columns)
    return {
      write: row => file.write(row),
      close: async () => void (await file.close()),
      abort: () => file.abort(),
    }
  }
  return createCsvFile(path, columns, isForExcel)
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
