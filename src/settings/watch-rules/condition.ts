// Parses the conditions of a watch: `price < 100`, `price drops 10% in 7d`, `price lowest ever`, `back in stock`, `any change`.
import { money } from '#reader/values/money'
import { durationText, parseDuration } from './duration.ts'
import { quoted, splitRule } from './rule-words.ts'

export const PRICE_FIELDS = ['price', 'list_price', 'price_max'] as const
export type PriceField = (typeof PRICE_FIELDS)[number]
/** What a condition is about. */
export type Subject = PriceField | 'availability'
const OPERATORS = ['<=', '>=', '<', '>', '='] as const
type Operator = (typeof OPERATORS)[number]
const WORDS = [...OPERATORS, 'drops', 'rises', 'lowest'] as const

/** `text` is the one spelling of the condition; its memory is kept under that name. */
export type Condition =
  | { readonly kind: 'any'; readonly text: string }
  | { readonly kind: 'back-in-stock' | 'out-of-stock'; readonly text: string }
  | Comparison
  | Move
  | Minimum

export interface Comparison {
  readonly kind: 'compare'
  readonly text: string
  readonly field: PriceField
  readonly operator: Operator
  readonly amount: string
  /** Undefined: the shop's currency. */
  readonly currency: string | undefined
}

export interface Move {
  readonly kind: 'moves'
  readonly text: string
  readonly field: PriceField
  readonly direction: 'drops' | 'rises'
  /** Hundredths of a percent, so that 2.5% is exact; or an amount. Zero basis points mean any move. */
  readonly by: { readonly basisPoints: number } | { readonly amount: string; readonly currency?: string }
  /** Undefined: against the price of the last alert. */
  readonly windowMs: number | undefined
}

export interface Minimum {
  readonly kind: 'lowest'
  readonly text: string
  readonly field: PriceField
  /** Undefined: ever. */
  readonly windowMs: number | undefined
}

export type ParsedCondition = { readonly condition: Condition } | { readonly error: string }

const EXAMPLES =
  '"price < 100", "price < 100 EUR", "price drops 10%", "price drops 10% in 7d", "price lowest in 30d", "back in stock" or "any change"'
const WINDOW_MIN_S = 3_600
const WINDOW_MAX_S = 730 * 86_400
/** More than anybody needs; each is evaluated in every check. */
const CONDITIONS_MAX = 10

const PLAIN: Readonly<Record<string, Condition>> = {
  'any change': { kind: 'any', text: 'any change' },
  'back in stock': { kind: 'back-in-stock', text: 'back in stock' },
  'out of stock': { kind: 'out-of-stock', text: 'out of stock' },
}

/** Any of them: a list, or one text with `or` in between. */
export function parseConditions(
  when: string | readonly string[],
): { readonly conditions: readonly Condition[] } | { readonly error: string } {
  const texts = (typeof when === 'string' ? [when] : when).flatMap(text => text.split(/\sor\s/i))
  if (texts.length > CONDITIONS_MAX) return { error: `at most ${CONDITIONS_MAX} conditions are possible` }
  const conditions: Condition[] = []
  for (const text of texts.length === 0 ? [''] : texts) {
    const parsed = parseCondition(text)
    if ('error' in parsed) return parsed
    if (!conditions.some(one => one.text === parsed.condition.text)) conditions.push(parsed.condition)
  }
  return { conditions }
}

export function parseCondition(text: string): ParsedCondition {
  const { text: whole, field: name, word, value } = splitRule(text, WORDS)
  const plain = PLAIN[whole.toLowerCase()]
  if (plain) return { condition: plain }
  if (whole === '') return { error: `the condition is empty; write ${EXAMPLES}` }
  const field = PRICE_FIELDS.find(one => one === name.toLowerCase())
  if (!field) {
    return { error: `the condition ${quoted(whole)} does not begin with a known field; use ${EXAMPLES}` }
  }
  switch (word) {
    case undefined:
      return {
        error: `${field} must be followed by one of ${OPERATORS.join(' ')} (or under, over, at most, at least) and an amount, by "drops" or "rises" and a percentage or an amount, or by "lowest in 30d" or "lowest ever"${value === '' ? '' : `, not by ${quoted(value)}`}`,
      }
    case 'lowest':
      return parseLowest(field, value)
    case 'drops':
    case 'rises':
      return parseMove(field, word, value)
    default:
      return parseComparison(field, word, value)
  }
}

