// Formats the prices of an answer with their currency.
import { money, moneyFromMinor } from '#reader/values/money'
import { isRecord } from '#kit/schema/is-record'
import { findCurrencyField, isInCents, isPriceName, splitWords } from '#kit/page/price-field'

type Holder = Readonly<Record<string, unknown>>

export interface Price {
  /** `121.00 USD`; only the amount if the currency is unknown. */
  readonly text: string
  readonly hasCurrency: boolean
  /** Fields that are already part of the text. */
  readonly uses: readonly string[]
}

const DECIMAL = /^\d+(?:\.\d+)?$/

/** The price in the field `name` of `holder`, with its own currency, that of a neighbouring field, or the shop's. */
export function priceAt(
  holder: Holder,
  name: string,
  { parent = '', currency: ofShop }: { parent?: string | undefined; currency?: string | undefined } = {},
): Price | undefined {
  const value = holder[name]
  const isMinor = isInCents(name)
  if (isRecord(value)) {
    const field = 'amount' in value ? 'amount' : 'value'
    const amount = amountOf(value[field])
    const currency = textOf(value.currency)
    if (amount === undefined || currency === undefined) return undefined
    return { ...priceOf(amount, currency, isMinor), uses: [field, 'currency', 'symbol'] }
  }
  const amount = amountOf(value)
  if (amount === undefined || !isPriceName(name, parent)) return undefined
  const currencyField = findCurrencyField(holder, name)
  const currency = currencyField
    ? textOf(holder[currencyField])
    : splitWords(name).includes('usd')
      ? 'USD'
      : ofShop
  return { ...priceOf(amount, currency, isMinor), uses: currencyField ? [currencyField] : [] }
}

function priceOf(
  amount: string,
  currency: string | undefined,
  isMinor: boolean,
): Pick<Price, 'text' | 'hasCurrency'> {
  const exact = isMinor ? moneyFromMinor(amount, currency) : money(amount, currency)
  if (exact) return { text: `${exact.amount} ${exact.currency}`, hasCurrency: true }
  const plain = isMinor ? (Number(amount) / 100).toFixed(2) : amount
  return { text: currency ? `${plain} ${currency}` : plain, hasCurrency: currency !== undefined }
}

function amountOf(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  return DECIMAL.test(text) ? text : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
