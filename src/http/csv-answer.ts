// Converts an answer to CSV: made once per answer and kept with it.
import { type Answer, tagOf } from '../engine/answer.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import type { RegistryEntry } from '../engine/registry.ts'
import type { RawParam } from '../kit/param-specs.ts'
import type { PlainSchema } from '../kit/schema.ts'
import { createTable, type Table, writeCsv } from '../table/table.ts'

/** Lists are available as tables; a single product is not. */
export function hasTable({ operation }: RegistryEntry): boolean {
  return operation.rows !== undefined || (operation.result as PlainSchema).type === 'array'
}

export type CsvAnswers = (entry: RegistryEntry, answer: Answer) => Answer

export function createCsvAnswers(): CsvAnswers {
  const tables = new Map<string, Table>()
  const made = new WeakMap<Answer, Answer>()
  return ({ operation }, answer) => {
    const known = made.get(answer)
    if (known) return known
    const table = tables.get(operation.id) ?? createTable(operation)
    tables.set(operation.id, table)
    const { absentPointers: absent, absentAt } = answer
    const body = Buffer.from(writeCsv(table, JSON.parse(answer.body.toString()), { absent, absentAt }))
    const csv: Answer = {
      ...answer,
      body,
      contentType: 'text/csv; charset=utf-8; header=present',
      // A tag of the CSV bytes: two answers with the same body may differ in their absent fields.
      tag: tagOf(body),
      encoded: new Map([['identity', body]]),
    }
    made.set(answer, csv)
    return csv
  }
}

/** `format` takes precedence over `Accept`; it is not a parameter of an operation. */
export function takeFormat(given: readonly RawParam[]): {
  readonly given: readonly RawParam[]
  readonly format: 'csv' | 'json' | undefined
} {
  const named = given.filter(one => one.name === 'format')
  if (named.length === 0) return { given, format: undefined }
  const [{ value, in: place } = { value: undefined, in: 'query' as const }] = named
  if (named.length > 1 || (value !== 'csv' && value !== 'json')) {
    const accepted = ['csv', 'json']
    throw invalidParameterFault([
      { name: 'format', in: place, message: `format must be one of ${accepted.join(', ')}`, accepted },
    ])
  }
  return { given: given.filter(one => one.name !== 'format'), format: value }
}

/** The parameters of an operation without a table. There, `format` is unknown like any other name, but CSV deserves a reason. */
export function withoutTable({ operation }: RegistryEntry, given: readonly RawParam[]): readonly RawParam[] {
  const csv = given.find(one => one.name === 'format' && one.value === 'csv')
  if (!csv) return given
  const message = `format=csv is only for lists; ${operation.id} returns one product`
  throw invalidParameterFault([{ name: 'format', in: csv.in, message }])
}

/** Whether the client prefers CSV to JSON. */
export function acceptsCsv(accept: string | undefined): boolean {
  if (!accept?.includes('text/csv')) return false
  const weightOf = (type: string) => {
    const found = accept.split(',').find(part => part.trim().startsWith(type))
    if (found === undefined) return 0
    return Number.parseFloat(/;\s*q=([\d.]+)/.exec(found)?.[1] ?? '1')
  }
  return weightOf('text/csv') > weightOf('application/json')
}
