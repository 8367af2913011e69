// Whether an item is available, from the many ways in which sites say so.
import type { JsonObject } from '../model/absent.ts'
import { type FoundField, fieldsOf, rowListsOf } from './find-fields.ts'
import { humanise, humaniseValue } from './humanise.ts'

export interface Availability {
  readonly text: string
  readonly state: 'yes' | 'no' | 'unclear'
}

/** Nearest to the point first. */
const NAMES = [
  'in_stock',
  'is_sold_out',
  'sold_out',
  'availability',
  'stockStatus',
  'stock_status',
  'is_available',
  'available',
  'status_modifier',
  'status',
]

export function availabilityOf(item: JsonObject, fields: readonly FoundField[]): Availability | undefined {
  const own = fieldAvailability(fields)
  // Some shops say of the product what holds for one of its sizes: that others can be had is nearer to the point.
  if (own && own.state !== 'no') return own
  return rowAvailability(item, own ? 1 : 0) ?? own
}

/** How many rows can be had, unless fewer than `least`. */
function rowAvailability(item: JsonObject, least: number): Availability | undefined {
  for (const { name, rows } of rowListsOf(item)) {
    if (/review/i.test(name)) continue
    const states = rows.flatMap(row => fieldAvailability([...fieldsOf(row)]) ?? [])
    if (states.length === 0) continue
    const can = states.filter(one => one.state === 'yes').length
    if (can < least) continue
    return { text: `${can} of ${rows.length} available`, state: can > 0 ? 'yes' : 'no' }
  }
  return undefined
}

function fieldAvailability(fields: readonly FoundField[]): Availability | undefined {
  for (const name of NAMES) {
    const found = fields.find(
      field => field.name === name && ['string', 'boolean'].includes(typeof field.value),
    )
    if (found && found.value !== '') return parseAvailability(name, found.value)
  }
  return undefined
}

function parseAvailability(name: string, value: unknown): Availability {
  if (typeof value === 'boolean') {
    const can = name.includes('sold') ? !value : value
    return can ? { text: 'In stock', state: 'yes' } : { text: 'Sold out', state: 'no' }
  }
  const text = String(value)
  return { text: formatStatus(text), state: availabilityState(text) }
}

/** `OUTOFSTOCK`, `InStock`, `single_in_stock` and `BUYABLE_BUY` as people write them. */
export function formatStatus(text: string): string {
  if (/^buyable/i.test(text)) return 'Available'
  const joined = /^(in|out ?of|sold|pre)[ _-]?(stock|out|order)$/i.exec(text)
  if (joined) return humanise(`${joined[1]?.replace(/^out ?of$/i, 'out of')} ${joined[2]}`)
  return /^(?:[A-Z]{3,}|[a-z]{3,})$/.test(text) ? humanise(text.toLowerCase()) : humaniseValue(text)
}

export function availabilityState(text: string): Availability['state'] {
  if (/not[ _-]|out.?of|sold|unavailable|inactive|hold|discontinued/i.test(text)) return 'no'
  return /in.?stock|active|buyable|available|limited/i.test(text) ? 'yes' : 'unclear'
}
