// A table as a Parquet file: typed columns, nulls that are nulls, written in row groups so that memory stays bounded.
import type { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { cellText } from './cell.ts'
import type { ColumnHead, ColumnType } from './columns.ts'

export interface ParquetFile {
  /** One value per column; an array in a list column. */
  write(row: readonly unknown[]): Promise<void>
  /** Completes the file under its name, and returns how many values were null because they do not fit their column. */
  close(): Promise<number>
  /** Removes what was written. */
  abort(): Promise<void>
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

// Few answers are Parquet: a server starts without the library, in 50 modules less.
const load = createRequire(import.meta.url)
const library = () => load('hyparquet-writer') as typeof import('hyparquet-writer')

/** Rows per group. A group is held in memory: some hundred columns of short texts are about 50 MB. */
const GROUP_ROWS = 20_000
/** A product with hundreds of variants makes long rows: a group also ends at this many values. */
const GROUP_VALUES = 2_000_000

/** Fits every price in 64 bits: twelve digits before the point, six after it. */
const DECIMAL = { precision: 18, scale: 6 } as const

/** The file appears under its name when it is complete; a killed process leaves only the partial file beside it. */
export async function createParquetFile(
  path: string,
  columns: readonly ColumnHead[],
  { groupRows = GROUP_ROWS, groupValues = GROUP_VALUES } = {},
): Promise<ParquetFile> {
  const partial = `${path}.partial`
  const handle = await open(partial, 'w', 0o644)
  const file = new (library().ParquetWriter)({ writer: createFileWriter(handle), schema: schemaOf(columns) })
  let rows: (readonly unknown[])[] = []
  let values = 0
  let unfit = 0

  async function flush(): Promise<void> {
    if (rows.length === 0) return
    const group = rows
    rows = []
    values = 0
    const columnData = columnDataOf(columns, group, () => unfit++)
    await file.write({ columnData, rowGroupSize: group.length })
  }

  return {
    async write(row) {
      rows.push(row)
      values += row.reduce<number>((sum, one) => sum + (Array.isArray(one) ? one.length : 1), 0)
      if (rows.length >= groupRows || values >= groupValues) await flush()
    },
    async close() {
      await flush()
      await file.finish()
      await handle.datasync()
      await handle.close()
      await rename(partial, path)
      return unfit
    },
    async abort() {
      await handle.close()
      await rm(partial, { force: true })
    },
  }
}

/** A whole file in memory, for an answer, whose rows are in memory anyway. */
export function parquetBytes(columns: readonly ColumnHead[], rows: readonly (readonly unknown[])[]): Buffer {
  const columnData = columnDataOf(columns, rows, () => {})
  return Buffer.from(library().parquetWriteBuffer({ columnData, schema: schemaOf(columns) }))
}

function columnDataOf(
  columns: readonly ColumnHead[],
  rows: readonly (readonly unknown[])[],
  onUnfit: () => void,
) {
  const typed = (value: unknown, type: ColumnType): unknown => {
    if (value === undefined || value === null) return null
    const converted = CONVERT[type](value)
    if (converted === null) onUnfit()
    return converted
  }
  const listOf = (value: unknown, type: ColumnType): unknown[] =>
    Array.isArray(value) ? value.map(one => typed(one, type)) : []
  return columns.map(({ name, type, isList }, index) => ({
    name,
    data: rows.map(row => (isList ? listOf(row[index], type) : typed(row[index], type))),
  }))
}

/** Each is null for a value that does not fit the column. */
const CONVERT: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: value => (typeof value === 'string' ? value : cellText([value])),
  boolean: value => (typeof value === 'boolean' ? value : null),
  integer: value => (typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null),
  number: value => (typeof value === 'number' ? value : null),
  decimal: value => scaledAmount(String(value)),
  timestamp: value => {
    const ms = Date.parse(String(value))
    return Number.isNaN(ms) ? null : new Date(ms)
  },
}

/** `119.99` in millionths, without passing through a floating-point number. */
function scaledAmount(text: string): bigint | null {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  const significant = decimals.replace(/(?<!0)0+$/, '')
  if (whole === '' || significant.length > DECIMAL.scale) return null
  return BigInt(`${sign}${whole}${significant.padEnd(DECIMAL.scale, '0')}`)
}

const ELEMENTS: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  decimal: { type: 'INT64', converted_type: 'DECIMAL', ...DECIMAL },
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
}

function schemaOf(columns: readonly ColumnHead[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(({ name, type, isList }): SchemaElement[] => {
      const leaf = { repetition_type: 'OPTIONAL', ...ELEMENTS[type] } as const
      if (!isList) return [{ ...leaf, name }]
      return [
        { name, repetition_type: 'OPTIONAL', num_children: 1, converted_type: 'LIST' },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { ...leaf, name: 'element' },
      ]
    }),
  ]
}

/** Appends what the writer has buffered after every row group. */
function createFileWriter(handle: FileHandle): ByteWriter {
  const writer = new (library().ByteWriter)()
  const flush = async (): Promise<void> => {
    const bytes = new Uint8Array(writer.buffer, 0, writer.index).slice()
    writer.index = 0
    await handle.appendFile(bytes)
  }
  return Object.assign(writer, { flush, finish: flush })
}
