// Parses and formats the interval of a watch: seconds, or a duration such as 15m.
import { durationText, parseDuration } from './duration.ts'

const EVERY_MIN_S = 60
const EVERY_MAX_S = 30 * 86_400
export const EVERY_DEFAULT_S = 3_600

export type ParsedInterval = { readonly everyS: number } | { readonly error: string }

export function parseInterval(input: string | number): ParsedInterval {
  const everyS = parseDuration(input)
  if (everyS === undefined) return { error: 'it must be seconds, or a time such as 90s, 15m, 1h or 1d' }
  if (everyS < EVERY_MIN_S) return { error: `it must be at least ${EVERY_MIN_S} seconds` }
  if (everyS > EVERY_MAX_S) return { error: 'it must be at most 30 days' }
  return { everyS }
}

export const intervalText: (everyS: number) => string = durationText
