// The prices of an answer as amounts with their currency, and as text.
import { findCurrencyField, isInCents, isPriceName } from '../../../src/kit/page/price-field.ts'
import { isObject, type Json, type JsonObject } from '../model/absent.ts'

export interface Money {
  readonly amount: number
  readonly currency: string | undefined
}

/** The amount in the field `name` of `holder`, with the currency that stands in it or beside it. */
export function moneyAt(holder: JsonObject, name: string, parent = ''): Money | undefined {
  if (!isPriceName(name, parent)) return undefined
  const value = holder[name]
  const unit = isInCents(name) ? 100 : 1
  if (isObject(value)) {
    const amount = amountOf(value.amount ?? value.value)
    return amount === undefined ? undefined : { amount: amount / unit, currency: textOf(value.currency) }
  }
  const amount = amountOf(value)
  if (amount === undefined) return undefined
  const beside = findCurrencyField(holder, name)
  return {
    amount: amount / unit,
    currency: beside ? textOf(holder[beside]) : symbolIn(holder[`formatted_${name}`]),
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
    ...digits,
  })
}
