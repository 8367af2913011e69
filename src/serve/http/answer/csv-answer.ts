// Converts an answer to a table, CSV or Parquet.
import { type Answer, valueOf } from '../../../answer/cache/answer.ts'
import { tagOf } from '../../../extract/read-result.ts'
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import type { RegisteredOperation } from '../../../answer/request/registry.ts'
import type { RawParam } from '#kit/params/param-specs'
import type { Absences } from '#kit/schema/drop-neutral'
import type { PlainSchema } from '#kit/schema/schema'
import { BYTE_ORDER_MARK } from '../../../answer/table/csv.ts'
import { parquetBytes } from '../../../answer/table/parquet-file.ts'
import { createTable, type Table, writeCsv } from '../../../answer/table/answer-rows.ts'

/** Lists are available as tables; a single product is not. */
export function hasTable({ operation }: RegisteredOperation): boolean {
  return operation.rows !== undefined || (operation.result as PlainSchema).type === 'array'
}

export const FORMATS = ['json', 'csv', 'csv-excel', 'parquet'] as const
export type AnswerFormat = (typeof FORMATS)[number]
export type TableFormat = Exclude<AnswerFormat, 'json'>

export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  'csv-excel': 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
}

/** Media types of tables, for the OpenAPI document. */
export const tableContent = {
  'text/csv': { schema: { type: 'string' } },
  'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
} as const

type TableAnswers = (entry: RegisteredOperation, answer: Answer, format: TableFormat) => Answer

export function createTableAnswers(): TableAnswers {
  const tables = new Map<string, Table>()
  return ({ operation }, answer, format) => {
    const table = tables.get(operation.id) ?? createTable(operation)
    tables.set(operation.id, table)
    const { absentPointers: absent, absentAt } = answer
    const body = tableBytes(table, valueOf(answer), { absent, absentAt }, format)
    return {
      ...answer,
      body,
      contentType: TABLE_TYPES[format],
      // A tag of these bytes: two answers with the same body may differ in their absent fields.
      tag: tagOf(body),
      encoded: new Map([['identity', body]]),
    }
  }
}

export function tableBytes(table: Table, value: unknown, absences: Absences, format: TableFormat): Buffer {
  if (format === 'parquet') return parquetBytes(table.columns, table.values(value, absences))
  const text = writeCsv(table, value, absences)
  return Buffer.from(format === 'csv-excel' ? `${BYTE_ORDER_MARK}${text}` : text)
}

/** `format` takes precedence over `Accept`; it is not a parameter of an operation. */
export function takeFormat(rawParams: readonly RawParam[]): {
  readonly rawParams: readonly RawParam[]
  readonly format: AnswerFormat | undefined
} {
  const formatParams = rawParams.filter(one => one.name === 'format')
  if (formatParams.length === 0) return { rawParams, format: undefined }
  const [{ value, in: place } = { value: undefined, in: 'query' as const }] = formatParams
  const format = FORMATS.find(one => one === value)
  if (formatParams.length > 1 || format === undefined) {
    throw invalidParameterFault([
      {
        name: 'format',
        in: place,
        message: `format must be one of ${FORMATS.join(', ')}`,
        accepted: FORMATS,
      },
    ])
  }
  return { rawParams: rawParams.filter(one => one.name !== 'format'), format }
}

/** The parameters of an operation without a table. There, `format` is unknown like any other name, but CSV deserves a reason. */
export function withoutTable(
  { operation }: RegisteredOperation,
  rawParams: readonly RawParam[],
): readonly RawParam[] {
  const tableParam = rawParams.find(
    one => one.name === 'format' && FORMATS.some(format => format !== 'json' && format === one.value),
  )
  if (!tableParam) return rawParams
  const message = `format=${String(tableParam.value)} is only for lists; ${operation.id} returns one product`
  throw invalidParameterFault([{ name: 'format', in: tableParam.in, message }])
}

/** Whether the client prefers CSV to JSON. */
export function acceptsCsv(accept: string | undefined): boolean {
  if (!accept?.includes('text/csv')) return false
  const weightOf = (type: string) => {
    const range = accept.split(',').find(part => part.trim().startsWith(type))
    if (range === undefined) return 0
    return Number.parseFloat(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? '1')
  }
  return weightOf('text/csv') > weightOf('application/json')
}
