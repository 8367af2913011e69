// Parses prices in structured data: numbers, decimals with a point, and printed prices.
import { parsePrice } from '../../kit/values/price.ts'
import { minorUnits } from '../../kit/values/currency.ts'
import { toDecimal } from '../../kit/values/number.ts'

type Item = Readonly<Record<string, unknown>>

/** A price in data: a number, a decimal with a point, or, against the rules but often, a printed price. */
export function parseMachinePrice(value: unknown, currency?: string): string | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? rounded(String(value), currency) : undefined
  if (typeof value === 'object' && value !== null) return parseNestedPrice(value as Item)
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  // Data uses a decimal point: "12.345" is not a group of thousands, except in currencies without minor units.
  if (/^\d+\.\d+$/.test(trimmed) && !(/^\d{1,3}\.\d{3}$/.test(trimmed) && hasNoMinorUnit(currency)))
    return rounded(toDecimal(trimmed, '.') ?? '', currency)
  return parsePrice(trimmed)?.amount ?? undefined
}

// A price computed from one without tax has more decimals than the currency. Below 1 they may be meant: 0.0042 per screw.
function rounded(amount: string, currency: string | undefined): string | undefined {
  const decimals = /\.(\d+)$/.exec(amount)?.[1]?.length ?? 0
  const places = currency === undefined ? 3 : Math.max(2, minorUnits(currency))
  return decimals > places && Number(amount) >= 1
    ? Number(amount).toFixed(Math.min(places, 2))
    : amount || undefined
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
    const found = key in item ? parseMachinePrice(item[key]) : undefined
    if (found !== undefined) return found
  }
  return undefined
}
