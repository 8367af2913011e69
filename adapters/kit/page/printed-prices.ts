// Compares the prices of an answer with those that the shop prints: cents read as units are a wrong answer that looks right.
import { memberOf } from '../schema/pointer.ts'
import { withoutHiddenElements } from '#reader/values/strip-markup'
import { Fault } from '../fault.ts'
import { asLooseNumber } from '../schema/json-values.ts'
import type { Page } from './page.ts'
import { toBytes } from '#reader/html/bytes'
import { findPrintedMoney, type PrintedMoney } from '#reader/values/printed-money'
import { SHARED_SIGN } from '#reader/values/currency-by-country'
import { parsePrice } from '#reader/values/price'

/** A price that the page also prints. JSON Pointers, with `*` for array positions. */
export interface PriceField {
  readonly amount: string
  /** The currency code next to it. */
  readonly currency?: string
  /** Whether the amount is in hundredths of a unit, while pages print units. */
  readonly inHundredths?: boolean
}

interface Amount {
  readonly value: number
  readonly currency: string | undefined
}

/** A price in the wrong unit differs by one of these factors. */
const WRONG_FACTORS = [10, 100, 1000]
const PRICE_ELEMENT = /<[a-z][\w-]*\s[^<>]{0,300}?(?:price|money|amount)[^<>]{0,300}>/gi
/** Later elements show the prices of other products. */
const ELEMENTS_MAX = 5
const ELEMENT_LENGTH = 160

/**
 * Throws `upstream_changed` when the page prints none of a field's prices, but one that differs by a factor of 10, 100
 * or 1,000. A page that prints no price, or unrelated ones, passes.
 */
export function checkPrintedPrices(
  fields: readonly PriceField[],
  value: unknown,
  pages: readonly Page[],
): void {
  const stated = fields
    .map(field => ({ field: field.amount, amounts: amountsAt(value, field) }))
    .filter(one => one.amounts.length > 0)
  if (stated.length === 0) return
  const wanted = digitsOf(stated.flatMap(one => one.amounts))
  const printed = new Set<number>()
  const isUnprinted = ({ amounts }: StatedPrices) => !amounts.some(one => printed.has(thousandths(one.value)))
  for (const page of pages) {
    for (const { number } of moneyWithDigits(page, wanted)) {
      const amount = parsePrice(number)?.amount
      if (amount == null) continue
      printed.add(thousandths(Number(amount)))
      if (!stated.some(isUnprinted)) return
    }
  }
  for (const { field, amounts } of stated.filter(isUnprinted)) {
    for (const page of pages) mustNotDisagree(page, amounts, field)
  }
}

interface StatedPrices {
  readonly field: string
  readonly amounts: readonly Amount[]
}

function mustNotDisagree(page: Page, amounts: readonly Amount[], field: string): void {
  for (const printed of ownPrices(page, amounts)) {
    const wrong = amounts.find(one => fitsCurrency(one, printed) && isOffByTens(one.value, printed.value))
    if (!wrong) continue
    throw new Fault('upstream_changed', `${field} is ${wrong.value}, but the page shows ${printed.text}`, {
      field,
    })
  }
}

/** The digits of amounts without zeros at the end: the same for an amount and its tenfold, but for rounding. */
function digitsOf(amounts: readonly Amount[]): string[] {
  const scaled = amounts.flatMap(({ value }) => [1, ...WRONG_FACTORS].map(factor => value * factor))
  return [...new Set(scaled.map(value => String(thousandths(value)).replace(/(?<!0)0+$/, '')))]
}

/** The printed amounts that begin with these digits; parsing every amount of a page would take milliseconds. */
function* moneyWithDigits(page: Page, wanted: readonly string[]): Generator<PrintedMoney> {
  for (const money of findPrintedMoney(toBytes(page.bytes()))) {
    const digits = money.number.replace(/\D+/g, '').replace(/^0+/, '')
    if (wanted.some(one => digits.startsWith(one))) yield money
  }
}

