// Chooses the format of an output by its file name: `.csv` is a table for the operations of the inputs,
// `.ndjson` one line per input.
import type { Registry } from '../engine/registry.ts'
import { createCsvFormat } from './csv-result.ts'
import type { InputResolver } from './input-resolver.ts'
import { readInputs } from './read-inputs.ts'
import { ndjsonFormat, type ResultFormat } from './result.ts'

/** Other extensions are refused, because the content would not match them. */
export const OUTPUT_ENDINGS = ['.csv', '.ndjson', '.jsonl'] as const

export function hasKnownEnding(file: string): boolean {
  return OUTPUT_ENDINGS.some(ending => file.toLowerCase().endsWith(ending))
}

export function isCsv(file: string): boolean {
  return /\.csv$/i.test(file)
}

export interface TableContent {
  /** Ids of the operations whose results the output may contain. */
  readonly operations: ReadonlySet<string>
  /** Names of the caller's own fields. */
  readonly own: readonly string[]
}

/** Columns of operations are in registry order, so that they are stable. */
export function resultFormatFor(
  file: string,
  { operations, own }: TableContent,
  { entries }: Registry,
): ResultFormat {
  if (!isCsv(file)) return ndjsonFormat
  return createCsvFormat(
    entries.map(entry => entry.operation).filter(({ id }) => operations.has(id)),
    own,
  )
}

export interface InputSurvey extends TableContent {
  readonly total: number
  /** 0 without inputs. */
  readonly lastLine: number
}

/** Further fields of the caller are only in the `input` of a result. */
export const OWN_FIELDS_MAX = 50

/** Says before a run which fields are not parameters; undefined if all are. */
export function ownFieldsNote(own: readonly string[]): string | undefined {
  return own.length === 0 ? undefined : `Not parameters, copied to the results: ${own.join(', ')}`
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
