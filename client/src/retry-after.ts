/** Seconds or an HTTP date, in milliseconds from now. */
export function retryAfterMs(
  header: string | null | undefined,
  nowMs: number = Date.now(),
): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  // Date.parse takes -5 for a year.
  const date = /[a-z]/i.test(text) && Date.parse(text)
  return date ? Math.max(0, date - nowMs) : undefined
}
