// Parses Retry-After (seconds or a date) into milliseconds from now.

/** Cap for the value, which the site chooses and which may be anything. */
const MAX_RETRY_AFTER_MS = 60 * 60_000

export function retryAfterMs(value: string | undefined, now: number = Date.now()): number | undefined {
  const ms = parseMs(value?.trim(), now)
  return ms === undefined ? undefined : Math.min(ms, MAX_RETRY_AFTER_MS)
}

function parseMs(text: string | undefined, now: number): number | undefined {
  if (!text) return undefined
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // `Date.parse` would read a signed number as a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
