// Times as people say them.

export function timeText(at: string | number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}

/** `3 Nov`; a day without a time is the same day everywhere. */
export function dayText(at: string | number): string {
  const timeZone = typeof at === 'string' && !at.includes('T') ? 'UTC' : undefined
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone })
}

/** `3 min ago`, `in 2 h`. */
export function fromNow(at: string, nowMs: number): string {
  const s = Math.round((Date.parse(at) - nowMs) / 1000)
  const text = durationText(Math.abs(s))
  if (s === 0) return 'now'
  return s < 0 ? `${text} ago` : `in ${text}`
}

export function durationText(s: number): string {
  if (s < 90) return `${s} s`
  if (s < 5_400 && s !== 3600) return `${Math.round(s / 60)} min`
  return s < 129_600 ? `${Math.round(s / 3600)} h` : `${Math.round(s / 86_400)} days`
}
