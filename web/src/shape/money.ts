// Money in answers: recognised by the field name and its neighbours, since sites write it in their own ways.
import { isObject, type Json, type JsonObject } from '../model/absent.ts'
import { splitWords } from './humanise.ts'

export interface Money {
  readonly amount: number
  readonly currency: string | undefined
}

const PRICE = new Set(['price', 'prices', 'ask', 'bid', 'cents', 'retail'])
const NOT_MONEY = new Set([
  'percentage',
  'percent',
  'count',
  'number',
  'currency',
  'until',
  'available',
  'id',
  'is',
  'show',
  'promo',
  'msg',
])

export function isMoneyName(name: string, parent = ''): boolean {
  const words = splitWords(name)
  if (words.some(word => NOT_MONEY.has(word))) return false
  if (words.some(word => PRICE.has(word)) || words.join(' ') === 'last sale') return true
  // `pricing: { sale, standard }`
  return parent === 'pricing' && ['sale', 'standard'].includes(name)
}

/** The amount in the field `name` of `holder`, with the currency that stands in it or beside it. */
export function moneyAt(holder: JsonObject, name: string, parent = ''): Money | undefined {
  if (!isMoneyName(name, parent)) return undefined
  const value = holder[name]
  const unit = splitWords(name).includes('cents') ? 100 : 1
  if (isObject(value)) {
    const amount = amountOf(value.amount ?? value.value)
    return amount === undefined ? undefined : { amount: amount / unit, currency: textOf(value.currency) }
  }
  const amount = amountOf(value)
  if (amount === undefined) return undefined
  return {
    amount: amount / unit,
    currency:
      textOf(holder[`${name}_currency`]) ??
      textOf(holder.price_currency) ??
      textOf(holder.currency) ??
      symbolIn(holder[`formatted_${name}`]),
  }
}

/** A price of 0 is a placeholder wherever shops write it; the raw answer shows it. */
function amountOf(value: Json | undefined): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value))
  return isNumber && Number(value) !== 0 ? Number(value) : undefined
}

/** `£` of `£119.99`: some shops name the currency in the written price only. */
function symbolIn(written: Json | undefined): string | undefined {
  const [symbol] = /\p{Sc}|\b[A-Z]{3}\b/u.exec(textOf(written) ?? '') ?? []
  return symbol
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function formatMoney({ amount, currency }: Money): string {
  const whole = Number.isInteger(amount)
  const digits = { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 }
  if (!currency || !/^[A-Z]{3}$/.test(currency))
    return `${currency ?? ''}${amount.toLocaleString('en', digits)}`
  return amount.toLocaleString('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  })
}
