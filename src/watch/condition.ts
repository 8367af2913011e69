// Parses and evaluates the condition of a watch: `price < 100`, `price drops 10%`, `back in stock`, `any change`.
import { compareAmounts, type Money, money } from '../kit/general/money.ts'
import { type Facts, isBuyable, moneyOf } from './facts.ts'

const PRICE_FIELDS = ['price', 'list_price', 'price_max'] as const
type PriceField = (typeof PRICE_FIELDS)[number]
const OPERATORS = ['<=', '>=', '<', '>', '='] as const
type Operator = (typeof OPERATORS)[number]

export type Condition =
  | { readonly kind: 'any' }
  | { readonly kind: 'back-in-stock' }
  | { readonly kind: 'out-of-stock' }
  | {
      readonly kind: 'compare'
      readonly field: PriceField
      readonly operator: Operator
      readonly amount: string
      /** Undefined: the shop's currency. */
      readonly currency: string | undefined
    }
  | {
      readonly kind: 'moves'
      readonly field: PriceField
      readonly direction: 'drops' | 'rises'
      /** Hundredths of a percent, so that 2.5% is exact; 0 means any move. */
      readonly basisPoints: number
    }

export type ParsedCondition = { readonly condition: Condition } | { readonly error: string }

const EXAMPLES = '"price < 100", "price < 100 EUR", "price drops 10%", "back in stock" or "any change"'

const PLAIN: Readonly<Record<string, Condition>> = {
  'any change': { kind: 'any' },
  'back in stock': { kind: 'back-in-stock' },
  'out of stock': { kind: 'out-of-stock' },
}

export function parseCondition(text: string): ParsedCondition {
  const words = text.trim().replaceAll(/\s+/g, ' ')
  const plain = PLAIN[words.toLowerCase()]
  if (plain) return { condition: plain }
  if (words === '') return { error: `the condition is empty; write ${EXAMPLES}` }
  const [, name = '', rest = ''] = /^([a-z_]+) ?([^]*)/i.exec(words) ?? []
  const field = PRICE_FIELDS.find(one => one === name.toLowerCase())
  if (!field) {
    return { error: `the condition ${quoted(words)} does not begin with a known field; use ${EXAMPLES}` }
  }
  const operator = OPERATORS.find(one => rest.startsWith(one))
  if (operator) return parseComparison(field, operator, rest.slice(operator.length).trim())
  const [, direction, share] = /^(drops|rises)(?: (?:by )?(.+))?$/i.exec(rest) ?? []
  if (direction !== undefined) {
    return parseMove(field, direction.toLowerCase() === 'drops' ? 'drops' : 'rises', share)
  }
  return {
    error: `${field} must be followed by one of ${OPERATORS.join(' ')} and an amount, or by "drops" or "rises" and a percentage${rest === '' ? '' : `, not by ${quoted(rest)}`}`,
  }
}

function parseComparison(field: PriceField, operator: Operator, text: string): ParsedCondition {
  const [, amount, code] = /^(\d{1,15}(?:\.\d{1,6})?)(?: ?([a-z]{3}))?$/i.exec(text) ?? []
  if (amount === undefined) {
    return {
      error: `${text === '' ? 'an amount is missing' : `${quoted(text)} is not an amount`}; write it as 100, 99.95 or 100 EUR`,
    }
  }
  if (code !== undefined && !money(amount, code)) {
    return { error: `${quoted(code)} is not an ISO 4217 currency code such as EUR` }
  }
  return { condition: { kind: 'compare', field, operator, amount, currency: code?.toUpperCase() } }
}

function parseMove(field: PriceField, direction: 'drops' | 'rises', share?: string): ParsedCondition {
  if (share === undefined) return { condition: { kind: 'moves', field, direction, basisPoints: 0 } }
  const [, percent] = /^(\d{1,4}(?:\.\d{1,2})?) ?%$/.exec(share) ?? []
  if (percent === undefined) return { error: `${quoted(share)} is not a percentage such as 10% or 2.5%` }
  const basisPoints = Math.round(Number(percent) * 100)
  if (direction === 'drops' && basisPoints > 10_000) {
    return { error: 'a price cannot drop by more than 100%' }
  }
  return { condition: { kind: 'moves', field, direction, basisPoints } }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}

/** Whether the change from one set of facts to the next meets the condition. */
export function holds(condition: Condition, before: Facts, after: Facts): boolean {
  switch (condition.kind) {
    case 'any':
      return true
    case 'back-in-stock':
      return !isBuyable(before.availability) && isBuyable(after.availability)
    case 'out-of-stock':
      return isBuyable(before.availability) && !isBuyable(after.availability)
    case 'compare':
      return before[condition.field] !== after[condition.field] && comparison(condition, after)
    default:
      return moved(condition, moneyOf(before[condition.field]), moneyOf(after[condition.field]))
  }
}

function comparison(
  { field, operator, amount, currency }: Extract<Condition, { kind: 'compare' }>,
  facts: Facts,
): boolean {
  const price = moneyOf(facts[field])
  if (!price || (currency !== undefined && price.currency !== currency)) return false
  const sign = compareAmounts(price, { amount, currency: price.currency })
  switch (operator) {
    case '<':
      return sign < 0
    case '<=':
      return sign <= 0
    case '>':
      return sign > 0
    case '>=':
      return sign >= 0
    default:
      return sign === 0
  }
}

/** Integer arithmetic: before × share ≤ difference. Prices in different currencies are never compared. */
function moved(
  { direction, basisPoints }: Extract<Condition, { kind: 'moves' }>,
  before: Money | undefined,
  after: Money | undefined,
): boolean {
  if (!before || !after || before.currency !== after.currency) return false
  const sign = compareAmounts(after, before)
  if (direction === 'drops' ? sign >= 0 : sign <= 0) return false
  const [from, to] = inSmallUnits(before, after)
  const difference = from > to ? from - to : to - from
  return difference * 10_000n >= from * BigInt(basisPoints)
}

function inSmallUnits(...amounts: readonly [Money, Money]): [bigint, bigint] {
  const places = Math.max(...amounts.map(({ amount }) => amount.split('.')[1]?.length ?? 0))
  const [a, b] = amounts.map(({ amount }) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  })
  return [a ?? 0n, b ?? 0n]
}
