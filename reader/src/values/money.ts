// Money: an exact decimal string and an ISO 4217 code. Amounts never pass through floating-point arithmetic.
import { currencyFromSymbol, minorUnits } from './currency.ts'
import { UNITS } from './currency-data.ts'
import { shiftDecimalPoint, withoutNoise } from './number.ts'
import { parsePrice } from './price.ts'

export interface Money {
  readonly amount: string
  readonly currency: string
}

type GivenAmount = string | number | null | undefined

const DECIMAL = /^(\d+)(?:\.(\d*))?$/
/** More digits than any price has; anything longer is not an amount. */
const DIGITS_MAX = 30

/**
 * From units of the currency: a number, by its shortest decimal form, or a decimal string (`119.99`).
 * Undefined when the amount or the currency is unknown: a price without a currency is not a price.
 */
export function money(amount: GivenAmount, currency: string | null | undefined): Money | undefined {
  const { code, places = 0 } = unitOf(currency)
  const text = typeof amount === 'number' ? decimalText(amount) : amount?.trim()
  const isMoved = places > 0 && DECIMAL.test(text ?? '')
  const [, whole = '', fraction = ''] =
    DECIMAL.exec(isMoved ? shiftDecimalPoint(text ?? '', places) : (text ?? '')) ?? []
  if (code === undefined || whole === '' || whole.length + fraction.length > DIGITS_MAX) return undefined
  return { amount: canonical(whole, fraction, minorUnits(code)), currency: code }
}

/** From minor units (cents; yen as they are): an integer, as a number or as digits. */
export function moneyFromMinor(amount: GivenAmount, currency: string | null | undefined): Money | undefined {
  const { code, places: moved = 0 } = unitOf(currency)
  const digits = typeof amount === 'number' && Number.isSafeInteger(amount) ? String(amount) : amount
  if (code === undefined || typeof digits !== 'string' || !/^\d{1,30}$/.test(digits)) return undefined
  const places = minorUnits(code)
  const padded = digits.padStart(places + 1, '0')
  const cut = padded.length - places
  if (moved > 0) return money(`${padded.slice(0, cut)}.${padded.slice(cut)}`, currency)
  return { amount: canonical(padded.slice(0, cut), padded.slice(cut), places), currency: code }
}

/** From a printed price (`£1,299.00`); a printed currency takes precedence over the given one. */
export function moneyFromText(text: string | null | undefined, currency?: string | null): Money | undefined {
  const read = parsePrice(text)
  return money(read?.amount, read?.isoCurrency ?? (read?.currency ? undefined : currency))
}

const EXACT_DIGITS = 15

/** Negative, zero or positive, like a sort comparator; both amounts must be in the same currency. */
export function compareAmounts(a: Money, b: Money): number {
  // Decimals of up to 15 digits map to distinct doubles in the same order.
  if (a.amount.length <= EXACT_DIGITS && b.amount.length <= EXACT_DIGITS)
    return Math.sign(Number(a.amount) - Number(b.amount))
  const [wholeA = '', fractionA = ''] = a.amount.split('.')
  const [wholeB = '', fractionB = ''] = b.amount.split('.')
  const places = Math.max(fractionA.length, fractionB.length)
  const difference =
    BigInt(wholeA + fractionA.padEnd(places, '0')) - BigInt(wholeB + fractionB.padEnd(places, '0'))
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** One spelling per amount: as many decimals as the currency has, more only if they are not zero. */
function canonical(whole: string, fraction: string, places: number): string {
  const units = whole.replace(/^0+(?=\d)/, '')
  const rest = fraction.replace(/(?<!0)0+$/, '').padEnd(places, '0')
  return rest === '' ? units : `${units}.${rest}`
}

/** JavaScript writes some numbers as `1e21` or `1e-7`; prices are written out. */
function decimalText(number: number): string | undefined {
  const text = String(withoutNoise(number))
  const [, digits = '', fraction = '', exponent = ''] = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text
  const shift = Number(exponent)
  if (Math.abs(shift) > DIGITS_MAX) return undefined
  const all = digits + fraction
  const point = digits.length + shift
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`
  return point >= all.length ? all.padEnd(point, '0') : `${all.slice(0, point)}.${all.slice(point)}`
}

/** Accepts codes only: a symbol may belong to several currencies. A toman is ten rials. */
function unitOf(currency: string | null | undefined): { code?: string | undefined; places?: number } {
  const written = currency?.trim() ?? ''
  const code = /^[a-z]{3}$/i.test(written) ? currencyFromSymbol(written) : undefined
  return UNITS[code ?? ''] ?? { code }
}
