// Chooses the format of an output by its file name: `.csv` and `.parquet` are tables for the operations of the inputs,
// `.ndjson` is one line per input.
import { existsSync } from 'node:fs'
import type { Registry } from '../../answer/request/registry.ts'
import { operatorError } from '../../runtime/operator-error.ts'
import { BYTE_ORDER_MARK } from '../../answer/table/csv.ts'
import { createCsvFormat } from './csv-result.ts'
import type { InputResolver } from '../input/input-resolver.ts'
import { readInputs } from '../input/read-inputs.ts'
import { ndjsonFormat, type ResultFormat, workingFormat } from './result.ts'

/** Other extensions are refused, because the content would not match them. */
export const OUTPUT_ENDINGS = ['.csv', '.parquet', '.ndjson', '.jsonl'] as const

export function hasKnownEnding(file: string): boolean {
  return OUTPUT_ENDINGS.some(ending => file.toLowerCase().endsWith(ending))
}

export function isCsv(file: string): boolean {
  return file.toLowerCase().endsWith('.csv')
}

export function isParquet(file: string): boolean {
  return file.toLowerCase().endsWith('.parquet')
}

/** Where the results of a run are kept while it lasts: a Parquet file is written at the end, and never continued. */
export function resultFileFor(out: string): string {
  if (!isParquet(out)) return out
  const working = `${out}.working`
  if (existsSync(out) && !existsSync(working))
    throw operatorError(`${out} exists already; remove it, or choose another output.`)
  return working
}

export interface TableContent {
  /** Ids of the operations whose results the output may contain. */
  readonly operations: ReadonlySet<string>
  /** Names of the caller's own fields. */
  readonly own: readonly string[]
}

export function resultFormatFor(
  file: string,
  content: TableContent,
  registry: Registry,
  /** Starts CSV with a byte order mark, so that Excel reads it as UTF-8. */
  isForExcel = false,
): ResultFormat {
  if (isParquet(file)) return workingFormat
  if (!isCsv(file)) return ndjsonFormat
  const csv = createCsvFormat(operationsOf(content, registry), content.own)
  return isForExcel ? { ...csv, header: `${BYTE_ORDER_MARK}${csv.header}` } : csv
}

/** The operations in registry order, so that the columns are stable. */
export function operationsOf({ operations }: TableContent, { entries }: Registry) {
  return entries.map(entry => entry.operation).filter(({ id }) => operations.has(id))
}

export interface InputSurvey extends TableContent {
  readonly total: number
  /** Number of the last input line; 0 if there are no inputs. */
  readonly lastLine: number
}

/** Further fields of the caller are only in the `input` of a result. */
export const OWN_FIELDS_MAX = 50

/** Says before a run which fields are not parameters; undefined if all are. */
export function ownFieldsNote(ownFields: readonly string[]): string | undefined {
  return ownFields.length === 0 ? undefined : `Not parameters, copied to the results: ${ownFields.join(', ')}`
}

/** Reads all inputs once, because the columns must be known before the first row. */
export async function surveyInputs(file: string, resolveInput: InputResolver): Promise<InputSurvey> {
  const operations = new Set<string>()
  const own = new Set<string>()
  let total = 0
  let lastLine = 0
  for await (const input of readInputs(file)) {
    total++
    lastLine = input.line
    const resolved = resolveInput(input)
    if (!('work' in resolved)) continue
    operations.add(resolved.work.entry.operation.id)
    for (const name of resolved.work.own) own.add(name)
  }
  return { total, lastLine, operations, own: [...own].slice(0, OWN_FIELDS_MAX) }
}