interface PrintedPrice {
  readonly value: number
  readonly text: string
  readonly sign: string | null
  readonly currency: string | null
}

/** The page's own prices: in its first price elements, or in JSON strings. */
function ownPrices(page: Page, amounts: readonly Amount[]): PrintedPrice[] {
  if (page.holdsJson()) {
    // A merchant's text may mention other amounts.
    return [...moneyWithDigits(page, digitsOf(amounts))].flatMap(({ quoted }) => printedIn(quoted ?? ''))
  }
  const shown = withoutHiddenElements(page.text())
  const prices: PrintedPrice[] = []
  for (const match of shown.matchAll(PRICE_ELEMENT)) {
    const start = match.index + match[0].length
    // Tags separate numbers: "19<sup>99</sup>" is not 1999.
    const inner = shown.slice(start, start + ELEMENT_LENGTH).replace(/<[^>]*(?:>|$)/g, ' ')
    prices.push(...printedIn(inner.replace(/&nbsp;|&#160;|&#xa0;/gi, '\u00a0')))
    if (prices.length >= ELEMENTS_MAX) break
  }
  return prices
}

function printedIn(text: string): PrintedPrice[] {
  const price = parsePrice(text)
  if (price?.amount == null || price.currency === null) return []
  const shown = text.trim().slice(0, 40)
  return [{ value: Number(price.amount), text: shown, sign: price.currency, currency: price.isoCurrency }]
}

function fitsCurrency({ currency }: Amount, printed: PrintedPrice): boolean {
  if (currency === undefined || printed.currency === null) return true
  return printed.currency === currency || SHARED_SIGN.test(printed.sign ?? '')
}

/** Whether two readings of a price differ by a factor of 10, 100 or 1,000, so that one has the wrong unit. */
function isOffByTens(value: number, printed: number): boolean {
  return WRONG_FACTORS.some(
    factor =>
      thousandths(value * factor) === thousandths(printed) ||
      thousandths(value) === thousandths(printed * factor),
  )
}

/** Throws `upstream_changed` when a page gives a price twice and the two differ by a factor of 10, 100 or 1,000. */
export function mustAgree(amount: number | undefined, stated: number | undefined, field: string): void {
  if (!amount || !stated || !isOffByTens(amount, stated)) return
  throw new Fault('upstream_changed', `${field} is ${amount}, and elsewhere ${stated}`, { field })
}

/** No shop sells for twice its regular price, or for less than a twentieth of it: one of the two is in other units. */
const RAISED_MAX = 2
const REDUCED_MAX = 20

/** Throws `upstream_changed` when a price and the regular price beside it cannot be in the same units. */
export function mustBeInUnitsOf(price: number | undefined, regular: number | undefined, field: string): void {
  if (!price || !regular || (price <= regular * RAISED_MAX && price * REDUCED_MAX >= regular)) return
  throw new Fault('upstream_changed', `${field} is ${price}, but the regular price is ${regular}`, { field })
}

/** Rounds, because equal decimals can differ as doubles. */
function thousandths(value: number): number {
  return Math.round(value * 1000)
}

function amountsAt(value: unknown, { amount, currency, inHundredths = false }: PriceField): Amount[] {
  const values = valuesAt(value, amount)
  const currencies = currency === undefined ? [] : valuesAt(value, currency)
  return values.flatMap((stated, index) => {
    const code = currencies.length === values.length ? currencies[index] : currencies[0]
    const number = asLooseNumber(stated)
    if (number === undefined || number <= 0) return []
    const currency = typeof code === 'string' && code !== '' ? code : undefined
    return [{ value: inHundredths ? number / 100 : number, currency }]
  })
}

function valuesAt(value: unknown, pointer: string): unknown[] {
  let here: unknown[] = [value]
  for (const token of pointer.split('/').slice(1)) {
    here = here.flatMap(node => {
      if (token === '*') return Array.isArray(node) ? node : []
      return [memberOf(node, token)]
    })
  }
  return here
}
