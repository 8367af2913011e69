// Marks the offers of structured data that are not valid at the time of the fetch: expired ones and those of the future.
import { type Item, stringOf } from './schema-org-values.ts'

const OUTDATED = '@outdated'
const HOUR_MS = 3_600_000
// A day without a time zone starts 14 hours before UTC at the earliest and ends 12 hours after it at the latest.
const EARLIEST_MS = -14 * HOUR_MS
const LATEST_MS = (24 + 12) * HOUR_MS
const MAX_VALUES = 100_000

export function isOutdated(offer: Item): boolean {
  return offer[OUTDATED] === true
}

/** Changes the items. Without a time every offer counts as valid. */
export function markOutdated(items: Iterable<unknown>, fetchedAtMs: number | undefined): void {
  if (fetchedAtMs === undefined) return
  const open: unknown[] = [...items]
  for (let count = 0; open.length > 0 && count < MAX_VALUES; count++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const item = value as Record<string, unknown>
    if (!isValidAt(item, fetchedAtMs)) item[OUTDATED] = true
    for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
}

function isValidAt(offer: Item, atMs: number): boolean {
  const ends = ['priceValidUntil', 'validThrough', 'availabilityEnds'].map(name => dayOf(offer[name]))
  const starts = ['validFrom', 'availabilityStarts'].map(name => dayOf(offer[name]))
  // A comparison with a day that is not stated is false.
  return !ends.some(day => day + LATEST_MS < atMs) && !starts.some(day => day + EARLIEST_MS > atMs)
}

function dayOf(value: unknown): number {
  const day = parseDate(stringOf(value))?.slice(0, 10)
  return day === undefined ? Number.NaN : Date.parse(day)
}

/** Parses dates as shops print them into ISO 8601. Ambiguous dates need a given order and are rejected without one. */
export type DateHints = {
  /** The order in all-number dates such as 03/04/2024. */
  order?: 'day-first' | 'month-first'
}

const MONTHS =
  'jan feb mar apr may jun jul aug sep oct nov dec|januar februar märz april mai juni juli august september oktober november dezember|' +
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre|' +
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|' +
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|' +
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro|' +
  'januari februari maart april mei juni juli augustus september oktober november december|' +
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia|' +
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря|' +
  'ledna února března dubna května června července srpna září října listopadu prosince'

const MONTH_TABLES = MONTHS.split('|').map(names => names.split(' '))

/** Converts milliseconds or seconds since 1970, or text in any usual notation, to ISO 8601. */
export function parseDate(
  value: string | number | null | undefined,
  hints: DateHints = {},
): string | undefined {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'number') return fromEpoch(value)
  const text = value.trim()
  if (/^\d{10}(?:\d{3})?$/.test(text)) return fromEpoch(Number(text))
  return fromIso(text) ?? fromNumbers(text, hints) ?? fromMonthName(text)
}

function fromEpoch(epoch: number): string | undefined {
  if (!Number.isFinite(epoch) || epoch <= 0) return undefined
  // Up to the year 5138, seconds have at most 11 digits; since 1973, milliseconds have at least 12.
  const date = new Date(epoch < 1e11 ? epoch * 1000 : epoch)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z')
}

function fromIso(text: string): string | undefined {
  const found =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?/.exec(text)
  if (!found) return undefined
  const day = isoDay(Number(found[1]), Number(found[2]), Number(found[3]))
  if (!day || !found[4]) return day
  const zone = found[5]?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? ''
  return `${day}T${found[4].length === 5 ? `${found[4]}:00` : found[4]}${zone}`
}

function fromNumbers(text: string, { order }: DateHints): string | undefined {
  const yearFirst = /^(\d{4})[./年](\d{1,2})[./月](\d{1,2})/.exec(text)
  if (yearFirst) return isoDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const found = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)/.exec(text)
  if (!found) return undefined
  const [first, second] = [Number(found[1]), Number(found[3])]
  const year = Number(found[4]) < 100 ? 2000 + Number(found[4]) : Number(found[4])
  // With dots the day always comes first; a number above twelve has only one reading.
  const dayFirst = order ? order === 'day-first' : found[2] === '.' || first > 12 || first === second
  if (!order && !dayFirst && second <= 12) return undefined
  return dayFirst ? isoDay(year, second, first) : isoDay(year, first, second)
}

function fromMonthName(text: string): string | undefined {
  const dayFirst =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s*(?:de\s+|of\s+)?(\p{L}{3,})\.?,?\s*(?:de\s+)?(\d{4})/u.exec(
      text,
    )
  if (dayFirst) return isoDay(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]))
  const monthFirst = /(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u.exec(text)
  return monthFirst ? isoDay(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2])) : undefined
}

function monthOf(name: string | undefined): number {
  const wanted = name?.toLowerCase()
  if (!wanted) return 0
  for (const names of MONTH_TABLES) {
    const exact = names.findIndex(month => month === wanted)
    if (exact >= 0) return exact + 1
  }
  for (const names of MONTH_TABLES) {
    const begun = names.findIndex(month => month.startsWith(wanted) || wanted.startsWith(month))
    if (begun >= 0) return begun + 1
  }
  return 0
}

function isoDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real ? date.toISOString().slice(0, 10) : undefined
}
