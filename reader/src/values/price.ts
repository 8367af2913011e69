// Parses prices in any shop's notation: the amount as an exact decimal, and the currency as written.
import { currencyFromSymbol, findCurrency, minorUnits } from './currency.ts'
import { type FoundNumber, findNumbers, plainDigits, toDecimal } from './number.ts'

export type PriceHints = {
  /** Text near the price that may name the currency. */
  currency?: string | null | undefined
  decimalSeparator?: string | null | undefined
}

export type Price = {
  /** Exact decimal; null when the text names a currency but no amount. */
  amount: string | null
  /** The currency as written in the text or the hint. */
  currency: string | null
  /** The number as written. */
  amountText: string | null
  isoCurrency: string | null
}

// A number after one of these is a quantity, a date, a threshold or below zero, never a price.
const NOT_A_PRICE = [
  /^\s?(?:\p{Sc}|[A-Z]{3})? ?(?:[-−] ?|–)(?:\p{Sc}|[A-Z]{3})? ?$/u,
  /(?:min(?:imum|\.)? ?(?:order|qty|quantity)|qty|quantity|мин\.? ?заказ|кол-во|количество|menge) ?[.:]? ?$/iu,
  /(?:^|[\s(,])(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(?:\d{1,2},?\s+)?$/i,
  { test: isThreshold },
]
const FREE_DELIVERY = /free (?:shipping|delivery)\b/i
const ABOVE = /\b(?:orders?|over|above|from|of) ?[^\d\s]{0,3} ?$/i
const FREE = /\bfree\b(?!\s*(?:shipping|delivery|returns?|gift))/i
const FREE_IN_OTHER_LANGUAGES: ReadonlySet<string> = new Set(
  'gratis|kostenlos|gratuito|gratuit|gratuita|бесплатно|безкоштовно|zdarma|za darmo|ingyenes|ücretsiz|無料|무료|免费|免費'.split(
    '|',
  ),
)
const RANGE = /^\s*(?:[-–—~]|to|till|bis|à|a|al|до|tot|til|do)\s*$/iu

// A price is near the start of a short text; nobody prints one after a page of words.
const MAX_LENGTH = 1000

/** The first price in a text; undefined when there is neither an amount nor a currency. */
export function parsePrice(text: string | null | undefined, hints: PriceHints = {}): Price | undefined {
  const plain = plainDigits((text ?? '').slice(0, MAX_LENGTH))
  const hint = plainDigits((hints.currency ?? '').slice(0, MAX_LENGTH))
  const currency = findCurrency(plain, hint) ?? null
  const isoCurrency = (currency && currencyFromSymbol(currency)) ?? null
  const picked = pickNumber(plain)
  const isMultiplied = picked !== undefined && MULTIPLIED.test(plain.slice(picked.end))
  const amountText = isMultiplied ? null : (picked?.text ?? (isFree(plain) ? '0' : null))
  const threeDecimals = isoCurrency !== null && minorUnits(isoCurrency) === 3 && isoCurrency !== 'IQD'
  const amount =
    (amountText && toDecimal(amountText, hints.decimalSeparator ?? undefined, threeDecimals)) ?? null
  if (amount === null && currency === null) return undefined
  return { amount, currency, amountText: amount === null ? null : amountText, isoCurrency }
}

/**
 * A number for adapters: numbers and machine-readable decimals are returned unchanged, price texts are read with
 * `parsePrice`; undefined when there is no amount.
 */
export function amount(value: string | number | null | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (value === null || value === undefined) return undefined
  const read = parsePrice(value)?.amount
  return read === null || read === undefined ? undefined : Number(read)
}

// A thousand or a million, depending on the language: no amount is better than a wrong one.
export const MULTIPLIED =
  /^ ?(?:mil|mille|mila|mill?ions?|millones|milhões|miljoen|mln|mio|tys|tis|tisíc|thousand|bn|billion|тыс|тис|млн|хил)(?!\p{L})/iu

function pickNumber(plain: string): FoundNumber | undefined {
  const numbers = findNumbers(plain).filter(
    number => !NOT_A_PRICE.some(pattern => pattern.test(plain.slice(0, number.start))),
  )
  const [first] = numbers
  if (!first) return undefined
  return numbers.find(number => isAfterQuantity(plain, first, number)) ?? first
}

// "2 Piece - $6.75": a small integer before a word is a quantity if an amount with a symbol follows.
function isAfterQuantity(plain: string, first: FoundNumber, later: FoundNumber): boolean {
  if (later === first || !/^\d{1,3}$/.test(first.text)) return false
  const between = plain.slice(first.end, later.start)
  const signed = findCurrency(plain.slice(Math.max(first.end, later.start - 4), later.end))
  return (
    signed !== undefined &&
    findCurrency(plain.slice(Math.max(0, first.start - 4), first.end)) === undefined &&
    !RANGE.test(between.replace(signed, '')) &&
    !touchesCurrency(between) &&
    /^\s*\p{L}/u.test(between)
  )
}

function touchesCurrency(between: string): boolean {
  const word = /^\s*\S+/.exec(between)?.[0]
  return word !== undefined && findCurrency(`1${word}`) !== undefined
}

function isFree(plain: string): boolean {
  const phrases = plain.toLowerCase().match(/\p{L}+(?: \p{L}+)*/gu) ?? []
  return FREE.test(plain) || (phrases.length === 1 && FREE_IN_OTHER_LANGUAGES.has(phrases[0]))
}

/** "Free shipping on orders over $": the text before a number. */
function isThreshold(before: string): boolean {
  const above = ABOVE.exec(before)
  if (above === null) return false
  const lead = before.slice(0, above.index)
  return FREE_DELIVERY.test(lead.slice(lead.lastIndexOf('.') + 1))
}
