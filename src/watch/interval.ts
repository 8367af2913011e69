// Parses and formats the interval of a watch: seconds, or a duration such as 15m.

const EVERY_MIN_S = 60
const EVERY_MAX_S = 30 * 86_400
export const EVERY_DEFAULT_S = 3_600

const UNITS_S = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export type ParsedInterval = { readonly everyS: number } | { readonly error: string }

export function parseInterval(input: string | number): ParsedInterval {
  const [, amount, unit = 's'] = /^(\d{1,9})\s*([smhd])?$/.exec(String(input).trim()) ?? []
  if (amount === undefined) return { error: 'it must be seconds, or a time such as 90s, 15m, 1h or 1d' }
  const everyS = Number(amount) * UNITS_S[unit as keyof typeof UNITS_S]
  if (everyS < EVERY_MIN_S) return { error: `it must be at least ${EVERY_MIN_S} seconds` }
  if (everyS > EVERY_MAX_S) return { error: 'it must be at most 30 days' }
  return { everyS }
}

/** The shortest form: 900 is 15m. */
export function intervalText(everyS: number): string {
  for (const [unit, seconds] of Object.entries(UNITS_S).toReversed()) {
    if (everyS % seconds === 0) return `${everyS / seconds}${unit}`
  }
  return `${everyS}s`
}
