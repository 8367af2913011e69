// The filters of the watch market in both spellings, for the filter lookup and the search.
import { type AllowedValue, snakeCase } from '#kit'
import { filterCodes } from './filter-codes.ts'

export interface Filter {
  /** As spelled in the search URL: `dialColor`. */
  readonly camel: string
  /** As spelled in our parameters: `dial_color`. One-word names are the same in both. */
  readonly snake: string
  readonly label: string
  readonly codes: readonly AllowedValue[]
}

export const filters: readonly Filter[] = filterCodes.map(([camel, label, codes]) => ({
  camel,
  snake: snakeCase(camel),
  label,
  codes: codes.split(';').map(readCode),
}))

function readCode(pair: string): AllowedValue {
  const trimmed = pair.trim()
  const end = trimmed.indexOf(' ')
  return { code: trimmed.slice(0, end), label: trimmed.slice(end + 1) }
}
