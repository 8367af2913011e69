// Prices in an answer, with their currency: found by the name of the field and its neighbours, as each site writes them its own way.
import { money, moneyFromMinor } from '../kit/general/money.ts'

type Holder = Readonly<Record<string, unknown>>

export interface Price {
  /** `121.00 USD`; the amount alone where the answer names no currency. */
  readonly text: string
  readonly hasCurrency: boolean
  /** Fields of the holder that are part of the text. */
  readonly uses: readonly string[]
}

const PRICE = new Set(['price', 'prices', 'ask', 'bid', 'cents', 'retail'])
const NOT_PRICE = new Set(
  'percentage percent count number currency until available id is show promo msg stats'.split(' '),
)
const DECIMAL = /^\d+(?:\.\d+)?$/

/** The amount in the field `name` of `holder`, with the currency in it or beside it; else the one of the whole shop. */
export function priceAt(
  holder: Holder,
  name: string,
  { parent = '', currency: ofShop }: { parent?: string | undefined; currency?: string | undefined } = {},
): Price | undefined {
  const value = holder[name]
  const isMinor = hasWord(name, 'cents')
  if (isRecord(value)) {
    const field = 'amount' in value ? 'amount' : 'value'
    const amount = amountOf(value[field])
    const currency = textOf(value.currency)
    if (amount === undefined || currency === undefined) return undefined
    return { ...priceOf(amount, currency, isMinor), uses: [field, 'currency', 'symbol'] }
  }
  const amount = amountOf(value)
  if (amount === undefined || !isPriceName(name, parent)) return undefined
  const beside = [`${name}_currency`, 'price_currency', 'currency'].find(one => textOf(holder[one]))
  const currency = beside ? textOf(holder[beside]) : hasWord(name, 'usd') ? 'USD' : ofShop
  return { ...priceOf(amount, currency, isMinor), uses: beside ? [beside] : [] }
}

export function isPriceName(name: string, parent = ''): boolean {
  const words = wordsOf(name)
  if (words.some(word => NOT_PRICE.has(word))) return false
  if (words.some(word => PRICE.has(word)) || words.join(' ') === 'last sale') return true
  return parent === 'pricing' && ['sale', 'standard'].includes(name)
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

function hasWord(name: string, word: string): boolean {
  return wordsOf(name).includes(word)
}

/** `lowestPriceCents` and `lowest_price_cents` are both lowest, price, cents. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .map(word => word.toLowerCase())
}

export function isRecord(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
