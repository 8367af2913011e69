// Parses prices in structured data: numbers, decimals with a point, and printed prices.
import { parsePrice } from './price.ts'
import { minorUnits } from './currency.ts'
import { toDecimal } from './number.ts'

type Item = Readonly<Record<string, unknown>>

/** A price in data: a number, a decimal with a point, or, against the rules but often, a printed price. */
export function parseMachinePrice(value: unknown, currency?: string): string | undefined {
  if (typeof value === 'number') return rounded(String(value), currency)
  if (typeof value === 'object' && value !== null) return parseNestedPrice(value as Item)
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  // Data uses a decimal point: "12.345" is not a group of thousands, except in currencies without minor units.
  if (/^\d+\.\d+$/.test(trimmed) && !(/^\d{1,3}\.\d{3}$/.test(trimmed) && hasNoMinorUnit(currency)))
    return rounded(toDecimal(trimmed, '.') ?? '', currency)
  return parseMachineText(trimmed)
}

/** A printed price of a text, or undefined: words with a number in them are a price only with a currency or cents. */
export function parseMachineText(text: string): string | undefined {
  const { amount, amountText, currency } = parsePrice(text) ?? {}
  if (amount == null || EXPONENT.test(text)) return undefined
  const isWordy = amountText !== '0' && /\p{L}/u.test(text)
  return isWordy && currency == null && !/[.,]\d\d$/.test(amountText ?? '') ? undefined : amount
}

const EXPONENT = /\de[+-]?\d/i

/**
 * A price computed from one without tax has more decimals than the currency. Below 1 they may be meant, and stay where
 * rounding would change the price: 0.0042 per screw.
 */
function rounded(amount: string, currency: string | undefined): string | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(amount)) return undefined
  const decimals = amount.split('.')[1]?.length ?? 0
  const places = currency === undefined ? 3 : Math.max(2, minorUnits(currency))
  if (decimals <= places) return amount
  const short = Number(amount).toFixed(Math.min(places, 2))
  const change = Math.abs(Number(short) - Number(amount))
  if (Number(amount) >= 1 || change <= Number(amount) * SMALL_CHANGE) return short
  return exactDecimal(amount)
}

const SMALL_CHANGE = 0.01
// Fewer than a double has: the last ones are the noise of a calculation.
const SURE_DECIMALS = 8

function exactDecimal(amount: string): string | undefined {
  const exact = Number(amount)
    .toFixed(SURE_DECIMALS)
    .replace(/(?<!0)0+$/, '')
  return Number(exact) > 0 ? exact : undefined
}

function hasNoMinorUnit(currency: string | undefined): boolean {
  return (
    currency !== undefined &&
    ['CLP', 'COP', 'JPY', 'KRW', 'VND', 'IDR', 'PYG', 'ISK', 'HUF', 'ARS'].includes(currency)
  )
}

// Some platforms put their own price object where the number belongs.
function parseNestedPrice(item: Item): string | undefined {
  for (const key of ['sales', 'value', 'decimalPrice', 'amount', 'price', '@value']) {
    const price = key in item ? parseMachinePrice(item[key]) : undefined
    if (price !== undefined) return price
  }
  return undefined
}
