// Compares the prices of an answer with those that the shop prints: cents read as units are a wrong answer that looks right.
import { withoutHiddenElements } from './values/strip-markup.ts'
import { Fault } from './fault.ts'
import { asLooseNumber } from './json-values.ts'
import type { Page } from './page.ts'
import { parsePrice } from './values/price.ts'

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

const SIGN = String.raw`(?:[$€£¥₩₹₺₽]|zł|kr\b|TL\b|Kč|Ft\b|lei\b|\b(?:USD|EUR|GBP|CHF|JPY|KRW|PLN|SEK|DKK|NOK|TRY|CZK|HUF|CAD|AUD|CNY|INR|BRL)\b)`
const GAP = String.raw`(?:\s|&nbsp;|&#160;|&#xa0;|\\u00a0)?`
const NUMBER = String.raw`\d[\d.,'’\u00a0\u202f ]{0,14}`
/** A number with a currency symbol before or after it, in a page's text or data. */
const MONEY = new RegExp(`${SIGN}${GAP}(${NUMBER})|(${NUMBER})${GAP}${SIGN}`, 'gu')
/** A JSON string that is only a price: a merchant's text may mention other amounts. */
const MONEY_TEXT = new RegExp(`"\\s*((?:${SIGN}${GAP}${NUMBER}|${NUMBER}${GAP}${SIGN}))\\s*"`, 'gu')
/** Currency symbols escaped in scripts. */
const ESCAPED_SIGN = /\\u(20ac|00a3|00a5|20a9|0142)/gi
const PRICE_ELEMENT = /<[a-z][\w-]*\s[^<>]{0,300}?(?:price|money|amount)[^<>]{0,300}>/gi
/** Later elements show the prices of other products. */
const ELEMENTS_MAX = 5
const ELEMENT_LENGTH = 160
/** Symbols that several currencies share. */
const SHARED_SIGN = /^(?:\$|¥|£|kr|kr\.)$/

/**
 * Throws `upstream_changed` when the page prints none of a field's prices, but one that differs by a factor of 10, 100
 * or 1,000. A page that prints no price, or unrelated ones, passes.
 */
export function checkPrintedPrices(
  fields: readonly PriceField[],
  value: unknown,
  pages: readonly Page[],
): void {
  for (const field of fields) {
    const amounts = amountsAt(value, field)
    if (amounts.length === 0 || pages.some(page => printsOneOf(page, amounts))) continue
    for (const page of pages) mustNotDisagree(page, amounts, field.amount)
  }
}

function mustNotDisagree(page: Page, amounts: readonly Amount[], field: string): void {
  for (const printed of ownPrices(page)) {
    const wrong = amounts.find(one => fitsCurrency(one, printed) && isOffByTens(one.value, printed.value))
    if (!wrong) continue
    throw new Fault('upstream_changed', `${field} is ${wrong.value}, but the page shows ${printed.text}`, {
      field,
    })
  }
}

function printsOneOf(page: Page, amounts: readonly Amount[]): boolean {
  const wanted = new Set(amounts.map(one => thousandths(one.value)))
  for (const match of readable(page).matchAll(MONEY)) {
    const printed = parsePrice(match[1] ?? match[2])?.amount
    if (printed != null && wanted.has(thousandths(Number(printed)))) return true
  }
  return false
}

interface PrintedPrice {
  readonly value: number
  readonly text: string
  readonly sign: string | null
  readonly currency: string | null
}

/** The page's own prices: in its first price elements, or in JSON strings. */
function ownPrices(page: Page): PrintedPrice[] {
  const text = readable(page)
  if (page.holdsJson()) return [...text.matchAll(MONEY_TEXT)].flatMap(match => printedIn(match[1] ?? ''))
  const shown = withoutHiddenElements(text)
  const found: PrintedPrice[] = []
  for (const match of shown.matchAll(PRICE_ELEMENT)) {
    const start = match.index + match[0].length
    // Tags separate numbers: "19<sup>99</sup>" is not 1999.
    const inner = shown.slice(start, start + ELEMENT_LENGTH).replace(/<[^>]*(?:>|$)/g, ' ')
    found.push(...printedIn(inner.replace(/&nbsp;|&#160;|&#xa0;/gi, '\u00a0')))
    if (found.length >= ELEMENTS_MAX) break
  }
  return found
}

function printedIn(text: string): PrintedPrice[] {
  const price = parsePrice(text)
  if (price?.amount == null || price.currency === null) return []
  const shown = text.trim().slice(0, 40)
  return [{ value: Number(price.amount), text: shown, sign: price.currency, currency: price.isoCurrency }]
}

function readable(page: Page): string {
  return page
    .text()
    .replace(ESCAPED_SIGN, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function fitsCurrency({ currency }: Amount, printed: PrintedPrice): boolean {
  if (currency === undefined || printed.currency === null) return true
  return printed.currency === currency || SHARED_SIGN.test(printed.sign ?? '')
}

/** Whether two readings of a price differ by a factor of 10, 100 or 1,000, so that one has the wrong unit. */
function isOffByTens(value: number, printed: number): boolean {
  return [10, 100, 1000].some(
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
  return values.flatMap((one, index) => {
    const code = currencies.length === values.length ? currencies[index] : currencies[0]
    const number = asLooseNumber(one)
    if (number === undefined || number <= 0) return []
    const currency = typeof code === 'string' && code !== '' ? code : undefined
    return [{ value: inHundredths ? number / 100 : number, currency }]
  })
}

function valuesAt(value: unknown, pointer: string): unknown[] {
  let here: unknown[] = [value]
  for (const token of pointer.split('/').slice(1)) {
    here = here.flatMap(one => {
      if (token === '*') return Array.isArray(one) ? one : []
      return typeof one === 'object' && one !== null ? [(one as Record<string, unknown>)[token]] : []
    })
  }
  return here
}
