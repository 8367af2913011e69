// Whether an item can be had, from the many ways in which sites say so.
import type { JsonObject } from '../model/absent.ts'
import { type Found, fieldsOf, rowListsOf } from './find.ts'
import { humanise, humaniseValue } from './words.ts'

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

export function availabilityOf(item: JsonObject, fields: readonly Found[]): Availability | undefined {
  const own = stateOf(fields)
  // Some shops say of the product what holds for one of its sizes: that others can be had is nearer to the point.
  if (own && own.state !== 'no') return own
  return ofRows(item, own ? 1 : 0) ?? own
}

/** How many rows can be had, unless fewer than `least`. */
function ofRows(item: JsonObject, least: number): Availability | undefined {
  for (const { name, rows } of rowListsOf(item)) {
    if (/review/i.test(name)) continue
    const states = rows.flatMap(row => stateOf([...fieldsOf(row)]) ?? [])
    if (states.length === 0) continue
    const can = states.filter(one => one.state === 'yes').length
    if (can < least) continue
    return { text: `${can} of ${rows.length} available`, state: can > 0 ? 'yes' : 'no' }
  }
  return undefined
}

function stateOf(fields: readonly Found[]): Availability | undefined {
  for (const name of NAMES) {
    const found = fields.find(
      field => field.name === name && ['string', 'boolean'].includes(typeof field.value),
    )
    if (found && found.value !== '') return read(name, found.value)
  }
  return undefined
}

function read(name: string, value: unknown): Availability {
  if (typeof value === 'boolean') {
    const can = name.includes('sold') ? !value : value
    return can ? { text: 'In stock', state: 'yes' } : { text: 'Sold out', state: 'no' }
  }
  const text = String(value)
  return { text: statusWords(text), state: stateOfText(text) }
}

/** `OUTOFSTOCK`, `InStock` and `single_in_stock` as people write them. */
export function statusWords(text: string): string {
  const joined = /^(in|out ?of|sold|pre)[ _-]?(stock|out|order)$/i.exec(text)
  if (joined) return humanise(`${joined[1]?.replace(/^out ?of$/i, 'out of')} ${joined[2]}`)
  return /^(?:[A-Z]{3,}|[a-z]{3,})$/.test(text) ? humanise(text.toLowerCase()) : humaniseValue(text)
}

export function stateOfText(text: string): Availability['state'] {
  if (/not[ _-]|out.?of|sold|unavailable|inactive|hold|discontinued/i.test(text)) return 'no'
  return /in.?stock|active|buyable|available/i.test(text) ? 'yes' : 'unclear'
}