function parseComparison(field: PriceField, operator: Operator, text: string): ParsedCondition {
  const parsed = parseAmount(text)
  if ('error' in parsed) return parsed
  const { amount, currency } = parsed
  const spelled = `${field} ${operator} ${amount}${currency === undefined ? '' : ` ${currency}`}`
  return { condition: { kind: 'compare', text: spelled, field, operator, amount, currency } }
}

function parseMove(field: PriceField, direction: 'drops' | 'rises', text: string): ParsedCondition {
  const at = text.search(/(?:^| )in /i)
  const windowMs = at < 0 ? undefined : parseWindow(text.slice(at).trim().slice('in '.length))
  if (typeof windowMs === 'object') return windowMs
  const by = parseShare((at < 0 ? text : text.slice(0, at)).replace(/^by /i, ''), direction)
  if ('error' in by) return by
  const size =
    'basisPoints' in by ? (by.basisPoints === 0 ? '' : ` ${by.basisPoints / 100}%`) : ` ${amountText(by)}`
  const spelled = `${field} ${direction}${size}${windowText(windowMs)}`
  return { condition: { kind: 'moves', text: spelled, field, direction, by, windowMs } }
}

function parseShare(text: string, direction: Move['direction']): Move['by'] | { readonly error: string } {
  if (text === '') return { basisPoints: 0 }
  const [, percent] = /^(\d{1,4}(?:\.\d{1,2})?) ?%$/.exec(text) ?? []
  if (percent === undefined) {
    const parsed = parseAmount(text)
    if (!('error' in parsed)) {
      const { amount, currency } = parsed
      return currency === undefined ? { amount } : { amount, currency }
    }
    return {
      error: `${quoted(text)} is not a percentage such as 10% or 2.5%, nor an amount such as 5 or 5 EUR`,
    }
  }
  const basisPoints = Math.round(Number(percent) * 100)
  if (direction === 'drops' && basisPoints > 10_000) return { error: 'a price cannot drop by more than 100%' }
  return { basisPoints }
}

function parseLowest(field: PriceField, text: string): ParsedCondition {
  if (/^ever$/i.test(text)) {
    return { condition: { kind: 'lowest', text: `${field} lowest ever`, field, windowMs: undefined } }
  }
  const [, window] = /^in (.+)$/i.exec(text) ?? []
  if (window === undefined)
    return { error: '"lowest" must be followed by "ever" or by a time such as "in 30d"' }
  const windowMs = parseWindow(window)
  if (typeof windowMs === 'object') return windowMs
  const spelled = `${field} lowest${windowText(windowMs)}`
  return { condition: { kind: 'lowest', text: spelled, field, windowMs } }
}

function parseWindow(text: string): number | { readonly error: string } {
  const seconds = parseDuration(text.toLowerCase())
  if (seconds === undefined || seconds < WINDOW_MIN_S || seconds > WINDOW_MAX_S) {
    return { error: `${quoted(text)} is not a time such as 12h, 7d or 4w, from 1 hour to 730 days` }
  }
  return seconds * 1000
}

function windowText(windowMs: number | undefined): string {
  return windowMs === undefined ? '' : ` in ${durationText(windowMs / 1000)}`
}

/** `100`, `99.95` or `100 EUR`. */
export function parseAmount(
  text: string,
): { readonly amount: string; readonly currency: string | undefined } | { readonly error: string } {
  const [, amount, code] = /^(\d{1,15}(?:\.\d{1,6})?)(?: ?([a-z]{3}))?$/i.exec(text) ?? []
  if (amount === undefined) {
    return {
      error: `${text === '' ? 'an amount is missing' : `${quoted(text)} is not an amount`}; write it as 100, 99.95 or 100 EUR`,
    }
  }
  if (code !== undefined && !money(amount, code)) {
    return { error: `${quoted(code)} is not an ISO 4217 currency code such as EUR` }
  }
  return { amount, currency: code?.toUpperCase() }
}

function amountText({ amount, currency }: { readonly amount: string; readonly currency?: string }): string {
  return currency === undefined ? amount : `${amount} ${currency}`
}

/** Undefined for any change. */
export function subjectOf(condition: Condition): Subject | undefined {
  if (condition.kind === 'any') return undefined
  return 'field' in condition ? condition.field : 'availability'
}

const ANY: readonly Condition[] = [{ kind: 'any', text: 'any change' }]

/** They were valid when stored. A release that does not know one must still report changes. */
export function storedConditions(when: string | null): readonly Condition[] {
  const parsed = parseConditions(when ?? 'any change')
  return 'conditions' in parsed ? parsed.conditions : ANY
}
