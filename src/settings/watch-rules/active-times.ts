// The times in which a watch is checked: `Mon-Fri 08:00-20:00 Europe/Berlin`. Pure.

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Times are looked for in steps of this size; offsets of time zones are multiples of it. */
const STEP_MS = 15 * MINUTE_MS
/** A week and a day, and another week: in the one in which the clocks go forward, the times may not exist. */
const SEARCH_MS = 15 * DAY_MINUTES * MINUTE_MS

interface ActiveTimes {
  readonly days: ReadonlySet<number>
  /** Minutes of the day; the end may lie on the next day. */
  readonly fromMinute: number
  readonly toMinute: number
  /** Writes times of the time zone. */
  readonly clock: Intl.DateTimeFormat
}

const FORM = 'write it as "Mon-Fri 08:00-20:00 Europe/Berlin", or as "08:00-20:00" for every day in UTC'

export function parseActive(text: string): { readonly active: string } | { readonly error: string } {
  const parsed = parse(text)
  return 'error' in parsed ? parsed : { active: text.trim().replaceAll(/\s+/g, ' ') }
}

/** The first time from `ms` on that is active. */
export function nextActiveMs(active: string, ms: number): number {
  const parsed = parse(active)
  if ('error' in parsed || isActive(parsed, ms)) return ms
  const firstStep = Math.floor(ms / STEP_MS) * STEP_MS
  for (let at = firstStep; at < ms + SEARCH_MS; at += STEP_MS) {
    // The times may begin at any minute of a step, and end before the next.
    const waitMs = (parsed.fromMinute - localTime(at, parsed).minute) * MINUTE_MS
    const candidates = waitMs > 0 && waitMs < STEP_MS ? [at, at + waitMs] : [at]
    const start = candidates.find(one => one > ms && isActive(parsed, one))
    if (start !== undefined) return start
  }
  return ms
}

function isActive(times: ActiveTimes, ms: number): boolean {
  const { days, fromMinute, toMinute } = times
  const { day, minute } = localTime(ms, times)
  if (fromMinute < toMinute) return days.has(day) && minute >= fromMinute && minute < toMinute
  return (days.has(day) && minute >= fromMinute) || (days.has((day + 6) % 7) && minute < toMinute)
}

function localTime(ms: number, { clock }: ActiveTimes): { readonly day: number; readonly minute: number } {
  const parts = clock.formatToParts(ms)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  const day = DAYS.indexOf(part('weekday').toLowerCase() as (typeof DAYS)[number])
  return { day, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

function parse(text: string): ActiveTimes | { readonly error: string } {
  const words = text.trim().split(/\s+/)
  const timesAt = words.findIndex(word => /^\d\d?:\d\d-\d\d?:\d\d$/.test(word))
  const times = words[timesAt]
  if (times === undefined || timesAt > 1 || words.length - timesAt > 2) return { error: FORM }
  const days = timesAt === 0 ? new Set(DAYS.keys()) : parseDays(words[0] ?? '')
  if (!days) return { error: `${JSON.stringify(words[0])} are not days; ${FORM}` }
  const [fromMinute, toMinute] = times.split('-').map(parseMinute)
  if (fromMinute === undefined || toMinute === undefined || fromMinute === toMinute) return { error: FORM }
  const timeZone = words[timesAt + 1] ?? 'UTC'
  const clock = clockOf(timeZone)
  if (!clock) return { error: `${JSON.stringify(timeZone)} is not a time zone such as Europe/Berlin` }
  return { days, fromMinute, toMinute, clock }
}

/** `Mon`, `Mon-Fri` or `Mon,Wed,Sat-Sun`. */
function parseDays(text: string): Set<number> | undefined {
  const days = new Set<number>()
  for (const range of text.toLowerCase().split(',')) {
    const [from = -1, to = from, more] = range
      .split('-')
      .map(name => DAYS.indexOf(name as (typeof DAYS)[number]))
    if (from < 0 || to < 0 || more !== undefined) return undefined
    for (let day = from; ; day = (day + 1) % DAYS.length) {
      days.add(day)
      if (day === to) break
    }
  }
  return days
}

function parseMinute(text: string): number | undefined {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  const total = hour * 60 + minute
  return minute < 60 && total <= DAY_MINUTES ? total : undefined
}

/** Undefined if there is no such time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  } catch {
    return undefined
  }
}
