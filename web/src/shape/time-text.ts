// Times as people say them.

// A chart writes hundreds of them, and a formatter costs a hundred times what it writes.
const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const DAY = { day: 'numeric', month: 'short' } as const
const LOCAL_DAY = new Intl.DateTimeFormat('en-GB', DAY)
const UTC_DAY = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' })

export function timeText(at: string | number): string {
  return TIME.format(new Date(at))
}

/** `3 Nov`; a day without a time is the same day everywhere. */
export function dayText(at: string | number): string {
  const isDay = typeof at === 'string' && !at.includes('T')
  return (isDay ? UTC_DAY : LOCAL_DAY).format(new Date(at))
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY_MS = 86_400_000

/** `3 Nov to 9 Nov`; within a day its hours: `3 Nov, 08:00 to 17:30`. */
export function periodText(fromMs: number, toMs: number): string {
  const [from, to] = [dayText(fromMs), dayText(toMs)]
  if (toMs - fromMs >= DAY_MS) return `${from} to ${to}`
  const start = `${from}, ${CLOCK.format(fromMs)}`
  return toMs === fromMs ? start : `${start} to ${from === to ? '' : `${to}, `}${CLOCK.format(toMs)}`
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
