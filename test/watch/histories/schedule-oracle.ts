// When a scheduled check may run: from the words of `active` and `every` in docs/alerts.md and docs/watches.md.

/** `active` as data; `text` is what the user writes. Minutes of the day; a range may cross midnight. */
export interface ActiveTimes {
  text: string
  /** 0 is Sunday. */
  days: number[]
  from: number
  to: number
  zone: string
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** What the clock on the wall says there, daylight saving time included. */
function wallClock(at: number, zone: string): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  return { day: DAYS.indexOf(part('weekday')), minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

export function isActive(active: ActiveTimes, at: number): boolean {
  const { day, minute } = wallClock(at, active.zone)
  if (active.from < active.to) return active.days.includes(day) && minute >= active.from && minute < active.to
  // Over midnight: the day is that on which the range begins.
  const yesterday = (day + 6) % 7
  return (
    (active.days.includes(day) && minute >= active.from) ||
    (active.days.includes(yesterday) && minute < active.to)
  )
}

/** The first minute from `at` on in which checks may run. */
export function nextActive(active: ActiveTimes, at: number): number {
  for (let minute = Math.ceil(at / 60_000); ; minute++)
    if (isActive(active, minute * 60_000)) return minute * 60_000
}

/** "It starts with one hour … halved … grows by a tenth … stays between five minutes and seven days." */
export function nextLearned(everyS: number, found: 'other' | 'same' | 'failed'): number {
  const next = found === 'other' ? everyS / 2 : found === 'same' ? everyS * 1.1 : everyS
  return Math.min(7 * 86_400, Math.max(300, next))
}
