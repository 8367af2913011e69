// What a text of a page, or a value in its data, means for a field that was taught.
import { AVAILABILITIES, CONDITIONS } from '../values/offers.ts'
import { schemaCondition } from '../schema-org/schema-org-states.ts'
import { statedCurrency } from '../values/currency-by-country.ts'
import { findCurrency } from '../values/currency.ts'
import { gtin, parseGtin } from '../values/gtin.ts'
import { parsePrice } from '../values/price.ts'
import { cleanText } from '../values/text.ts'
import { parseAvailability } from '../product-shape.ts'
import { currencyOfPrintedSign } from '../page/dollar-country.ts'
import { parseMachinePrice } from '../values/machine-price.ts'
import { hardStateIn } from '../statements/stock-phrases.ts'
import { MEASURE_AFTER } from '../words/price-words.ts'
import type { TaughtField } from './taught-rule.ts'

/** Where a value was found, as far as its meaning depends on it. */
export interface Spelling {
  /** In data, "12.345" is a decimal; printed, it may be twelve thousand. */
  readonly isData: boolean
  readonly url: string
  readonly language: string | undefined
}

const TEXT_MAX: Readonly<Partial<Record<TaughtField, number>>> = { name: 500, brand: 80, sku: 80, mpn: 80 }
/** A price with what stands around it. */
const PRICE_TEXT_MAX = 160

/** Undefined if the text has no such value: a rule then finds nothing there. */
export function readTaughtValue(field: TaughtField, value: unknown, spelling: Spelling): string | undefined {
  if (typeof value === 'boolean')
    return field === 'availability' ? (value ? 'in_stock' : 'out_of_stock') : undefined
  const text = typeof value === 'number' ? String(value) : cleanText(typeof value === 'string' ? value : null)
  if (text === undefined) return undefined
  switch (field) {
    case 'price':
    case 'list_price':
      return readAmount(typeof value === 'number' ? value : text, spelling)
    case 'currency':
      return readCurrency(text, spelling)
    case 'availability':
      return spelling.isData
        ? (parseAvailability(text) ?? hardStateIn(text))
        : (hardStateIn(text) ?? schemaState(text))
    case 'condition':
      return schemaCondition(text)
    case 'gtin':
      return gtin(parseGtin(text)?.value)
    default:
      return text.length <= (TEXT_MAX[field] ?? 0) && /[\p{L}\p{N}]/u.test(text) ? text : undefined
  }
}

function readAmount(value: string | number, { isData }: Spelling): string | undefined {
  if (typeof value === 'string' && value.length > PRICE_TEXT_MAX) return undefined
  if (isMeasure(String(value))) return undefined
  const amount = (isData ? parseMachinePrice(value) : undefined) ?? parsePrice(String(value))?.amount
  return amount !== null && amount !== undefined && Number(amount) > 0 ? amount : undefined
}

/** "166.00 g", without a currency. */
function isMeasure(text: string): boolean {
  const [head = '', ...rest] = text.split(parsePrice(text)?.amountText ?? text)
  const tail = rest.join(' ')
  const unit = MEASURE_AFTER.exec(tail)?.[0]
  return unit !== undefined && findCurrency(`${head} ${tail.slice(unit.length)}`) === undefined
}

function readCurrency(text: string, { url, language }: Spelling): string | undefined {
  if (text.length > PRICE_TEXT_MAX) return undefined
  const written = findCurrency(text) ?? (text.length <= 5 ? text : undefined)
  if (written === undefined) return undefined
  return written === '$'
    ? currencyOfPrintedSign(written, { url, language, segments: [] })
    : statedCurrency(written, { url, language })
}

/** An attribute or a class that names the state as schema.org does. */
function schemaState(text: string): string | undefined {
  return /^(?:https?:\/\/schema\.org\/)?[A-Z]\w+$/.test(text) ? parseAvailability(text) : undefined
}

/** Whether two values of a field are the same to a person who names one. */
export function isSameValue(field: TaughtField, value: string | null, other: string | null): boolean {
  if (value === null || other === null) return value === other
  if (isAmount(field)) return Number(value) === Number(other)
  if (field === 'gtin') return value.replace(/^0+/, '') === other.replace(/^0+/, '')
  return keyOf(value) === keyOf(other)
}

function keyOf(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}

const NAMED_MAX = 500

/** A value as somebody types it. */
export function readNamedValue(
  field: TaughtField,
  input: unknown,
): { readonly value: string } | { readonly error: string } {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : ''
  if (text === '' || text.length > NAMED_MAX) return { error: `${field} must be a text, or null` }
  if (field === 'availability' || field === 'condition') {
    const allowed: readonly string[] = field === 'availability' ? AVAILABILITIES : CONDITIONS
    const value = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
    return allowed.includes(value) ? { value } : { error: `${field} must be one of ${allowed.join(', ')}` }
  }
  const value = readTaughtValue(field, text, { isData: false, url: '', language: undefined })
  const kind = {
    price: 'an amount',
    list_price: 'an amount',
    currency: 'a currency code',
    gtin: 'a valid GTIN',
  }
  if (value === undefined)
    return { error: `${field} must be ${kind[field as 'price'] ?? 'a text of a few words'}` }
  const sign = isAmount(field) ? findCurrency(text) : undefined
  return { value: sign === undefined ? value : `${value} ${sign}` }
}

export function isAmount(field: TaughtField): boolean {
  return field === 'price' || field === 'list_price'
}

/** An amount may be named with its currency: `166.00 USD`. */
export function splitNamed(
  field: TaughtField,
  named: string | null,
): { readonly value: string | null; readonly sign?: string | undefined } {
  if (named === null || !isAmount(field)) return { value: named }
  const [value = '', ...sign] = named.split(' ')
  return { value, sign: sign.length === 0 ? undefined : sign.join(' ') }
}
