// Reads a Parquet file with flat columns as lines of CSV, one row group at a time.
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { cellText } from './cell.ts'
import { writeCells } from './csv.ts'

const load = createRequire(import.meta.url)
const library = () => load('hyparquet') as typeof import('hyparquet')

const MAGIC = 'PAR1'

export async function isParquet(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return bytesRead === MAGIC.length && buffer.toString('latin1') === MAGIC
  } finally {
    await handle.close()
  }
}

/** The library has Snappy, in which Wares writes; these are what others write. */
const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
}

/** With the names of the columns first. */
export async function* parquetLines(file: string): AsyncGenerator<string> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } = library()
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const names = parquetSchema(metadata).children.map(one => one.element.name)
  yield writeCells(names)
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const rows = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart, rowEnd })
    for (const row of rows) yield writeCells(names.map(name => cellOf(row[name])))
    rowStart = rowEnd
  }
}

/** A line break would begin another record. */
function cellOf(value: unknown): string {
  const plain =
    value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value
  const text = cellText(Array.isArray(plain) ? plain : [plain])
  return text.replace(/[\r\n]+/g, ' ')
}
