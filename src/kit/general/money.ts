// Money: an exact decimal as text and an ISO 4217 code. No amount passes through a float on its way here.
import { currencyFromSymbol, minorUnits } from '../values/currency.ts'
import { parsePrice } from '../values/price.ts'

export interface Money {
  readonly amount: string
  readonly currency: string
}

type Given = string | number | null | undefined

const DECIMAL = /^(\d+)(?:\.(\d*))?$/
/** More digits than any price has; what is longer is no amount. */
const DIGITS_MAX = 30

/**
 * From units of the currency: a number by its shortest decimal text, or a decimal text (`119.99`).
 * Undefined where the amount or the currency is not known: a price without its currency is no price.
 */
export function money(amount: Given, currency: string | null | undefined): Money | undefined {
  const code = isoCode(currency)
  const text = typeof amount === 'number' ? decimalText(amount) : amount?.trim()
  const [, whole = '', fraction = ''] = DECIMAL.exec(text ?? '') ?? []
  if (code === undefined || whole === '' || whole.length + fraction.length > DIGITS_MAX) return undefined
  return { amount: canonical(whole, fraction, minorUnits(code)), currency: code }
}

/** From minor units (cents; yen as they are): an integer, as a number or as digits. */
export function moneyFromMinor(amount: Given, currency: string | null | undefined): Money | undefined {
  const code = isoCode(currency)
  const digits = typeof amount === 'number' && Number.isSafeInteger(amount) ? String(amount) : amount
  if (code === undefined || typeof digits !== 'string' || !/^\d{1,30}$/.test(digits)) return undefined
  const places = minorUnits(code)
  const padded = digits.padStart(places + 1, '0')
  const cut = padded.length - places
  return { amount: canonical(padded.slice(0, cut), padded.slice(cut), places), currency: code }
}

/** From a price as a shop prints it (`£1,299.00`); the currency printed there counts, else the given one. */
export function moneyFromText(text: string | null | undefined, currency?: string | null): Money | undefined {
  const read = parsePrice(text)
  return money(read?.amount, read?.isoCurrency ?? (read?.currency ? undefined : currency))
}

const EXACT_DIGITS = 15

/** Below 0, 0 or above 0 as the first amount is smaller, equal or larger; only within one currency. */
export function compareAmounts(a: Money, b: Money): number {
  // Decimals of up to 15 digits are different doubles in the same order.
  if (a.amount.length <= EXACT_DIGITS && b.amount.length <= EXACT_DIGITS)
    return Math.sign(Number(a.amount) - Number(b.amount))
  const [wholeA = '', fractionA = ''] = a.amount.split('.')
  const [wholeB = '', fractionB = ''] = b.amount.split('.')
  const places = Math.max(fractionA.length, fractionB.length)
  const difference =
    BigInt(wholeA + fractionA.padEnd(places, '0')) - BigInt(wholeB + fractionB.padEnd(places, '0'))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** One spelling for one amount: the decimals of its currency, more only where they are not zero. */
function canonical(whole: string, fraction: string, places: number): string {
  const units = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/(?<!0)0+$/, '').padEnd(places, '0')
  return rest === '' ? units : `${units}.${rest}`
}

/** `1e21` and `1e-7` are how JavaScript writes some numbers; a price is written out. */
function decimalText(number: number): string | undefined {
  const text = String(number)
  const [, digits = '', fraction = '', exponent = ''] = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text
  const shift = Number(exponent)
  if (Math.abs(shift) > DIGITS_MAX) return undefined
  const all = digits + fraction
  const point = digits.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`
  return point >= all.length ? all.padEnd(point, '0') : `${all.slice(0, point)}.${all.slice(point)}`
}

/** The code itself; a sign that several currencies share says nothing. */
function isoCode(currency: string | null | undefined): string | undefined {
  return currency && /^[a-z]{3}$/i.test(currency.trim()) ? currencyFromSymbol(currency.trim()) : undefined
}
