// Parses and formats durations such as 90s, 15m, 6h, 7d or 2w: intervals, cooldowns and the windows of conditions. Pure.

const UNITS_S = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const

/** Seconds; undefined if the text is not a duration. A number without a unit means seconds. */
export function parseDuration(input: string | number): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,9})\s*([smhdw])?$/.exec(String(input).trim()) ?? []
  return amount === undefined ? undefined : Number(amount) * UNITS_S[unit as keyof typeof UNITS_S]
}

/** The shortest form without weeks: 900 is 15m. */
export function durationText(seconds: number): string {
  for (const unit of ['d', 'h', 'm'] as const) {
    if (seconds > 0 && seconds % UNITS_S[unit] === 0) return `${seconds / UNITS_S[unit]}${unit}`
  }
  return `${seconds}s`
}
