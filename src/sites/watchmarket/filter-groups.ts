// The filters of the watch market in both spellings: what the finder answers, and what the search accepts and sends on.
import { snakeCase } from '../../kit/index.ts'
import { filterCodes } from './filter-codes.ts'

interface FilterCode {
  readonly code: string
  readonly meaning: string
}

export interface Filter {
  /** As the search address spells it: `dialColor`. */
  readonly camel: string
  /** As our own parameters are spelt: `dial_color`. One-word names are the same in both. */
  readonly snake: string
  readonly label: string
  readonly codes: readonly FilterCode[]
}

export const filters: readonly Filter[] = filterCodes.map(([camel, label, codes]) => ({
  camel,
  snake: snakeCase(camel),
  label,
  codes: codes.split(';').map(readCode),
}))

function readCode(pair: string): FilterCode {
  const trimmed = pair.trim()
  const end = trimmed.indexOf(' ')
  return { code: trimmed.slice(0, end), meaning: trimmed.slice(end + 1) }
}
