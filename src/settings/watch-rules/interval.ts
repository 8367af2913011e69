// Parses and formats the interval of a watch: seconds, a duration such as 15m, or auto.
import { durationText, parseDuration } from './duration.ts'

export const EVERY_MIN_S = 60
const EVERY_MAX_S = 30 * 86_400
export const EVERY_DEFAULT_S = 3_600

/** An interval that is learned begins with the default. */
const AUTO = 'auto'

export type ParsedInterval =
  | { readonly everyS: number; readonly isAuto: false }
  | { readonly isAuto: true }
  | { readonly error: string }

export function parseInterval(input: string | number): ParsedInterval {
  if (input === AUTO) return { isAuto: true }
  const everyS = parseDuration(input)
  if (everyS === undefined) return { error: 'it must be seconds, a time such as 90s, 15m, 1h or 1d, or auto' }
  if (everyS < EVERY_MIN_S) return { error: `it must be at least ${EVERY_MIN_S} seconds` }
  if (everyS > EVERY_MAX_S) return { error: 'it must be at most 30 days' }
  return { everyS, isAuto: false }
}

export const intervalText: (everyS: number) => string = durationText

/** The interval as `parseInterval` reads it. */
export function writtenInterval({
  everyS,
  isAuto,
}: {
  readonly everyS: number
  readonly isAuto: boolean
}): string {
  return isAuto ? AUTO : intervalText(everyS)
}

/** The interval for people: a learned one with its present value. */
export function shownInterval(everyS: number, isAuto: boolean): string {
  return isAuto ? `${intervalText(everyS)} (auto)` : intervalText(everyS)
}
