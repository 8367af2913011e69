// Results as Parquet. A Parquet file cannot be appended to, so a run keeps its results in a working file beside it,
// which it can resume, and writes the table when every input has its result.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { rm } from 'node:fs/promises'
import type { OperationHead } from '#kit/define/define'
import { isRecord } from '#kit/schema/is-record'
import { writeError } from '../../runtime/file-trouble.ts'
import { cellText } from '../../answer/table/cell.ts'
import type { ColumnHead, ColumnType } from '../../answer/table/columns.ts'
import { createParquetFile, type ParquetFile } from '../../answer/table/parquet-file.ts'
import { createTable, type Table, type TableOperation } from '../../answer/table/answer-rows.ts'
import { absentByRow } from './absent-by-row.ts'

type ParquetOperation = TableOperation & Pick<OperationHead, 'id'>

/** A line of the working file. */
interface WorkingLine {
  readonly line: number
  readonly input: unknown
  readonly outcome: string
  readonly operation: string | null
  readonly fetched_at: string | null
  readonly absent: readonly string[]
  readonly absent_at: readonly string[]
  readonly body?: unknown
  readonly problem?: { readonly detail?: string }
}

const column = (name: string, type: ColumnType, isList = false): ColumnHead => ({ name, type, isList })

/** The columns of the CSV output, typed. */
const COLUMNS = [
  column('line', 'integer'),
  column('row', 'integer'),
  column('rows', 'integer'),
  column('input', 'text'),
  column('outcome', 'text'),
  column('operation', 'text'),
  column('fetched_at', 'timestamp'),
  column('absent', 'text', true),
  column('problem', 'text'),
]

/** Removes the working file when the table is complete. Returns the number of values that do not fit their column. */
export async function writeParquetResults(
  workingFile: string,
  out: string,
  operations: readonly ParquetOperation[],
  ownFields: readonly string[],
): Promise<number> {
  const tables = new Map(operations.map(one => [one.id, createTable(one)]))
  const body = bodyColumns([...tables.values()])
  const head = [...COLUMNS, ...ownFields.map(name => column(`input.${name}`, 'text'))]
  let file: ParquetFile | undefined
  try {
    file = await createParquetFile(out, [...head, ...body.map(one => ({ ...one, name: `body.${one.name}` }))])
    const lines = createInterface({ input: createReadStream(workingFile), crlfDelay: Infinity })
    for await (const line of lines) {
      const result = JSON.parse(line) as WorkingLine
      for (const row of rowsOf(result, tables.get(result.operation ?? ''), body, ownFields))
        await file.write(row)
    }
    const unfit = await file.close()
    await rm(workingFile)
    return unfit
  } catch (error) {
    await file?.abort()
    throw writeError(out, error)
  }
}

/** Columns of one name are of one type: where operations differ, they are text. */
function bodyColumns(tables: readonly Table[]): ColumnHead[] {
  const columns = new Map<string, ColumnHead>()
  for (const head of tables.flatMap(table => table.columns)) {
    const { name, type, isList } = head
    const column = columns.get(name) ?? head
    columns.set(name, { name, type: column.type === type ? type : 'text', isList: column.isList || isList })
  }
  return [...columns.values()]
}

function* rowsOf(
  result: WorkingLine,
  table: Table | undefined,
  body: readonly ColumnHead[],
  ownFields: readonly string[],
): Generator<unknown[]> {
  const { absent, absent_at: absentAt } = result
  const rows = table && result.problem === undefined ? table.values(result.body, { absent, absentAt }) : []
  const absentIn = absentByRow({ absent, absentAt }, table?.list)
  const places = body.map(({ name }) => table?.header.indexOf(name) ?? -1)
  const head = (row: number) => [
    result.line,
    row,
    rows.length,
    cellText([result.input]),
    result.outcome,
    result.operation,
    result.fetched_at,
    absentIn(row - 1),
    result.problem?.detail,
    ...ownFields.map(name => ownField(result.input, name)),
  ]
  if (rows.length === 0) yield [...head(0), ...body.map(() => undefined)]
  for (const [index, row] of rows.entries()) {
    yield [
      ...head(index + 1),
      ...places.map((place, of) => {
        const value = place === -1 ? undefined : row[place]
        return body[of]?.isList && !Array.isArray(value) && value !== undefined ? [value] : value
      }),
    ]
  }
}

function ownField(input: unknown, name: string): unknown {
  return isRecord(input) && Object.hasOwn(input, name) ? input[name] : undefined
}
