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

/** `ids`: the operations whose results the output may contain. Columns are in registry order, so that they are stable. */
export function resultFormatFor(file: string, ids: ReadonlySet<string>, { entries }: Registry): ResultFormat {
  if (!isCsv(file)) return ndjsonFormat
  return createCsvFormat(entries.map(entry => entry.operation).filter(({ id }) => ids.has(id)))
}

export interface InputSurvey {
  readonly total: number
  /** 0 without inputs. */
  readonly lastLine: number
  readonly operations: ReadonlySet<string>
}

/** Reads all inputs once, because the columns must be known before the first row. */
export async function surveyInputs(file: string, resolveInput: InputResolver): Promise<InputSurvey> {
  const operations = new Set<string>()
  let total = 0
  let lastLine = 0
  for await (const input of readInputs(file)) {
    total++
    lastLine = input.line
    const resolved = resolveInput(input)
    if ('work' in resolved) operations.add(resolved.work.entry.operation.id)
  }
  return { total, lastLine, operations }
}
