// Marks the offers of structured data that are not valid at the time of the fetch: expired ones and those of the future.
import { parseDate } from '../../kit/values/date.ts'
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
